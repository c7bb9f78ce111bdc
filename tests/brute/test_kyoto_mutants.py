"""Rules of Kyoto changed on purpose: the comparison with the naive rules must see each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from games.kyoto.rules import moves
from tests.brute.test_kyoto_games import SHAPES, compare, game_of

MUTANTS: dict[str, tuple[str, Callable[..., Any], str]] = {
    "a Tunnel goes over agents": ("_is_free", lambda *_: True, "base"),
    "Yoko jumps over nobody": ("_is_jump", lambda *_: False, "charisma"),
    "any space may be entered": ("_entry", lambda *_: None, "base"),
    "a push goes anywhere": ("push_violation", lambda *_: None, "base"),
}
MOST = 8  # games of a mode within which a mutant is seen


@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_rule_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, changed, mode = MUTANTS[name]
    original = getattr(moves, function)
    for module in [m for n, m in sys.modules.items() if n.startswith("games.kyoto.rules.")]:
        if getattr(module, function, None) is original:
            monkeypatch.setattr(module, function, changed)
    first = SHAPES.index((mode, "full"))
    for number in range(first, len(SHAPES) * MOST, len(SHAPES)):
        try:
            compare(*game_of(number))
        except AssertionError:
            return
    pytest.fail(f"no game sees it: {name}")
