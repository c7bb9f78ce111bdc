"""Recording Burrow tokens: those that are skipped can be chosen in the order in which they are
revealed.
"""

import random
from typing import Any

from games.core import recording
from games.core.engine import playout
from games.gorinto.rules.mountain import EMPTY, SPACES
from games.gorinto.rules.phase import BURROW
from games.registry import get_kind, judge_log

KIND = get_kind("gorinto")


def burrow_position() -> Any:
    """Return a position in which tokens can be skipped."""
    rng = random.Random(3)
    record = judge_log({**KIND.log.simulated_header("2p-burrow", None, rng), "events": []}).record
    assert record is not None
    found: list[Any] = []

    def choose(state: Any) -> Any:
        found.append(state)
        return KIND.rules.bot(state, rng)

    list(playout(KIND.rules.engine, record.setup, choose))
    return next(s for s in found if s.phase is BURROW and s.path.count(EMPTY) >= 3)


def choose(state: Any, *tokens: str) -> Any:
    (turn,) = recording.turns_of(KIND, state)
    parts = tuple((f"tokens.{n}", token) for n, token in enumerate(tokens))
    return recording.choose(KIND, state, turn, (("type", "burrow"), *parts))


def test_skipped_tokens_are_offered_in_any_order() -> None:
    state = burrow_position()
    hidden = [n for n in range(len(SPACES)) if not state.tokens & 1 << n]
    skipped = [SPACES[n] for n in hidden if state.path[n] == EMPTY]
    usable = [SPACES[n] for n in hidden if state.path[n] != EMPTY]
    assert len(skipped) >= 2
    first = choose(state)
    assert {choice.value for choice in first.choices} == {*skipped, *usable}
    assert choose(state, usable[0]).whole == {"type": "burrow", "tokens": [usable[0]]}
    two = choose(state, skipped[1], skipped[0])
    assert {choice.value for choice in two.choices} == {*skipped[2:], *usable}
    whole = choose(state, skipped[1], skipped[0], usable[-1]).whole
    assert whole == {"type": "burrow", "tokens": [skipped[1], skipped[0], usable[-1]]}
    event = KIND.log.codec.read_event(whole)
    assert KIND.rules.engine.violation(state, event) is None


def test_all_offers_are_legal() -> None:
    state = burrow_position()
    (turn,) = recording.turns_of(KIND, state)
    for plain in recording.offers(KIND, state, turn):
        event = KIND.log.codec.read_event(plain)
        assert KIND.rules.engine.violation(state, event) is None, plain
