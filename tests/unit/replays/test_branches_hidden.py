"""What branches tell of a game's secrets: nothing that the view they are played as may not know."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from games.core import branching
from games.registry import get_kind, read_replay, simulate
from replays.models import Branch

from .branches import CHASE, SNIFF, Api, TwinBranches, store_game
from .logs import as_json, json_log

pytestmark = pytest.mark.django_db


def unfinished(bound: str, route: list[str], target: str) -> dict[str, Any]:
    plan = {"type": "plan", "route": route, "target": target, "false_trail": "f3"}
    events = [{"type": "bind", "object": bound}, CHASE["events"][1], plan, *CHASE["events"][3:5]]
    return json_log(events=events)


TWINS = (
    unfinished("mask", ["b4", "b3", "b2", "c2"], "c3"),
    unfinished("lantern", ["b4", "b3", "b2", "a2"], "b1"),
)
END = {"type": "resign", "role": "goryo"}


def test_an_unfinished_game_has_no_variations(api: Api) -> None:
    found = set()
    for log in TWINS:
        game = store_game(log)
        for view in ("omniscient", "goryo", "samurai", "public", "cat"):
            body = {"step": 3, "as": view}
            answer = api.send("POST", f"games/{game.public_id}/branches/", body)
            assert answer.status_code == 403
            found.add(answer.content)
    assert len(found) == 1
    assert not Branch.objects.exists()


def test_an_unfinished_game_without_hidden_information_has_variations(api: Api) -> None:
    log = json.loads(simulate("gorinto", "2p-burrow", "1", random.Random(1)).canonical())
    log["events"] = log["events"][:6]
    log["events"][0]["note"] = "a note of mine"
    log.pop("outcome", None)
    branch = api.begin(store_game(log), 6)
    assert branch["view"] == "public"
    assert "omniscient" not in branch["views"]
    answers = [api.send("GET", f"branches/{branch['id']}/{path}") for path in ("log/", "steps/")]
    assert all(b"note of mine" not in answer.content for answer in answers)
    query = "steps/?as=omniscient"
    assert api.send("GET", f"branches/{branch['id']}/{query}").status_code == 400


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_variations_of_twins_have_equal_answers_until_the_reveal(view: str) -> None:
    """The games are finished, so that they can be branched; a Samurai who plays on from the chase
    is told nothing by which he could tell one from the other, before he asks.
    """
    first, second = (answers_of_a_chase(log, view) for log in TWINS)
    assert first == second
    assert len(first) > 20


def answers_of_a_chase(log: dict[str, Any], view: str) -> list[tuple[str, int, bytes]]:
    steps = f"steps/?as={view}&belief=1"
    with TwinBranches.of({**log, "events": [*log["events"], END]}) as twin:
        for step in range(6):
            author = twin.begin(step, view)
            twin.get("", "legal/", "legal/?at=2", steps)
            twin.play(event={"type": "draw", "object": "mask"})
            twin.play(event={"type": "plan"})
            twin.play(event=SNIFF | {"space": "e5"})
            if step == 5:  # both answer questions about this space alike, so they stay twins
                twin.play(event=SNIFF)
            else:
                twin.play(decide="game")
            twin.get(steps, "legal/")
            for query in (f"?as={view}", f"?as={view}&belief=uniform&step=4"):
                page = author.get(f"/branches/{twin.BRANCH}/{query}")
                assert b'name="action" value="undo"' in page.content
                twin.note(query, page)
    return twin.answers


def test_the_comparisons_can_fail() -> None:
    first, second = (answers_of_a_chase(log, "omniscient") for log in TWINS)
    assert first != second
    first, second = (answers_after_chance(plan, "goryo") for plan in plans_by_chance_and_another())
    assert first != second


def test_a_plan_decided_for_a_samurai_stays_hidden(api: Api) -> None:
    game = store_game()
    branch = api.begin(game, 2, **{"as": "samurai"})
    legal = api.legal(branch)
    assert (legal["due"], legal["is_yours"], legal["in_the_game"]) == (
        "plan", False, {"type": "plan"},
    )  # fmt: skip
    for how in ("game", "chance"):
        answer = api.play(branch, decide=how)
        step = answer.json()["step"]
        assert (step["event"], step["by"]) == ({"type": "plan"}, "decided")
        assert step["state"]["plan"] is None
        api.undo(branch)


def test_chance_is_drawn_from_the_seed_of_the_branch(api: Api) -> None:
    game = store_game()
    branch = api.begin(game, 2)
    plans = []
    for _ in range(3):
        plans.append(api.play(branch, decide="chance").json()["step"]["event"])
        api.undo(branch)
    assert plans[0] == plans[1] == plans[2]
    assert as_json(plans[0]) not in api.send("GET", f"branches/{branch['id']}/").content


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
def test_a_plan_by_chance_does_not_reveal_the_plan_of_the_game(view: str) -> None:
    found = [answers_after_chance(plan, view) for plan in plans_by_chance_and_another()]
    assert [one for one, two in zip(*found, strict=True) if one != two] == []
    assert any(b"As in the game: green move b3" in content for _, _, content in found[0])


def answers_after_chance(plan: dict[str, Any], view: str) -> list[tuple[str, int, bytes]]:
    """Branch before the plan, let chance make one, and then follow the game."""
    with TwinBranches.of(game_with_plan(plan)) as twin:
        author = twin.begin(2, view)
        for decide in ("chance", "game", "game", "game"):
            twin.play(decide=decide)
            twin.get("", "legal/", f"steps/?as={view}&belief=1")
            twin.note("page", author.get(f"/branches/{twin.BRANCH}/?as={view}&belief=uniform"))
    return twin.answers


def test_a_view_without_the_secrets_sees_answers_as_assumed(api: Api) -> None:
    """Played by who knows the plan, looked at by who does not: a right answer and a wrong one."""
    game, seen = store_game(), set()
    for answer in (True, False):
        branch = api.begin(game, 4, **{"as": "goryo"})
        api.play(branch, event={"type": "search", "samurai": "green", "answer": answer})
        steps = api.steps(branch, "?as=samurai")
        page = api.client.get(f"/branches/{branch['id']}/?as=samurai").content.decode()
        seen.add((steps[-1]["assumed"], "Counterfactual" in page, "counterfactual" in page))
        assert api.json(f"branches/{branch['id']}/")["counterfactual"] is not answer
    assert seen == {(True, True, True)}


def test_offers_are_not_shown_to_a_view_that_knows_less(client: Client) -> None:
    game = store_game()
    begun = client.post(f"/games/{game.public_id}/branch/", {"step": "2", "as": "goryo"})
    address = begun["Location"].partition("#")[0]
    assert b"b4 b3 b2 c2" in client.get(address).content
    page = client.get(f"{address}?as=samurai").content
    assert b"b4 b3 b2 c2" not in page
    assert b"View as Gory" in page
