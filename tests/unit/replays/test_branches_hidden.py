"""What branches tell of a game's secrets: nothing that the view they are played as may not know."""

import json
import random
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.core import branching
from games.registry import get_kind, read_replay, simulate
from replays import services as replay_services
from replays.models import Branch, Game

from .branches import CHASE, Api, kept
from .logs import as_json, json_log

pytestmark = pytest.mark.django_db

SNIFF = {"type": "sniff", "samurai": "green", "space": "b2"}


@pytest.fixture
def api() -> Api:
    return Api()


def unfinished(bound: str, route: list[str], target: str) -> dict[str, Any]:
    plan = {"type": "plan", "route": route, "target": target, "false_trail": "f3"}
    events = [{"type": "bind", "object": bound}, CHASE["events"][1], plan, *CHASE["events"][3:5]]
    return json_log(events=events)


TWINS = (
    unfinished("mask", ["b4", "b3", "b2", "c2"], "c3"),
    unfinished("lantern", ["b4", "b3", "b2", "a2"], "b1"),
)
THEN = datetime(2026, 1, 1, tzinfo=UTC)
END = {"type": "resign", "role": "goryo"}


def test_nobody_branches_a_game_that_may_still_be_going_on(api: Api) -> None:
    found = set()
    for log in TWINS:
        game = kept(log)
        for view in ("omniscient", "goryo", "samurai", "public", "cat"):
            body = {"step": 3, "as": view}
            answer = api.send("POST", f"games/{game.public_id}/branches/", body)
            assert answer.status_code == 403
            found.add(answer.content)
    assert len(found) == 1
    assert not Branch.objects.exists()


def test_an_unfinished_game_in_which_nothing_is_hidden_can_be_branched(api: Api) -> None:
    log = json.loads(simulate("gorinto", "2p-burrow", "1", random.Random(1)).canonical())
    log["events"] = log["events"][:6]
    log["events"][0]["note"] = "a note of mine"
    log.pop("outcome", None)
    branch = api.begin(f"games/{kept(log).public_id}", 6)
    assert branch["view"] == "public"
    assert "omniscient" not in branch["views"]
    answers = [api.send("GET", f"branches/{branch['id']}/{path}") for path in ("log/", "steps/")]
    assert all(b"note of mine" not in answer.content for answer in answers)
    query = "steps/?as=omniscient"
    assert api.send("GET", f"branches/{branch['id']}/{query}").status_code == 400


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_twins_answer_a_closed_view_with_the_same_bytes_until_the_reveal(view: str) -> None:
    """The games are finished, so that they can be branched; a Samurai who plays on from the chase
    is told nothing by which he could tell one from the other, before he asks.
    """
    first, second = (answers_of_a_chase(log, view) for log in TWINS)
    assert first == second
    assert len(first) > 20


def answers_of_a_chase(log: dict[str, Any], view: str) -> list[tuple[str, int, bytes]]:
    api, game = Api(), kept({**log, "events": [*log["events"], END]})
    Game.objects.filter(pk=game.pk).update(public_id="g" * 12)
    found: list[tuple[str, int, bytes]] = []

    def note(path: str, answer: Any) -> None:
        content = answer.content.replace(api.keys["b" * 12].encode(), b"")
        found.append((path, answer.status_code, content))

    for step in range(6):
        api.begin(f"games/{'g' * 12}", step, **{"as": view})
        key = api.keys.popitem()[1]
        api.keys = {"b" * 12: key}
        Branch.objects.update(public_id="b" * 12, seed="s", created_at=THEN)
        for path in ("", "legal/", "legal/?at=2", f"steps/?as={view}&belief=1"):
            note(path, api.send("GET", f"branches/{'b' * 12}/{path}"))
        for event in (
            {"type": "draw", "object": "mask"},
            {"type": "plan"},
            SNIFF | {"space": "e5"},
        ):
            note(str(event), api.send("POST", f"branches/{'b' * 12}/events/", {"event": event}))
        if step == 5:  # both answer the questions of this square alike, so the stories stay twins
            asked = {**SNIFF, "space": "b2"}
            note("ask", api.send("POST", f"branches/{'b' * 12}/events/", {"event": asked}))
        else:
            note("decide", api.send("POST", f"branches/{'b' * 12}/events/", {"decide": "game"}))
        note("steps", api.send("GET", f"branches/{'b' * 12}/steps/?as={view}&belief=1"))
        note("legal", api.send("GET", f"branches/{'b' * 12}/legal/"))
        author = browser_with(key)
        for query in (f"?as={view}", f"?as={view}&belief=uniform&step=4"):
            page = author.get(f"/branches/{'b' * 12}/{query}")
            page.content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", page.content)
            assert b'name="action" value="undo"' in page.content
            note(query, page)
        Branch.objects.all().delete()
    replay_services.delete_games([game.pk])
    return found


def browser_with(key: str) -> Client:
    """The browser that made the branch."""
    author = Client()
    author.cookies[f"edit_{'b' * 12}_en"] = key
    return author


def test_the_comparison_of_twins_can_fail() -> None:
    first, second = (answers_of_a_chase(log, "omniscient") for log in TWINS)
    assert first != second


def test_a_plan_that_was_decided_for_a_samurai_stays_hidden_from_him(api: Api) -> None:
    game = kept(CHASE)
    branch = api.begin(f"games/{game.public_id}", 2, **{"as": "samurai"})
    legal = api.legal(branch)
    assert (legal["due"], legal["is_yours"], legal["in_the_game"]) == (
        "plan", False, {"type": "plan"},
    )  # fmt: skip
    for how in ("game", "chance"):
        answer = api.play(branch, decide=how)
        step = answer.json()["step"]
        assert (step["event"], step["by"]) == ({"type": "plan"}, "decided")
        assert step["state"]["plan"] is None
        api.send("DELETE", f"branches/{branch['id']}/events/")


