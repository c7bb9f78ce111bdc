"""Variations by the API: events are the engine's, edit keys and limits."""

import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.registry import get_kind, read_replay
from replays import services as replay_services
from replays.models import Branch, Game
from replays.models.branch import LINE_MAX
from replays.reads import branches as branch_reads
from tests.support.engine import bot_game

from .branches import DISCOVER, SNIFF, Api, outcome, store_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def branch(api: Api, game: Game) -> dict[str, Any]:
    return api.begin(game, 5)


def test_the_edit_key_is_returned_once(api: Api, game: Game) -> None:
    branch = api.begin(game, 5, name="  <what\u200b> if ")
    assert branch["name"] == "<what> if"
    assert (branch["view"], branch["from_step"], branch["last_step"]) == ("omniscient", 5, 5)
    assert branch["game"].endswith(f"/api/v1/games/{game.public_id}/")
    assert "edit_key" not in api.json(f"branches/{branch['id']}/")
    stored = Branch.objects.get()
    assert branch["edit_key"] not in (stored.edit_key, stored.seed)
    assert len(stored.edit_key) == 64


def test_questions_are_answered_by_the_secrets(api: Api) -> None:
    answer = api.play(api.begin(store_game(), 5, **{"as": "samurai"}), event=SNIFF)
    assert answer.status_code == 201
    step = answer.json()["step"]
    shown = {"event": {**SNIFF, "answer": True}, "step": 6, "by": "secrets", "assumed": False}
    assert step.items() >= shown.items()
    assert step["belief"]["hypotheses"] > 0
    assert (step["state"]["plan"], answer.json()["counterfactual"]) == (None, False)


def test_another_answer_is_an_assumption(api: Api, branch: Any) -> None:
    body = api.play(branch, event={**SNIFF, "answer": False}).json()
    assert [(t["step"], t["text"]) for t in body["assumes"]] == [(6, "green sniff b2 no")]
    child = api.begin(f"branches/{branch['id']}", 6)
    assert body["counterfactual"] is child["counterfactual"] is True
    log = json.loads(api.send("GET", f"branches/{child['id']}/log/").content)
    assert log["x_branch_of"]["assumes"] == [{"step": 6, "event": "green sniff b2 no"}]
    undone = api.undo(branch).json()
    assert (undone["counterfactual"], undone["n_events"]) == (False, 0)


def test_events_of_the_game_can_be_followed(api: Api, game: Game) -> None:
    branch = api.begin(game, 3)
    assert api.legal(branch)["in_the_game"] == {"type": "move", "samurai": "green", "to": "b3"}
    for _ in range(4):
        assert api.play(branch, decide="game").status_code == 201
    steps = api.steps(branch)
    whole = api.send("GET", f"games/{game.public_id}/steps/").json()["steps"]
    assert [s["state"] for s in steps] == [s["state"] for s in whole]
    assert api.play(branch, decide="game").status_code == 422


