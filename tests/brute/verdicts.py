"""The rules that refuse an event: by the engine of a kind, and by a naive game."""

from __future__ import annotations

import copy
from typing import Any

from games.core.errors import LogError
from tests.brute.board import Refused


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
