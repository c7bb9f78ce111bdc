"""Shadows in Kyoto, where both sides have secrets: twin games look alike to who may not know, also
in branches.
"""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.kyoto.kind import KIND
from games.registry import judge
from replays import services as replay_services
from replays.models import Branch, Game

from .branches import Api, kept
from .kyoto_twins import SAME_AGENTS, TWINS, ended
from .logs import as_json

pytestmark = pytest.mark.django_db

BLIND = ("government", "public")
THEN = datetime(2026, 1, 1, tzinfo=UTC)


def replay_of(log: dict[str, Any]) -> Any:
    (judged,) = judge(as_json(log))
    assert judged.findings == ()
    return judged.replay


@pytest.mark.parametrize("view", BLIND)
def test_twins_give_equal_steps_frames_and_knowledge(view: str) -> None:
    one, two = (replay_of(log) for log in TWINS)
    assert list(KIND.display.steps(one, view, True)) == list(KIND.display.steps(two, view, True))
    assert KIND.display.frames(one, view) == KIND.display.frames(two, view)
    assert KIND.display.insight is not None
    insights = [KIND.display.insight(replay, view, "assignments", None) for replay in (one, two)]
    assert insights[0] == insights[1]


@pytest.mark.parametrize("view", ["omniscient", "oniwaban"])
def test_who_may_know_sees_the_twins_differ(view: str) -> None:
    one, two = (replay_of(log) for log in TWINS)
    assert KIND.display.frames(one, view) != KIND.display.frames(two, view)


def answers_on_branches(log: dict[str, Any], view: str) -> list[tuple[str, int, bytes]]:
    api, game = Api(), kept(ended(log))
    Game.objects.filter(pk=game.pk).update(public_id="g" * 12)
    found: list[tuple[str, int, bytes]] = []

    def note(path: str, answer: Any) -> None:
        content = answer.content.replace(api.keys["b" * 12].encode(), b"")
        found.append((path, answer.status_code, content))

    for step in (0, 2, 4, 5, 8, 12, 15):
        api.begin(f"games/{'g' * 12}", step, **{"as": view})
        api.keys = {"b" * 12: api.keys.popitem()[1]}
        Branch.objects.update(public_id="b" * 12, seed="s", created_at=THEN)
        for path in ("", "legal/", f"steps/?as={view}&belief=1"):
            note(path, api.send("GET", f"branches/{'b' * 12}/{path}"))
        for event in (
            {"type": "draw", "cards": ["shrine"]},
            {"type": "site", "card": "shrine", "from": "a1", "to": "b2"},
            {"type": "site", "card": "castle", "from": "d6", "to": "d5"},
            {"type": "bait", "marks": ["shrine"]},
            {"type": "swap", "spaces": ["a6", "c6"], "swapped": True},
        ):
            note(str(event), api.send("POST", f"branches/{'b' * 12}/events/", {"event": event}))
        for _ in range(2):
            note("game", api.send("POST", f"branches/{'b' * 12}/events/", {"decide": "game"}))
            note("steps", api.send("GET", f"branches/{'b' * 12}/steps/?as={view}&belief=1"))
            note("legal", api.send("GET", f"branches/{'b' * 12}/legal/"))
        page = Client().get(f"/branches/{'b' * 12}/?as={view}&belief=assignments")
        page.content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", page.content)
        note("page", page)
        Branch.objects.all().delete()
    replay_services.delete_games([game.pk])
    return found


@pytest.mark.parametrize("view", BLIND)
def test_branches_of_twins_answer_who_may_not_know_alike(view: str) -> None:
    first, second = (answers_on_branches(log, view) for log in SAME_AGENTS)
    assert [one[:2] for one in first] == [two[:2] for two in second]
    assert [one[0] for one, two in zip(first, second, strict=True) if one != two] == []
    assert {status for _, status, _ in first} >= {200, 201, 422}


def test_the_comparison_of_branches_can_fail() -> None:
    first, second = (answers_on_branches(log, "oniwaban") for log in SAME_AGENTS)
    assert first != second
