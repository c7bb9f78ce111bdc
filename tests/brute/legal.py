"""Every event the rules allow, found by trying; and counts of them (perft)."""

from __future__ import annotations

from typing import Any

from tests.brute import goryo
from tests.brute.board import Refused
from tests.brute.replay import Game

Event = dict[str, Any]


def legal(game: Game) -> list[Event]:
    """Every event that keeps the rules here, `resign` and `abandon` left out.

    A plan is one that section 4 allows, an answer one that 5.5 allows. Where the bound type is
    not recorded, an
    event counts if it is legal for at least one type that is still possible (7.7).
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
    found = set()
    for bound, state in game.worlds.items():
        if state["phase"] == "plan":
            found |= set(goryo.legal_plans(game.board, state, bound))
    plans: list[Event] = [
        {
            "type": "plan",
            "route": list(route),
            "target": target,
            "sprint": sprint,
            "false_trail": trail,
        }
        for route, target, sprint, trail in found
    ]
    return [*plans, {"type": "stuck"}]


def _chases(game: Game) -> list[Event]:
    plan = game.shown()["plan"]
    course = {*plan["route"], plan["target"]}
    found: list[Event] = [{"type": "discover"}]
    for colour, here in game.shown()["samurai"].items():
        for space in game.board.spaces:
            found.append({"type": "move", "samurai": colour, "to": space})
            for answer in goryo.right_answers(game.edition, course, plan["false_trail"], space):
                found.append({"type": "sniff", "samurai": colour, "space": space, "answer": answer})
                if space == here:
                    found.append({"type": "search", "samurai": colour, "answer": answer})
    return found


def perft(game: Game, depth: int) -> int:
    """How many sequences of `depth` legal events there are from here."""
    events = legal(game)
    if depth == 1:
        return len(events)
    return sum(perft(game.after(event), depth - 1) for event in events)
