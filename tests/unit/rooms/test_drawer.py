"""Drawing a game step by step gives the same frames as drawing it whole."""

import random

import pytest

from games.registry import get_kind, judge_log
from tests.unit.rooms.sessions import random_script

GAMES = [
    *(("goryo", "2019"), ("goryo", "2024-advanced"), ("gorinto", "2p-burrow")),
    *(("gorinto", "solo-normal"), ("kyoto", "charisma-equipment"), ("kyoto", "base")),
]


@pytest.mark.parametrize(("slug", "ruleset"), GAMES)
def test_frames_are_those_of_the_whole_game(slug: str, ruleset: str) -> None:
    script, kind = random_script(slug, ruleset, random.Random(2)), get_kind(slug)
    replay = judge_log({**script.header, "events": script.events}).replay
    assert replay is not None
    assert kind.display.drawer is not None
    roles = kind.identity.roles_in(kind.identity.mode_of(replay.record.setup))
    for view in (*roles, "public", "omniscient"):
        drawer = kind.display.drawer(replay, view)
        drawn = [drawer.start, *map(drawer.draw, replay.steps)]
        whole = [dict(frame) for frame in kind.display.frames(replay, view)]
        for frame in whole:
            frame.pop("course")
            frame.pop("turning", None)
        assert drawn == whole, view
