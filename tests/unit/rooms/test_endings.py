"""The events with which a game can be ended are those that the rules list."""

import random

import pytest

from games.core import recording
from games.core.contract import PUBLIC
from games.core.replay import Replay
from games.core.turns import STOPS
from games.recorder.offers import endings
from games.recorder.table import replay_before
from games.registry import KINDS, get_kind, judge_log
from tests.unit.rooms.sessions import random_script

RULESETS = [
    (kind.slug, ruleset) for kind in KINDS.values() for ruleset in list(kind.identity.rulesets)[:9]
]


def listed(slug: str, replay: Replay) -> list[dict[str, object]]:
    """Return the events that end the game, found among all legal ones."""
    kind = get_kind(slug)
    seen = recording.seen_position(kind, replay.final, PUBLIC)
    listed = kind.rules.decisions.listed
    events = kind.rules.engine.legal_events(seen) if listed is None else listed(seen, {})
    return [e for e in map(kind.log.codec.plain_event, events) if e["type"] in STOPS]


@pytest.mark.parametrize(("slug", "ruleset"), RULESETS)
def test_endings_are_those_that_the_rules_list(slug: str, ruleset: str) -> None:
    script, kind = random_script(slug, ruleset, random.Random(3)), get_kind(slug)
    replay = judge_log({**script.header, "events": script.events}).replay
    assert replay is not None
    n_found = 0
    for n in range(0, len(replay.steps) + 1, 3):
        before = replay_before(kind, replay, n)
        found = endings(kind, before)
        assert found == listed(slug, before)
        n_found += len(found)
    assert n_found > 0
