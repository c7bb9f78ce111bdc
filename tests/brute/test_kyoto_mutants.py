"""Rules of Kyoto changed on purpose: the comparison with the naive rules must see each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from games.kyoto.rules import (
    components,
    flow,
    legality_equipment,
    legality_play,
    moves,
    piles,
    playability,
)
from tests.brute.test_kyoto_games import SHAPES, compare, game_of

Change = Callable[[Any], Any]
"""What stands in a thing's place, made from the thing."""


def always(answer: Any) -> Change:
    """A function that says the same of everything."""
    return lambda _: lambda *_: answer


def but_for(rule: str) -> Change:
    """A check without one of its rules."""

    def change(check: Callable[..., Any]) -> Callable[..., Any]:
        def without(*asked: Any) -> Any:
            found = check(*asked)
            return None if found is not None and found.rule == rule else found

        return without

    return change


def _by_power(_: Any) -> Callable[[str, str], bool]:
    return lambda attacker, defender: components.POWER[attacker] >= components.POWER[defender]


MUTANTS: dict[str, tuple[Any, str, Change, str]] = {
    "a Tunnel goes over agents": (moves, "_is_free", always(True), "base"),
    "any space may be entered": (moves, "_entry_violation", always(None), "base"),
    "a push goes anywhere": (moves, "push_violation", always(None), "base"),
    "a Charge has no second half": (moves, "pushes", always(iter(())), "base"),
    "a spring goes anywhere": (moves, "spring_violation", always(None), "base"),
    "a Swap is of any two": (moves, "are_in_line", lambda _: lambda a, b: a != b, "base"),
    "a mark need not be held": (legality_play, "_has_marks", always(True), "base"),
    "0 does not beat 3": (components, "attacker_wins", _by_power, "base"),
    "three fakes are borne": (flow, "FAKES_TO_LOSE", lambda _: 4, "base"),
    "one real is enough": (flow, "REALS_TO_WIN", lambda _: 1, "base"),
    "nobody escapes": (flow, "is_declaration_due", always(False), "base"),
    "Yoko jumps over nobody": (moves, "_is_jump", always(False), "charisma"),
    "Tomoyo draws one": (piles, "draws_two", always(False), "charisma"),
    "every card goes back to the hand": (
        legality_play,
        "_return_violation",
        always(None),
        "charisma",
    ),
    "Chiharu keeps nobody out": (moves, "_entry_violation", but_for("9.5"), "charisma"),
    "Ruri guards nobody": (moves, "_entry_violation", but_for("9.7"), "neutral"),
    "the stunned move": (playability, "stunned_space", always(None), "equipment"),
    "the drugged stay": (legality_play, "_drugged", always(None), "equipment"),
    "who is looked at is anybody": (
        legality_equipment,
        "_identity_violation",
        always(None),
        "equipment",
    ),
    "any captive lets a card be flipped": (
        flow,
        "IMPORTANT",
        lambda _: components.DECK,
        "equipment",
    ),
}
MOST = 8  # games of a mode within which a mutant is seen


@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_rule_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home, thing, change, mode = MUTANTS[name]
    original = getattr(home, thing)
    changed = change(original)
    for module in [m for n, m in sys.modules.items() if n.startswith("games.kyoto.rules.")]:
        if getattr(module, thing, None) is original:
            monkeypatch.setattr(module, thing, changed)
    first = SHAPES.index((mode, "full"))
    for number in range(first, len(SHAPES) * MOST, len(SHAPES)):
        try:
            compare(*game_of(number))
        except AssertionError:
            return
    pytest.fail(f"no game sees it: {name}")
