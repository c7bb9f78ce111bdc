"""Games with changed parts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.core.contract import GameKind


def changed_kind(
    kind: GameKind, *, rules: Mapping[str, Any] = {}, counting: Mapping[str, Any] = {}
) -> GameKind:
    """Return a game with other values in its rules and counting."""
    return replace(
        kind, rules=replace(kind.rules, **rules), counting=replace(kind.counting, **counting)
    )
