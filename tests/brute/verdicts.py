"""Comparisons of the engine of a kind with a naive game: of logs, and of the rules that refuse an
event.
"""

import copy
import json
from typing import Any

from games.core.errors import LogError
from tests.brute.board import Refused
from tests.support.engine import refusals, states

DEFAULTS = {"return": False, "fan": False, "bait": 1, "sprint": False}
UNORDERED = {"deal", "show", "bait", "swap", "place"}  # the order of their lists does not matter
NAME_LIMIT = 200  # characters of a player's name
GONG_LIMIT = 1000  # spaces of a gong


def engine_rule(kind: Any, state: Any, event: Any) -> str | None:
    """Return the rule by which the engine refuses an event, or None."""
    try:
        read = kind.log.codec.read_event(copy.deepcopy(event))
    except LogError as error:
        return error.problem.rule
    violation = kind.rules.engine.violation(state, read)
    return None if violation is None else violation.rule


def naive_rule(game: Any, event: Any) -> str | None:
    """Return the rule by which the naive game refuses an event, or None."""
    try:
        game.check(event)
    except Refused as refused:
        return refused.rule
    return None


def within_limits(log: dict[str, Any]) -> bool:
    """Return whether the log is within our limits, which are not part of the format."""
    board, players = log.get("board", ""), log.get("players")
    if not isinstance(board, str | dict):
        return False
    gong = board.get("gong") if isinstance(board, dict) else None
    length = gong.get("spaces") if isinstance(gong, dict) else None
    if isinstance(length, int) and length > GONG_LIMIT:
        return False
    seats = players if isinstance(players, list) else []
    names = [seat.get("name") for seat in seats if isinstance(seat, dict)]
    return all(len(name) <= NAME_LIMIT for name in names if isinstance(name, str))


def assert_same(judged: Any, expected: Any, *views: str) -> None:
    """Check that the engine refuses what the naive rules refuse, and has the same states, also in
    these views.
    """
    assert refusals(judged) == ([] if expected.refused is None else [expected.refused])
    for view in ("omniscient", *views):
        assert [step["state"] for step in states(judged, view)] == expected.states


def normal(event: dict[str, Any]) -> str:
    """Return an event as a comparable text, without optional parts."""
    is_unordered = event["type"] in UNORDERED
    plain = {
        key: sorted(value, key=str) if is_unordered and isinstance(value, list) else value
        for key, value in event.items()
        if value not in (None, []) and value != DEFAULTS.get(key, ...) and key != "tile"
    }
    return json.dumps(plain, sort_keys=True)
