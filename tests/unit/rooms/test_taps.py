"""How many taps an action needs: at most one for each space, card or tile that the event names, one
for its kind, and one to confirm. All legal events of sample games are counted.
"""

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from games.core import recording
from games.core.choosing import to_parts
from games.core.contract import GameKind
from games.core.engine import playout
from games.core.turns import STOPS, Turn
from games.recorder.offers import offers_of, parse_choices
from games.registry import get_kind, judge_log
from tests.support import deep

LISTED, CHECKED = 4000, 12
"""Events of a position that are listed, and how many of them are chosen part by part."""
CONSTANT = {"type", "player", "role"}
SETUPS = [
    ("goryo", "2024", {}), ("goryo", "2021-advanced", {}), ("gorinto", "2p-burrow", {}),
    ("gorinto", "3p-clockwise", {}), ("kyoto", "base", {}), ("kyoto", "equipment", {}),
    ("kyoto", "base", {"depth": "table"}),
]  # fmt: skip


def positions(kind: GameKind, ruleset: str, setup: dict[str, str], seed: str) -> Iterator[Any]:
    """Yield the positions of a random game."""
    rng = random.Random(seed)
    header = kind.log.simulated_header(ruleset, None, rng)
    header["setup"] = {**header.get("setup", {}), **setup}
    record = judge_log({**header, "events": []}).record
    assert record is not None
    seen = []

    def choose(state: Any) -> Any:
        seen.append(state)
        if not setup:
            return kind.rules.bot(state, rng)
        legal = list(islice(kind.rules.engine.legal_events(state), 500))
        usual = [e for e in legal if kind.log.codec.plain_event(e)["type"] not in STOPS]
        return rng.choice(usual or legal)

    for number, _ in enumerate(playout(kind.rules.engine, record.setup, choose)):
        if number > 40:
            break
    return iter(seen)


def count_taps(kind: GameKind, state: Any, turn: Turn, event: dict[str, Any]) -> int:
    """Return the taps with which the buttons of the page enter an event."""
    chosen: Any = ()
    for taps in range(1, 60):
        offers = offers_of(kind, state, turn, chosen, None)
        values = [json.loads(button["value"]) for button in offers["buttons"]]
        if any(same(kind, event, value) for value in values):
            return taps
        picks = [
            parse_choices(pick["value"]) for group in offers["picks"] for pick in group["picks"]
        ]
        fitting = [parts for parts in picks if parts and leads_to(kind, parts, event)]
        assert fitting, f"no button leads to {event} after {chosen}"
        chosen = max(fitting, key=len)
    raise AssertionError(f"no button enters {event}")


def same(kind: GameKind, event: dict[str, Any], other: dict[str, Any]) -> bool:
    return _comparable(kind, event) == _comparable(kind, other)


def _comparable(kind: GameKind, event: dict[str, Any]) -> dict[str, Any]:
    name = kind.rules.decisions.sets.get(event["type"], "")
    if name not in event or event.get("returned"):
        return event
    return {**event, name: sorted(event[name])}


def leads_to(kind: GameKind, parts: Any, event: dict[str, Any]) -> bool:
    """Return whether an event begins with chosen parts; entries of sets may come in any order."""
    name = kind.rules.decisions.sets.get(event["type"], "")
    left = [*event.get(name, ())] if not event.get("returned") else []
    own = dict(to_parts(event))
    for path, value in parts:
        if left and path.startswith(f"{name}."):
            if value not in left:
                return False
            left.remove(value)
        elif path not in own or own[path] != value:
            return False
    return True


def named(event: dict[str, Any]) -> int:
    """Return how many spaces, cards, tiles and other values an event names."""
    return sum(path not in CONSTANT for path, _ in to_parts(event))


@pytest.mark.parametrize(
    ("slug", "ruleset", "setup"), SETUPS, ids=lambda v: v if isinstance(v, str) else "".join(v)
)
def test_each_legal_event_needs_few_taps(slug: str, ruleset: str, setup: dict[str, str]) -> None:
    kind, rng, types = get_kind(slug), random.Random(7), set()
    for state in positions(kind, ruleset, setup, deep.seed(f"{slug} {ruleset}")):
        for turn in recording.turns_of(kind, state):
            listed = list(islice(recording.offers(kind, state, turn), LISTED))
            for event in rng.sample(listed, min(CHECKED, len(listed))):
                taps = count_taps(kind, state, turn, event)
                assert taps <= named(event) + 2, (event, taps)
                types.add(event["type"])
    assert len(types) >= 2, types
