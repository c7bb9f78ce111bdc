"""What a step of Goryō says in words: a sentence for reading aloud, and short ones for the list of
moves.

Everything is made from the step objects of one view, so nothing can be said that the view does not
hold. Sentences use the words of the 2024 edition; the list's verbs and phases are the edition's
own.
"""

from collections.abc import Mapping
from typing import Any

from games.goryo.rules.board import Board
from games.goryo.rules.editions import ROUNDS, SPIRITS, WORDS

Plain = Mapping[str, Any]

ENDINGS = {
    "bound": ("The Samurai win: the target is of the bound type", "6.2"),
    "spirits": ("The Samurai win: the third spirit is flipped", "6.4"),
    "exorcism": ("The Samurai win by exorcism: seven of eight types are no longer intact", "6.5"),
    "stuck": ("The Samurai win: the Goryō has no legal plan", "4.8"),
    "revenge": ("The Goryō wins: she has her revenge after the fourth discovery", "6.8"),
    "abandon": ("The game was broken off: nobody wins", ""),
}
ROLES = {"goryo": "The Goryō", "samurai": "The Samurai"}
PHASES = {
    "setup": "set-up",
    "plan": "plan",
    "chase": "chase",
    "draw": "discovery",
    "over": "over",
}
CANONICAL = WORDS["2024"]
HIDDEN = "secret"
"""What stands for what a view may not know."""


def count(n: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def listed(words: list[str]) -> str:
    """Words joined as in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def plan_words(plan: Plain, edition: str) -> str:
    """A plan as a person would write it: route › target, and the powers used."""
    words = WORDS[edition]
    parts = [" ".join(plan["route"]) + f" › {plan['target']}"]
    if plan.get("sprint"):
        parts.append(words["sprint"])
    if plan.get("false_trail"):
        parts.append(f"{words['false_trail']} {plan['false_trail']}")
    return ", ".join(parts).strip()


def round_words(round_number: int) -> str:
    """Which round it is."""
    return f"Round {round_number} of {ROUNDS}" if round_number else "Set-up"


def phase_words(state: Plain, edition: str) -> str:
    """What is due next, in the edition's word with ours beside it where they differ."""
    if state["phase"] == "over":
        return "Game over"
    if state["phase"] == "setup":
        return "The bag and the first stone"
    own = WORDS[edition][{"plan": "plan", "chase": "chase"}.get(state["phase"], "discovery")]
    ours = CANONICAL[{"plan": "plan", "chase": "chase"}.get(state["phase"], "discovery")]
    return own if own == ours else f"{own} ({ours})"


def part_words(event: Plain, edition: str) -> str:
    """The heading in the list of moves under which an event stands."""
    words = WORDS[edition]
    match event["type"]:
        case "bind" | "haunt":
            return "Set-up"
        case "plan" | "stuck":
            return words["plan"]
        case "move" | "search" | "sniff":
            return words["chase"]
        case "discover" | "draw":
            return words["discovery"]
    return "End"


def ending(event: Plain, before: Plain, state: Plain) -> tuple[str, str]:
    """How the game ended: a sentence without its full stop, and the rule's section (empty where no
    rule ended it).
    """
    reason = state["reason"]
    if reason == "resign":
        loser = "samurai" if state["winner"] == "goryo" else "goryo"
        verb = "resigns" if loser == "goryo" else "resign"
        won = "The Goryō wins" if loser == "samurai" else "The Samurai win"
        return f"{won}: {ROLES[loser].replace('The', 'the')} {verb}", ""
    words, rule = ENDINGS[reason]
    if reason == "spirits" and before["spirits"] + flipped_for_mistakes(before, state) >= SPIRITS:
        rule = "6.1"
    if reason == "exorcism" and event["type"] == "draw":
        rule = "6.6"
    return words, rule


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
        lines.append(f"sealed: {', '.join(fresh)}")
    elif event["type"] == "draw":
        lines.append("its type is sealed; no intact space of it was left")
    if state["reason"] is not None and before["reason"] is None:
        words, rule = ending(event, before, state)
        lines.append(f"{words} ({rule})" if rule else words)
    if state["phase"] == "over" and state["bound"] is not None and before["bound"] is None:
        lines.append(f"bound type: {state['bound']}")
    return lines


def _discovered(before: Plain, state: Plain, board: Board, edition: str) -> list[str]:
    words = WORDS[edition]
    lines = [plan_words(state["revealed"], edition)]
    mistakes = state["mistakes"] - before["mistakes"]
    for_mistakes = flipped_for_mistakes(before, state)
    if mistakes:
        flips = f": {count(for_mistakes, 'spirit')} flipped" if for_mistakes else ""
        lines.append(count(mistakes, "mistake") + flips)
    by = state["gong"] - before["gong"]
    if by:
        bags = sum(before["gong"] < bag <= state["gong"] for bag in board.bags)
        lines.append(f"gong +{by} → {state['gong']}" + (f", {count(bags, 'bag')}" if bags else ""))
    caught = state["spirits"] - before["spirits"] - for_mistakes
    if caught:
        lines.append(f"Samurai on the target: {count(caught, 'spirit')} flipped")
    fresh = sorted(set(state["broken"]) - set(before["broken"]))
    if fresh:
        turned = [t for t, s in state["types"].items() if s == "broken" != before["types"][t]]
        lines.append(
            f"broken: {', '.join(fresh)}" + (f"; type {turned[0]} turns" if turned else "")
        )
    lines.extend(
        f"{words[power]} is gone"
        for power in ("sprint", "false_trail")
        if before[f"{power}_left"] and not state[f"{power}_left"]
    )
    if state["draws_due"]:
        lines.append(f"{count(state['draws_due'], 'Ofuda', 'Ofuda')} to draw")
    return lines
