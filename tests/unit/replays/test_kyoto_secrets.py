"""Shadows in Kyoto, where both sides have secrets: twin games look alike to who may not know, also
in branches.
"""

from typing import Any

import pytest
from django.test import Client

from games.kyoto.kind import KIND
from tests.support.engine import accepted

from .branches import TwinBranches
from .kyoto_twins import SAME_AGENTS, TWINS, ended
from .logs import as_json

pytestmark = pytest.mark.django_db

BLIND = ("government", "public")


def replay_of(log: dict[str, Any]) -> Any:
    return accepted(as_json(log)).replay


@pytest.mark.parametrize("view", BLIND)
def test_twins_give_equal_steps_frames_and_knowledge(view: str) -> None:
    one, two = (replay_of(log) for log in TWINS)
    assert list(KIND.display.steps(one, view, True)) == list(KIND.display.steps(two, view, True))
    assert KIND.display.frames(one, view) == KIND.display.frames(two, view)
    insights = [KIND.display.insight(replay, view, "assignments", None) for replay in (one, two)]
    assert insights[0] == insights[1]


@pytest.mark.parametrize("view", ["omniscient", "oniwaban"])
def test_views_with_the_secrets_differ(view: str) -> None:
    one, two = (replay_of(log) for log in TWINS)
    assert KIND.display.frames(one, view) != KIND.display.frames(two, view)


def answers_on_branches(log: dict[str, Any], view: str) -> list[tuple[str, int, bytes]]:
    steps = f"steps/?as={view}&belief=1"
    with TwinBranches.of(ended(log)) as twin:
        for step in (0, 2, 4, 5, 8, 12, 15):
            twin.begin(step, view)
            twin.get("", "legal/", steps)
            for event in (
                {"type": "draw", "cards": ["shrine"]},
                {"type": "site", "card": "shrine", "from": "a1", "to": "b2"},
                {"type": "site", "card": "castle", "from": "d6", "to": "d5"},
                {"type": "bait", "marks": ["shrine"]},
                {"type": "swap", "spaces": ["a6", "c6"], "swapped": True},
            ):
                twin.play(event=event)
            for _ in range(2):
                twin.play(decide="game")
                twin.get(steps, "legal/")
            path = f"/branches/{twin.BRANCH}/?as={view}&belief=assignments"
            twin.note("page", Client().get(path))
    return twin.answers


@pytest.mark.parametrize("view", BLIND)
def test_variations_of_twins_have_equal_answers(view: str) -> None:
    first, second = (answers_on_branches(log, view) for log in SAME_AGENTS)
    assert [one[:2] for one in first] == [two[:2] for two in second]
    assert [one[0] for one, two in zip(first, second, strict=True) if one != two] == []
    assert {status for _, status, _ in first} >= {200, 201, 422}


def test_the_comparison_of_branches_can_fail() -> None:
    first, second = (answers_on_branches(log, "oniwaban") for log in SAME_AGENTS)
    assert first != second
