"""The phrases of captions and of the list of moves.

They are built from the step objects of one view, so they can't contain anything that the view does
not know. Captions use the terms of the 2024 edition; the verbs and phases of the list are those of
the game's edition (`games.goryo.terms`).
"""

from collections.abc import Mapping
from typing import Any

from games.core.language import Labels, gettext, ngettext
from games.core.language import gettext_noop as _
from games.goryo.rules.board import Board
from games.goryo.rules.editions import ROUNDS, SPIRITS
from games.goryo.terms import NEWEST, edition_term, type_name

Plain = Mapping[str, Any]

ENDINGS = Labels(
    {
        "bound": _("The Samurai win: the target has the bound type"),
        "spirits": _("The Samurai win: the third spirit is flipped"),
        "exorcism": _("The Samurai win by exorcism: 7 of 8 types are sealed or broken"),
        "stuck": _("The Samurai win: the Goryō has no legal plan"),
        "revenge": _("The Goryō wins: she survived four rounds"),
        "abandon": _("The game is abandoned without a winner"),
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


def hidden_text() -> str:
    """Return the text for what a view may not know."""
    return gettext("secret")


def plan_text(plan: Plain, edition: str) -> str:
    """Format a plan: route › target, and the powers used."""
    parts = [" ".join(plan["route"]) + f" › {plan['target']}"]
    if plan.get("sprint"):
        parts.append(edition_term(edition, "sprint"))
    if plan.get("false_trail"):
        parts.append(f"{edition_term(edition, 'false_trail')} {plan['false_trail']}")
    return ", ".join(parts).strip()


def round_text(round_number: int) -> str:
    """Return the title of a round."""
    if not round_number:
        return gettext("Set-up")
    return gettext("Round {round} of {rounds}").format(round=round_number, rounds=ROUNDS)


def phase_text(state: Plain, edition: str) -> str:
    """Return the phase in the edition's term, followed by the newest term if that differs."""
    if state["phase"] == "over":
        return gettext("Game over")
    if state["phase"] == "setup":
        return gettext("Bound type and first object")
    phase = {"plan": "plan", "chase": "chase"}.get(state["phase"], "discovery")
    term, newest = edition_term(edition, phase), edition_term(NEWEST, phase)
    return term if term == newest else f"{term} ({newest})"


def part_text(event: Plain, edition: str) -> str:
    """Return the heading of an event in the list of moves."""
    match event["type"]:
        case "bind" | "haunt":
            return gettext("Set-up")
        case "plan" | "stuck":
            return edition_term(edition, "plan")
        case "move" | "search" | "sniff":
            return edition_term(edition, "chase")
        case "discover" | "draw":
            return edition_term(edition, "discovery")
    return gettext("End")


def ending(event: Plain, before: Plain, state: Plain) -> tuple[str, str]:
    """Return how the game ended, as a sentence without its full stop, and the section of the rule
    (empty if no rule ended it).
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
    """Return the number of spirits flipped for mistakes (6.1): no more than were left."""
    return min(int(state["mistakes"]) - int(before["mistakes"]), SPIRITS - int(before["spirits"]))


def consequences(
    event: Plain, before: Plain, state: Plain, board: Board, edition: str
) -> list[str]:
    """Return the consequences of an event, one short line each, in the order of the rules."""
    lines: list[str] = []
    if event["type"] == "discover":
        lines = _discovered(before, state, board, edition)
    fresh = sorted(set(state["sealed"]) - set(before["sealed"]))
    if fresh:
        lines.append(gettext("sealed: {spaces}").format(spaces=", ".join(fresh)))
    elif event["type"] == "draw":
        lines.append(gettext("type sealed; no intact object was left"))
    if state["reason"] is not None and before["reason"] is None:
        text, rule = ending(event, before, state)
        lines.append(f"{text} ({rule})" if rule else text)
    if state["phase"] == "over" and state["bound"] is not None and before["bound"] is None:
        lines.append(gettext("bound type: {type}").format(type=type_name(state["bound"])))
    return lines


def _discovered(before: Plain, state: Plain, board: Board, edition: str) -> list[str]:
    lines = [plan_text(state["revealed"], edition)]
    mistakes = state["mistakes"] - before["mistakes"]
    for_mistakes = flipped_for_mistakes(before, state)
    if mistakes:
        lines.append(_mistakes_text(mistakes, for_mistakes))
    if state["gong"] > before["gong"]:
        lines.append(_gong_text(before["gong"], state["gong"], board))
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
        text = (
            gettext("broken: {spaces}; first of type {type}")
            if turned
            else gettext("broken: {spaces}")
        )
        kind = type_name(turned[0]) if turned else ""
        lines.append(text.format(spaces=", ".join(fresh), type=kind))
    lines.extend(
        gettext("{power} used up").format(power=edition_term(edition, power))
        for power in ("sprint", "false_trail")
        if before[f"{power}_left"] and not state[f"{power}_left"]
    )
    if state["draws_due"]:
        due = state["draws_due"]
        lines.append(ngettext("{n} Ofuda to draw", "{n} Ofuda to draw", due).format(n=due))
    return lines


def _mistakes_text(mistakes: int, flipped: int) -> str:
    text = ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes)
    if not flipped:
        return text
    flips = ngettext("{n} spirit flipped", "{n} spirits flipped", flipped).format(n=flipped)
    return f"{text}: {flips}"


def _gong_text(old: int, new: int, board: Board) -> str:
    by, bags = new - old, sum(old < bag <= new for bag in board.bags)
    if not bags:
        return gettext("gong +{by} → {space}").format(by=by, space=new)
    text = ngettext(
        "gong +{by} → {space}, {n} bag reached", "gong +{by} → {space}, {n} bags reached", bags
    )
    return text.format(by=by, space=new, n=bags)