def test_chance_is_drawn_from_the_seed_of_the_branch(api: Api) -> None:
    game = kept(CHASE)
    branch = api.begin(f"games/{game.public_id}", 2)
    plans = []
    for _ in range(3):
        plans.append(api.play(branch, decide="chance").json()["step"]["event"])
        api.send("DELETE", f"branches/{branch['id']}/events/")
    assert plans[0] == plans[1] == plans[2]
    assert (
        as_json(plans[0]).decode()
        not in api.send("GET", f"branches/{branch['id']}/").content.decode()
    )


# ---------------------------------------------- a branch that hides something else than its game

HAUNTED = CHASE["events"][1]
AFTER_THE_PLAN = [
    {"type": "move", "samurai": "green", "to": "b3"},
    {"type": "search", "samurai": "green", "answer": True},
]


def game_with_plan(plan: dict[str, Any]) -> dict[str, Any]:
    bind = {"type": "bind", "object": "mask"}
    return json_log(events=[bind, HAUNTED, plan, *AFTER_THE_PLAN, END])


def plans_by_chance_and_another() -> tuple[dict[str, Any], dict[str, Any]]:
    """The plan that chance decides for a branch with seed `s` after step 2, and another one of
    which everything that was asked in the game is answered alike.
    """
    kind = get_kind("goryo")
    start = read_replay(json.dumps(game_with_plan({**CHASE["events"][2]})))
    played = branching.play_on(kind, start, 2, [])
    drawn = branching.event_of_bot(kind, played, random.Random("s:2"))
    assert drawn is not None
    passes = "b3" in drawn.plain["route"]
    AFTER_THE_PLAN[1]["answer"] = passes
    other = next(
        plan
        for plan in branching.possible_events(kind, played.final, "omniscient")
        if plan["type"] == "plan"
        and ("b3" in plan["route"]) == passes
        and "false_trail" not in plan
        and (plan["route"], plan["target"]) != (drawn.plain["route"], drawn.plain["target"])
    )
    return drawn.plain, other


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_nobody_is_told_that_chance_made_the_plan_of_the_game(view: str) -> None:
    found = [answers_after_chance(plan, view) for plan in plans_by_chance_and_another()]
    assert [one for one, two in zip(*found, strict=True) if one != two] == []
    assert any(b"As in the game: green move b3" in content for _, _, content in found[0])


def test_that_comparison_can_fail() -> None:
    found = [answers_after_chance(plan, "goryo") for plan in plans_by_chance_and_another()]
    assert found[0] != found[1]


def answers_after_chance(plan: dict[str, Any], view: str) -> list[tuple[str, int, bytes]]:
    """A branch from before the plan: chance makes one, and then all is as in the game."""
    api, game = Api(), kept(game_with_plan(plan))
    Game.objects.filter(pk=game.pk).update(public_id="g" * 12)
    api.begin(f"games/{'g' * 12}", 2, **{"as": view})
    key = api.keys.popitem()[1]
    api.keys = {"b" * 12: key}
    Branch.objects.update(public_id="b" * 12, seed="s", created_at=THEN)
    author = browser_with(key)
    found = []
    for decide in ("chance", "game", "game", "game"):
        path = f"branches/{'b' * 12}/events/"
        answers = [
            api.send("POST", path, {"decide": decide}),
            api.send("GET", f"branches/{'b' * 12}/"),
            api.send("GET", f"branches/{'b' * 12}/legal/"),
            api.send("GET", f"branches/{'b' * 12}/steps/?as={view}&belief=1"),
            author.get(f"/branches/{'b' * 12}/?as={view}&belief=uniform"),
        ]
        for at, answer in enumerate(answers):
            content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", answer.content)
            found.append((f"{decide} {at}", answer.status_code, content))
    replay_services.delete_games([game.pk])
    return found


def test_a_view_in_the_dark_is_told_of_answers_only_that_they_are_assumed(api: Api) -> None:
    """Played by who knows the plan, looked at by who does not: a right answer and a wrong one."""
    game, seen = kept(CHASE), set()
    for answer in (True, False):
        branch = api.begin(f"games/{game.public_id}", 4, **{"as": "goryo"})
        api.play(branch, event={"type": "search", "samurai": "green", "answer": answer})
        steps = api.send("GET", f"branches/{branch['id']}/steps/?as=samurai").json()["steps"]
        page = api.client.get(f"/branches/{branch['id']}/?as=samurai").content.decode()
        seen.add((steps[-1]["assumed"], "Counterfactual" in page, "counterfactual" in page))
        own = api.send("GET", f"branches/{branch['id']}/").json()
        assert own["counterfactual"] is not answer
    assert seen == {(True, True, True)}


def test_what_a_knowing_view_is_offered_is_not_shown_to_one_in_the_dark(client: Client) -> None:
    game = kept(CHASE)
    begun = client.post(f"/games/{game.public_id}/branch/", {"step": "2", "as": "goryo"})
    address = begun["Location"].partition("#")[0]
    assert b"b4 b3 b2 c2" in client.get(address).content
    page = client.get(f"{address}?as=samurai").content
    assert b"b4 b3 b2 c2" not in page
    assert b"View as Gory" in page
