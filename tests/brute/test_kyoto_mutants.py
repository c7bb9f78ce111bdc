"""Deliberately changed rules of Kyoto: the comparison with the naive rules must detect each."""

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
from tests.brute.test_kyoto_games import SHAPES, compare
from tests.support.deep import due

Change = Callable[[Any], Any]
"""Returns the replacement of a function or constant."""


def always(answer: Any) -> Change:
    """Replace a function by one with a fixed answer."""
    return lambda _: lambda *_: answer


def but_for(rule: str) -> Change:
    """Replace a check by one without one of its rules."""

    def change(check: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*args: Any) -> Any:
            refusal = check(*args)
            return None if refusal is not None and refusal.rule == rule else refusal

        return changed

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
    "a mark need not be in hand": (legality_play, "_has_marks", always(True), "base"),
    "0 does not beat 3": (components, "attacker_wins", _by_power, "base"),
    "three fakes do not lose": (flow, "FAKES_TO_LOSE", lambda _: 4, "base"),
    "one real is enough": (flow, "REALS_TO_WIN", lambda _: 1, "base"),
    "no agent escapes": (flow, "is_declaration_due", always(False), "base"),
    "Yoko does not jump": (moves, "_is_jump", always(False), "charisma"),
    "Tomoyo draws one card": (piles, "draws_two", always(False), "charisma"),
    "every card may return": (legality_play, "_return_violation", always(None), "charisma"),
    "Chiharu blocks no agent": (moves, "_entry_violation", but_for("9.5"), "charisma"),
    "Ruri protects no agent": (moves, "_entry_violation", but_for("9.7"), "neutral"),
    "stunned agents move": (playability, "stunned_space", always(None), "equipment"),
    "drugged agents may stay": (legality_play, "_drugged", always(None), "equipment"),
    "revealed agents have any identity": (
        legality_equipment,
        "_identity_violation",
        always(None),
        "equipment",
    ),
    "any capture allows a flip": (components, "IMPORTANT", lambda _: components.DECK, "equipment"),
}
MAX_GAMES = 8  # of a mode, until a mutant must be detected


@pytest.mark.parametrize("name", due(MUTANTS))
def test_a_changed_rule_is_detected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home, thing, change, mode = MUTANTS[name]
    original = getattr(home, thing)
    changed = change(original)
    for module in [m for n, m in sys.modules.items() if n.startswith("games.kyoto.rules.")]:
        if getattr(module, thing, None) is original:
            monkeypatch.setattr(module, thing, changed)
    for number in range(SHAPES.index((mode, "full")), len(SHAPES) * MAX_GAMES, len(SHAPES)):
        try:
            compare(number)
        except AssertionError:
            return
    pytest.fail(f"no game detects it: {name}")
