"""Variations show nothing that the view they are played as may not know."""

import random
from typing import Any

import pytest
from django.test import Client

from games.core import branching
from games.registry import get_kind
from replays.models import Branch, Game
from tests.support.engine import accepted, bot_game
from tests.support.pages import page, present
from tests.support.twins import TWINS

from .branches import CHASE, SNIFF, Api, TwinBranches, store_game
from .logs import as_json, json_log

pytestmark = pytest.mark.django_db


END = {"type": "resign", "role": "goryo"}


def test_an_unfinished_game_has_no_variations(api: Api) -> None:
    found = set()
    for log in TWINS:
        game = store_game(log)
        for view in ("omniscient", "goryo", "samurai", "public", "cat"):
            answer = api.send("POST", f"games/{game.public_id}/branches/", {"step": 3, "as": view})
            assert answer.status_code == 403
            found.add(answer.content)
    assert len(found) == 1
    assert not Branch.objects.exists()


def test_an_unfinished_game_without_hidden_information_has_variations(api: Api) -> None:
    log = bot_game("gorinto", "2p-burrow").plain()
    log["events"] = log["events"][:6]
    log["events"][0]["note"] = "a note of mine"
    log.pop("outcome", None)
    branch = api.begin(store_game(log), 6)
    assert (branch["view"], "omniscient" in branch["views"]) == ("public", False)
    path = f"branches/{branch['id']}/"
    for part in ("log/", "steps/"):
        assert b"note of mine" not in api.send("GET", path + part).content
    assert api.send("GET", f"{path}steps/?as=omniscient").status_code == 400


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_variations_of_twins_have_equal_answers_until_the_reveal(view: str) -> None:
    """The games are finished, so that they can be branched; a Samurai who plays on from the chase
    gets the same answers in both, before he asks.
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
            # Both answer questions about the last space alike, so they stay twins.
            twin.play(**({"event": SNIFF} if step == 5 else {"decide": "game"}))
            twin.get(steps, "legal/")
            for query in (f"?as={view}", f"?as={view}&belief=uniform&step=4"):
                answer = author.get(f"/branches/{twin.BRANCH}/{query}")
                assert b'name="action" value="undo"' in answer.content
                twin.note(query, answer)
            last = Branch.objects.get().last_step
            for at in range(last + 1):
                query = f"moves/?of={twin.BRANCH}&as={view}&step={at}"
                answer = author.get(f"/games/{twin.GAME}/{query}")
                assert answer.status_code == 200
                twin.note(query, answer)
    return twin.answers


def test_the_comparisons_can_fail() -> None:
    first, second = (answers_of_a_chase(log, "omniscient") for log in TWINS)
    assert first != second
    first, second = (answers_after_chance(log, "goryo") for log in games_with_other_plans())
    assert first != second


def test_a_plan_decided_for_a_samurai_stays_hidden(api: Api, game: Game) -> None:
    branch = api.begin(game, 2, **{"as": "samurai"})
    hidden = {"due": "plan", "is_yours": False, "in_the_game": {"type": "plan"}}
    assert api.legal(branch).items() >= hidden.items()
    for how in ("game", "chance"):
        step = api.play(branch, decide=how).json()["step"]
        assert (step["event"], step["by"]) == ({"type": "plan"}, "decided")
        assert step["state"]["plan"] is None
        api.undo(branch)


def test_chance_is_drawn_from_the_seed_of_the_branch(api: Api, game: Game) -> None:
    branch, plans = api.begin(game, 2), []
    for _ in range(3):
        plans.append(api.play(branch, decide="chance").json()["step"]["event"])
        api.undo(branch)
    assert plans == [plans[0]] * 3
    assert as_json(plans[0]) not in api.send("GET", f"branches/{branch['id']}/").content


# ---------------------------------------------- a branch that hides something else than its game

BIND, HAUNT, PLAN, MOVE, SEARCH = CHASE["events"][:5]


def game_with_plan(plan: dict[str, Any], answer: bool = True) -> dict[str, Any]:
    return json_log(events=[BIND, HAUNT, plan, MOVE, {**SEARCH, "answer": answer}, END])


def games_with_other_plans() -> list[dict[str, Any]]:
    """Two games: with the plan that chance decides for a branch with seed `s` after step 2, and
    with another one of which everything that was asked in the game is answered alike.
    """
    kind = get_kind("goryo")
    played = branching.play_on(kind, accepted(as_json(game_with_plan(PLAN))).replay, 2, [])
    drawn = branching.event_of_bot(kind, played, random.Random("s:2")).plain
    passes = "b3" in drawn["route"]
    other = next(
        plan
        for plan in branching.possible_events(kind, played.final, "omniscient")
        if plan["type"] == "plan"
        and ("b3" in plan["route"]) == passes
        and "false_trail" not in plan
        and (plan["route"], plan["target"]) != (drawn["route"], drawn["target"])
    )
    return [game_with_plan(plan, passes) for plan in (drawn, other)]


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_a_plan_by_chance_does_not_reveal_the_plan_of_the_game(view: str) -> None:
    found = [answers_after_chance(log, view) for log in games_with_other_plans()]
    assert [one for one, two in zip(*found, strict=True) if one != two] == []
    assert any(b"As in the game: green move b3" in content for _, _, content in found[0])


def answers_after_chance(log: dict[str, Any], view: str) -> list[tuple[str, int, bytes]]:
    """Branch before the plan, let chance make one, and then follow the game."""
    with TwinBranches.of(log) as twin:
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
        text = page(api.client, f"/branches/{branch['id']}/?as=samurai")
        seen.add((steps[-1]["assumed"], "Counterfactual" in text, "counterfactual" in text))
        assert api.json(f"branches/{branch['id']}/")["counterfactual"] is not answer
    assert seen == {(True, True, True)}


def test_offers_are_not_shown_to_a_view_that_knows_less(client: Client) -> None:
    begun = client.post(f"/games/{store_game().public_id}/branch/", {"step": "2", "as": "goryo"})
    address = begun["Location"].partition("#")[0]
    assert "b4 b3 b2 c2" in page(client, address)
    blind = page(client, f"{address}?as=samurai")
    assert present(blind, "b4 b3 b2 c2", "View as Gory") == ["View as Gory"]
