"""The fast way through plain events equals the rules: for every event of random games, for other
legal events of their positions, for events with a changed field, and for events of other positions,
most of which are illegal.
"""

import json
import random
from itertools import islice
from typing import Any

import pytest

from games.core.replay import Replay
from games.kyoto.rules.board import SPACES
from games.kyoto.rules.components import CARDS, TOMOYO
from games.kyoto.rules.engine import ENGINE
from games.kyoto.rules.events import Charge, Defend, Draw, Event, Site, Tunnel
from games.kyoto.rules.plain import advance
from games.kyoto.rules.state import State
from games.registry import judge
from tests.support.kyoto_games import random_logs

GAMES = 24


@pytest.fixture(scope="module")
def replays() -> list[Replay]:
    """Return random games of every mode, fully recorded and as table logs."""
    logs = [*random_logs(GAMES), *random_logs(GAMES // 3, "table")]
    judged = [game for log in logs for game in judge(json.dumps(log).encode())]
    return [game.replay for game in judged if game.replay is not None]


def compare(state: State, event: Event) -> bool:
    """Compare one event with the rules; return whether the fast way takes it."""
    after = advance(state, event)
    if after is None:
        return False
    assert ENGINE.violation(state, event) is None, (state, event)
    expected, effects = ENGINE.transition(state, event)
    assert (after, effects) == (expected, ()), event
    return True


def test_plain_events_of_games_are_those_of_the_rules(replays: list[Replay]) -> None:
    full = replays[:GAMES]
    taken = [compare(step.before, step.entry.event) for game in full for step in game.steps]
    assert sum(taken) > len(taken) * 0.75
    for game in replays[GAMES:]:
        assert not any(compare(step.before, step.entry.event) for step in game.steps)


def test_other_legal_events_are_those_of_the_rules(replays: list[Replay]) -> None:
    taken = 0
    for game in replays:
        for step in game.steps[::5]:
            events = islice(ENGINE.legal_events(step.before), 60)
            taken += sum(compare(step.before, event) for event in events)
    assert taken > len(replays)


def test_draws_of_all_kinds_are_taken(replays: list[Replay]) -> None:
    kinds = set()
    for step in [step for game in replays[:GAMES] for step in game.steps]:
        event: Any = step.entry.event
        if isinstance(event, Draw) and compare(step.before, event):
            is_tomoyo = step.before.sides[0].charisma == TOMOYO and bool(event.returned)
            kinds.add((is_tomoyo, min(len(event.cards), 2)))
    assert kinds >= {(False, 0), (False, 1), (False, 2), (True, 1), (True, 2)}


FIELDS: dict[str, tuple[Any, ...]] = {
    "card": CARDS,
    "origin": SPACES,
    "to": SPACES,
    "back": (True, False),
    "fan": (True, False),
    "piles": ((), ("site",)),
    "returned": ((), (None,), *[(card,) for card in CARDS]),
    "cards": ((), *[(card,) for card in CARDS], *[("wild", card) for card in CARDS]),
}


def test_events_with_a_changed_field_are_those_of_the_rules(replays: list[Replay]) -> None:
    rng, taken, refused = random.Random(5), 0, 0
    for game in replays:
        for step in game.steps:
            event: Any = step.entry.event
            if isinstance(event, Site | Defend | Tunnel | Charge | Draw):
                for field in event._fields:
                    for value in rng.sample(FIELDS[field], 2):
                        changed = event._replace(**{field: value})
                        taken += compare(step.before, changed)
                        refused += ENGINE.violation(step.before, changed) is not None
    assert min(taken, refused) > 1000


def test_illegal_events_are_left_to_the_rules(replays: list[Replay]) -> None:
    events = [step.entry.event for game in replays for step in game.steps]
    refused = 0
    for game in replays:
        for number, step in enumerate(game.steps[::7]):
            for event in events[number :: len(events) // 40]:
                refused += ENGINE.violation(step.before, event) is not None
                compare(step.before, event)
    assert refused > len(replays)
