"""Every legal event, found by trying all candidates, and counts of them (perft)."""

from __future__ import annotations

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
        return (
            []
            if game.is_over()
            else [{"type": "bind", "object": t} for t in [*game.board.types, None]]
        )
    candidates = {
        "setup": _haunts, "plan": _plans, "chase": _chases, "draw": _draws, "over": _unmasks,
    }[game.shown()["phase"]](game)  # fmt: skip
    return [event for event in candidates if _plays(game, event)]


def _plays(game: Game, event: Event) -> bool:
    try:
        game.after(event)
    except Refused:
        return False
    return True


def _haunts(game: Game) -> list[Event]:
    spaces = game.board.spaces
    return [{"type": "haunt", "object": t, "space": s} for t in game.board.types for s in spaces]


def _draws(game: Game) -> list[Event]:
    return [{"type": "draw", "object": name} for name in game.board.types]


def _unmasks(game: Game) -> list[Event]:
    return [{"type": "unmask", "object": name} for name in game.board.types]


def _plans(game: Game) -> list[Event]:
    legal_plans = set()
    for bound, state in game.worlds.items():
        if state["phase"] == "plan":
            legal_plans |= set(goryo.legal_plans(game.board, state, bound))
    plans: list[Event] = [
        {
            "type": "plan",
            "route": list(route),
            "target": target,
            "sprint": sprint,
            "false_trail": trail,
        }
        for route, target, sprint, trail in legal_plans
    ]
    return [*plans, {"type": "stuck"}]


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


def perft(game: Game, depth: int) -> int:
    """Return the number of sequences of `depth` legal events."""
    events = legal(game)
    if depth == 1:
        return len(events)
    return sum(perft(game.after(event), depth - 1) for event in events)
