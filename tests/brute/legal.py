"""Every legal event, found by trying all candidates."""

from collections.abc import Callable
from typing import Any

from tests.brute import goryo
from tests.brute.board import passes
from tests.brute.replay import Game
from tests.support.playouts import chase_events

Event = dict[str, Any]


def legal(game: Game) -> list[Event]:
    """Return every legal event except `resign` and `abandon`.

    Plans follow section 4 and answers 5.5. If the bound type is not recorded, an event counts if it
    is legal for at least one possible type (7.7).
    """
    if game.bind == "not yet":
        types = [] if game.is_over() else [*game.board.types, None]
        return [{"type": "bind", "object": name} for name in types]
    return [event for event in CANDIDATES[game.shown()["phase"]](game) if passes(game.after, event)]


def _plans(game: Game) -> list[Event]:
    legal_plans = set()
    for bound, state in game.worlds.items():
        if state["phase"] == "plan":
            legal_plans |= set(goryo.legal_plans(game.board, state, bound))
    keys = ("route", "target", "sprint", "false_trail")
    plans = [dict(zip(keys, (list(plan[0]), *plan[1:]), strict=True)) for plan in legal_plans]
    return [*({"type": "plan", **plan} for plan in plans), {"type": "stuck"}]


CANDIDATES: dict[str, Callable[[Game], list[Event]]] = {
    "setup": lambda game: [
        {"type": "haunt", "object": name, "space": space}
        for name in game.board.types
        for space in game.board.spaces
    ],
    "plan": _plans,
    "chase": lambda game: [{"type": "discover"}, *chase_events(game)],
    "draw": lambda game: [{"type": "draw", "object": name} for name in game.board.types],
    "over": lambda game: [{"type": "unmask", "object": name} for name in game.board.types],
}