@pytest.mark.parametrize("slug", ["goryo", "gorinto"])
def test_states_of_random_variations_are_those_of_the_engine(api: Api, slug: str) -> None:
    game, rng = store_game(bot_game(slug).plain()), random.Random(3)
    for step in range(0, game.n_events + 1, max(1, game.n_events // 8)):
        branch = api.begin(game, step, **{"as": rng.choice(branch_reads.views_to_play(game))})
        for _ in range(5):
            if not play_at_random(api, branch, rng):
                break
        check_states(api, branch)


def play_at_random(api: Api, branch: dict[str, Any], rng: random.Random) -> bool:
    """Play a random event through the tree of choices; return False at the end."""
    legal = api.legal(branch)
    if legal["due"] is None:
        return False
    if not legal["is_yours"] or rng.random() < 0.1:
        answer = api.play(branch, decide=rng.choice(["chance", "chance", "game"]))
        assert answer.status_code in (201, 422), answer.content
        return bool(answer.status_code == 201)
    while not legal["events"]:
        choice = rng.choice([*legal["choices"], *([None] if legal["whole"] else [])])
        if choice is None:
            legal["events"] = [{"event": legal["whole"]}]
            break
        chosen = json.dumps([*legal["chosen"], [choice["path"], choice["value"]]])
        legal = api.legal(branch, f"?chosen={chosen}")
    answer = api.play(branch, event=rng.choice(legal["events"])["event"])
    assert answer.status_code == 201, answer.content
    return True


def check_states(api: Api, branch: dict[str, Any]) -> None:
    """Check that the states of the API are those of the engine for the log."""
    steps = api.steps(branch, "?as=omniscient")
    for form in ("json", "text"):
        log = api.send("GET", f"branches/{branch['id']}/log/?form={form}").content
        replay = read_replay(log.decode())
        expected = get_kind(replay.record.kind).display.steps(replay, "omniscient", False)
        assert [s["state"] for s in expected] == [s["state"] for s in steps]


def test_a_variation_does_not_depend_on_its_parent(api: Api) -> None:
    first = api.begin(store_game(), 5)
    api.play(first, event=SNIFF)
    api.play(first, event=DISCOVER)
    second = api.begin(f"branches/{first['id']}", 6)
    assert (second["of"], second["game_step"], second["from_step"]) == (first["id"], 5, 6)
    early = api.begin(f"branches/{first['id']}", 2)
    assert (early["game_step"], early["from_step"]) == (2, 2)
    assert api.play(second, event={"type": "abandon"}).status_code == 201
    assert api.send("DELETE", f"branches/{first['id']}/").status_code == 204
    assert api.send("GET", f"branches/{first['id']}/").status_code == 404
    assert [s["event"]["type"] for s in api.steps(second)[5:]] == ["sniff", "abandon"]
    assert api.json(f"branches/{second['id']}/")["of"] is None


def test_only_the_edit_key_changes_a_variation(api: Api, game: Game) -> None:
    mine, other = (api.begin(game, 5) for _ in range(2))
    path = f"branches/{mine['id']}/"
    for key in ("", "x", "é" * 5, other["edit_key"], mine["edit_key"].upper(), "k" * 5000):
        tries = (
            ("POST", f"{path}events/", {"event": DISCOVER}), ("DELETE", f"{path}events/", None),
            ("PATCH", path, {"name": "x"}), ("DELETE", path, None),
        )  # fmt: skip
        for method, address, body in tries:
            assert outcome(api.send(method, address, body, key=key)) == (403, "edit_key_needed")
    assert Branch.objects.get(public_id=mine["id"]).n_events == 0
    assert api.send("PATCH", path, {"name": "new"}).json()["name"] == "new"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"step": 8}, 422, "no_such_step"),
        ({"step": -1}, 422, "no_such_step"),
        ({"step": 1, "as": "cat"}, 422, "not_playable"),
        ({"step": 1, "name": "n" * 81}, 422, "name_too_long"),
        ({"step": "1"}, 400, "wrong_type"),
        ({"step": True}, 400, "wrong_type"),
        ({"step": 1.0}, 400, "wrong_type"),
        ({"step": 1, "x": 1}, 400, "unknown_field"),
        ({}, 400, "missing_field"),
        ([], 400, "bad_body"),
    ],
)
def test_invalid_variations_are_refused(api: Api, body: Any, status: int, code: str) -> None:
    answer = api.send("POST", f"games/{store_game().public_id}/branches/", body)
    assert outcome(answer) == (status, code)
    assert not Branch.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"event": {"type": "move", "samurai": "green", "to": "e5"}}, 422, "not_adjacent"),
        ({"event": {"type": "draw", "object": "urn"}}, 422, "out_of_turn"),
        ({"event": {"type": "x<script>"}}, 422, "unknown_event"),
        ({"event": {"type": "discover", "note": "n"}}, 422, "aside"),
        ({"event": DISCOVER, "after": 3}, 409, "changed"),
        ({"event": [1]}, 400, "wrong_type"),
        ({"event": DISCOVER, "decide": "game"}, 400, "bad_body"),
        ({"decide": "me"}, 400, "bad_body"),
        ({}, 400, "bad_body"),
    ],
)
def test_illegal_events_fail(api: Api, branch: Any, body: Any, status: int, code: str) -> None:
    answer = api.play(branch, **body)
    assert outcome(answer) == (status, code)
    if status == 422:
        finding = answer.json()["findings"][0]
        assert (finding["event"], finding["code"]) == (5, code)
        assert len(set(finding["legal"])) > 10
    assert Branch.objects.get().n_events == 0


JSON = "application/json"


