"""What a step of Goryō says in words: a sentence for reading aloud, and short ones for the list of
moves.

Everything is made from the step objects of one view, so nothing can be said that the view does not
hold. Sentences use the words of the 2024 edition; the list's verbs and phases are the edition's
own (`games.goryo.terms`).
"""

from collections.abc import Mapping
from typing import Any

from games.core.language import Labels, gettext, gettext_noop, ngettext
from games.goryo.rules.board import Board
from games.goryo.rules.editions import ROUNDS, SPIRITS
from games.goryo.terms import NEWEST, own_word, type_name

Plain = Mapping[str, Any]

ENDINGS = Labels(
    {
        "bound": gettext_noop("The Samurai win: the target is of the bound type"),
        "spirits": gettext_noop("The Samurai win: the third spirit is flipped"),
        "exorcism": gettext_noop(
            "The Samurai win by exorcism: seven of eight types are no longer intact"
        ),
        "stuck": gettext_noop("The Samurai win: the Goryō has no legal plan"),
        "revenge": gettext_noop("The Goryō wins: she has her revenge after the fourth discovery"),
        "abandon": gettext_noop("The game was broken off: nobody wins"),
    }
)
ENDING_RULES = {
    "bound": "6.2",
    "spirits": "6.4",
    "exorcism": "6.5",
    "stuck": "4.8",
    "revenge": "6.8",
    "abandon": "",
}


def hidden_words() -> str:
    """What stands for what a view may not know."""
    return gettext("secret")


def plan_words(plan: Plain, edition: str) -> str:
    """A plan as a person would write it: route › target, and the powers used."""
    parts = [" ".join(plan["route"]) + f" › {plan['target']}"]
    if plan.get("sprint"):
        parts.append(own_word(edition, "sprint"))
    if plan.get("false_trail"):
        parts.append(f"{own_word(edition, 'false_trail')} {plan['false_trail']}")
    return ", ".join(parts).strip()


def round_words(round_number: int) -> str:
    """Which round it is."""
    if not round_number:
        return gettext("Set-up")
    return gettext("Round {round} of {rounds}").format(round=round_number, rounds=ROUNDS)


def phase_words(state: Plain, edition: str) -> str:
    """What is due next, in the edition's word with ours beside it where they differ."""
    if state["phase"] == "over":
        return gettext("Game over")
    if state["phase"] == "setup":
        return gettext("The bag and the first stone")
    phase = {"plan": "plan", "chase": "chase"}.get(state["phase"], "discovery")
    own, ours = own_word(edition, phase), own_word(NEWEST, phase)
    return own if own == ours else f"{own} ({ours})"


def part_words(event: Plain, edition: str) -> str:
    """The heading in the list of moves under which an event stands."""
    match event["type"]:
        case "bind" | "haunt":
            return gettext("Set-up")
        case "plan" | "stuck":
            return own_word(edition, "plan")
        case "move" | "search" | "sniff":
            return own_word(edition, "chase")
        case "discover" | "draw":
            return own_word(edition, "discovery")
    return gettext("End")


def ending(event: Plain, before: Plain, state: Plain) -> tuple[str, str]:
    """How the game ended: a sentence without its full stop, and the rule's section (empty where no
    rule ended it).
    """
    reason = state["reason"]
    if reason == "resign":
        if state["winner"] == "goryo":
            return gettext("The Goryō wins: the Samurai resign"), ""
        return gettext("The Samurai win: the Goryō resigns"), ""
    rule = ENDING_RULES[reason]
    if reason == "spirits" and before["spirits"] + flipped_for_mistakes(before, state) >= SPIRITS:
        rule = "6.1"
    if reason == "exorcism" and event["type"] == "draw":
        rule = "6.6"
    return ENDINGS[reason], rule


def flipped_for_mistakes(before: Plain, state: Plain) -> int:
    """Spirits flipped at 6.1: no more than were left."""
    return min(int(state["mistakes"]) - int(before["mistakes"]), SPIRITS - int(before["spirits"]))


def followed(event: Plain, before: Plain, state: Plain, board: Board, edition: str) -> list[str]:
    """What followed from an event, one short line each, in the order of the rules."""
    lines: list[str] = []
    if event["type"] == "discover":
        lines = _discovered(before, state, board, edition)
    fresh = sorted(set(state["sealed"]) - set(before["sealed"]))
    if fresh:
        lines.append(gettext("sealed: {spaces}").format(spaces=", ".join(fresh)))
    elif event["type"] == "draw":
        lines.append(gettext("its type is sealed; no intact space of it was left"))
    if state["reason"] is not None and before["reason"] is None:
        words, rule = ending(event, before, state)
        lines.append(f"{words} ({rule})" if rule else words)
    if state["phase"] == "over" and state["bound"] is not None and before["bound"] is None:
        lines.append(gettext("bound type: {type}").format(type=type_name(state["bound"])))
    return lines


def _discovered(before: Plain, state: Plain, board: Board, edition: str) -> list[str]:
    lines = [plan_words(state["revealed"], edition)]
    mistakes = state["mistakes"] - before["mistakes"]
    for_mistakes = flipped_for_mistakes(before, state)
    if mistakes:
        lines.append(_mistakes_words(mistakes, for_mistakes))
    if state["gong"] > before["gong"]:
        lines.append(_gong_words(before["gong"], state["gong"], board))
    caught = state["spirits"] - before["spirits"] - for_mistakes
    if caught:
        lines.append(
            ngettext(
                "Samurai on the target: {n} spirit flipped",
                "Samurai on the target: {n} spirits flipped",
                caught,
            ).format(n=caught)
        )
    fresh = sorted(set(state["broken"]) - set(before["broken"]))
    if fresh:
        turned = [t for t, s in state["types"].items() if s == "broken" != before["types"][t]]
        told = gettext("broken: {spaces}").format(spaces=", ".join(fresh))
        if turned:
            told += "; " + gettext("type {type} turns").format(type=type_name(turned[0]))
        lines.append(told)
    lines.extend(
        gettext("{power} is gone").format(power=own_word(edition, power))
        for power in ("sprint", "false_trail")
        if before[f"{power}_left"] and not state[f"{power}_left"]
    )
    if state["draws_due"]:
        due = state["draws_due"]
        lines.append(ngettext("{n} Ofuda to draw", "{n} Ofuda to draw", due).format(n=due))
    return lines


def _mistakes_words(mistakes: int, flipped: int) -> str:
    told = ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes)
    if not flipped:
        return told
    flips = ngettext("{n} spirit flipped", "{n} spirits flipped", flipped).format(n=flipped)
    return f"{told}: {flips}"


def _gong_words(old: int, new: int, board: Board) -> str:
    told = gettext("gong +{by} → {space}").format(by=new - old, space=new)
    bags = sum(old < bag <= new for bag in board.bags)
    if not bags:
        return told
    reached = ngettext("{n} bag", "{n} bags", bags).format(n=bags)
    return f"{told}, {reached}"
