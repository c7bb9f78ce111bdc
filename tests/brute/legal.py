"""Every legal event, found by trying all candidates, and counts of them (perft)."""

from collections.abc import Callable
from typing import Any

from tests.brute import goryo
from tests.brute.board import Refused
from tests.brute.replay import Game

Event = dict[str, Any]


def legal(game: Game) -> list[Event]:
    """Return every legal event except `resign` and `abandon`.

    Plans follow section 4 and answers 5.5. If the bound type is not recorded, an event counts if it
    is legal for at least one possible type (7.7).
    """
    if game.bind == "not yet":
        types = [] if game.is_over() else [*game.board.types, None]
        return [{"type": "bind", "object": name} for name in types]
    candidates = CANDIDATES[game.shown()["phase"]](game)
    return [event for event in candidates if _plays(game, event)]


def _plays(game: Game, event: Event) -> bool:
    try:
        game.after(event)
    except Refused:
        return False
    return True


def _plans(game: Game) -> list[Event]:
    legal_plans = set()
    for bound, state in game.worlds.items():
        if state["phase"] == "plan":
            legal_plans |= set(goryo.legal_plans(game.board, state, bound))
    keys = ("route", "target", "sprint", "false_trail")
    plans = [dict(zip(keys, (list(plan[0]), *plan[1:]), strict=True)) for plan in legal_plans]
    return [*({"type": "plan", **plan} for plan in plans), {"type": "stuck"}]


def _chases(game: Game) -> list[Event]:
    plan = game.shown()["plan"]
    course = {*plan["route"], plan["target"]}
    candidates: list[Event] = [{"type": "discover"}]
    for colour, here in game.shown()["samurai"].items():
        for space in game.board.spaces:
            candidates.append({"type": "move", "samurai": colour, "to": space})
            for answer in goryo.right_answers(game.edition, course, plan["false_trail"], space):
                question = {"samurai": colour, "answer": answer}
                candidates.append({"type": "sniff", "space": space, **question})
                if space == here:
                    candidates.append({"type": "search", **question})
    return candidates


CANDIDATES: dict[str, Callable[[Game], list[Event]]] = {
    "setup": lambda game: [
        {"type": "haunt", "object": name, "space": space}
        for name in game.board.types
        for space in game.board.spaces
    ],
    "plan": _plans,
    "chase": _chases,
    "draw": lambda game: [{"type": "draw", "object": name} for name in game.board.types],
    "over": lambda game: [{"type": "unmask", "object": name} for name in game.board.types],
}


def perft(game: Game, depth: int) -> int:
    """Return the number of sequences of `depth` legal events."""
    events = legal(game)
    if depth == 1:
        return len(events)
    return sum(perft(game.after(event), depth - 1) for event in events)