@pytest.mark.parametrize(
    ("data", "content_type", "status"),
    [
        *((data, JSON, 400) for data in (b"{", b'{"step": 1} x', b'{"step": 1, "step": 2}')),
        *((data, JSON, 400) for data in (b'{"step": NaN}', b"\xff", b"[" * 20000)),
        (b'{"name": "' + b"x" * 40000 + b'"}', JSON, 413),
        (b'{"step": 1}', "text/plain", 415),
    ],
)
def test_invalid_bodies_are_refused(data: bytes, content_type: str, status: int) -> None:
    address = f"/api/v1/games/{store_game().public_id}/branches/"
    assert Client().generic("POST", address, data, content_type).status_code == status


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("?at=6", 400), ("?at=x", 400), ("?at=٣", 400), ("?chosen=x", 400), ("?chosen={}", 400),
        ("?chosen=[[1,2]]", 400), ('?chosen=[["type",["a"]]]', 400), ("?as=public", 400),
        ("?chosen=" + "[" * 3000, 400), ("?at=3", 200), ('?chosen=[["type","x"]]', 200),
    ],
)  # fmt: skip
def test_parameters_of_legal_events(api: Api, query: str, status: int, branch: Any) -> None:
    assert api.send("GET", f"branches/{branch['id']}/legal/{query}").status_code == status


def test_the_number_of_events_is_limited(api: Api, branch: Any) -> None:
    row = {"event": {"type": "abandon"}, "by": "choice", "assumed": False}
    Branch.objects.update(inherited=[row] * LINE_MAX)
    assert outcome(api.play(branch, event=DISCOVER)) == (422, "too_long")


def test_throttles(api: Api, rates: Any, game: Game) -> None:
    rates(new="2/day", writes="6/min")
    api.begin(game, 5)
    branch = api.begin(game, 5)
    answer = api.send("POST", f"games/{game.public_id}/branches/", {"step": 1})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 60
    answers = [api.send("PATCH", f"branches/{branch['id']}/", {"name": "x"}) for _ in range(9)]
    assert {a.status_code for a in answers} == {200, 429}
    assert api.send("GET", f"branches/{branch['id']}/").status_code == 200


def test_the_log_of_a_variation_is_not_a_game(api: Api, branch: Any) -> None:
    api.play(branch, event={"type": "resign", "role": "samurai"})
    for form in ("json", "text"):
        log = api.send("GET", f"branches/{branch['id']}/log/?form={form}").content
        assert b"Jane" not in log
        assert b"secret" not in log.replace(b"x_secret", b"")
        for query in ("", "?dry_run=1"):
            answer = Client().post(f"/api/v1/games/{query}", log, content_type="text/plain")
            assert (answer.status_code, answer.json()["findings"][0]["code"]) == (422, "branch")
    assert Game.objects.count() == 1


def test_variations_of_a_withdrawn_game_are_not_found(api: Api, game: Game) -> None:
    branch = api.begin(game, 5)
    replay_services.withdraw_games([game.pk])
    for path in ("", "steps/", "legal/", "log/"):
        assert api.send("GET", f"branches/{branch['id']}/{path}").status_code == 404
    page = f"/branches/{branch['id']}/"
    answers = [Client().get(page), Client().post(page, {"action": "undo"})]
    answers.append(api.play(branch, event=DISCOVER))
    assert [answer.status_code for answer in answers] == [404] * 3
    replay_services.delete_games([game.pk])
    assert not Branch.objects.exists()


def test_old_empty_variations_are_deleted(api: Api, game: Game) -> None:
    _, played, fresh = (api.begin(game, 5) for _ in range(3))
    api.play(played, event=DISCOVER)
    old = timezone.now() - timedelta(days=1, minutes=1)
    Branch.objects.exclude(public_id=fresh["id"]).update(touched_at=old)
    assert replay_services.sweep_branches() == 1
    assert replay_services.sweep_branches() == 0
    assert set(Branch.objects.values_list("public_id", flat=True)) == {played["id"], fresh["id"]}


def test_a_stale_variation_is_shown_up_to_its_first_illegal_event(api: Api, branch: Any) -> None:
    move = {"type": "move", "samurai": "green", "to": "e5"}
    Branch.objects.update(events=[{"event": move, "by": "choice", "assumed": False}], n_events=1)
    assert len(api.steps(branch)) == 5
    assert outcome(api.play(branch, event=DISCOVER)) == (409, "stale")
    assert api.undo(branch).status_code == 200
    assert api.play(branch, event=DISCOVER).status_code == 201
