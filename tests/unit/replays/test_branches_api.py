"""Branches by the API: what is played is the engine's, who may change it, and what limits there
are.
"""

import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.registry import get_kind, read_replay, simulate
from replays import services as replay_services
from replays.models import Branch, Game
from replays.models.branch import LINE_MAX
from replays.reads import branches as branch_reads

from .branches import CHASE, Api, kept

pytestmark = pytest.mark.django_db

SNIFF = {"type": "sniff", "samurai": "green", "space": "b2"}


def simulated(slug: str, ruleset: str = "", seed: int = 1) -> Game:
    kind = get_kind(slug)
    record = simulate(
        slug, ruleset or kind.identity.default_ruleset, str(seed), random.Random(seed)
    )
    return kept(json.loads(record.canonical()))


@pytest.fixture
def api() -> Api:
    return Api()


def test_a_branch_begins_at_a_step_and_tells_its_key_once(api: Api) -> None:
    game = kept(CHASE)
    branch = api.begin(f"games/{game.public_id}", 5, name="  what\u200b if ")
    assert branch["name"] == "what if"
    assert (branch["view"], branch["from_step"], branch["last_step"]) == ("omniscient", 5, 5)
    assert branch["game"].endswith(f"/api/v1/games/{game.public_id}/")
    again = api.send("GET", f"branches/{branch['id']}/").json()
    assert "edit_key" not in again
    stored = Branch.objects.get()
    assert branch["edit_key"] not in (stored.edit_key, stored.seed)
    assert len(stored.edit_key) == 64


def test_a_question_is_answered_by_the_secrets_and_the_step_says_what_may_be_believed(
    api: Api,
) -> None:
    game = kept(CHASE)
    branch = api.begin(f"games/{game.public_id}", 5, **{"as": "samurai"})
    answer = api.play(branch, event=SNIFF)
    assert answer.status_code == 201
    step = answer.json()["step"]
    assert step["event"] == {**SNIFF, "answer": True}
    assert (step["step"], step["by"], step["assumed"]) == (6, "secrets", False)
    assert step["belief"]["hypotheses"] > 0
    assert step["state"]["plan"] is None
    assert answer.json()["counterfactual"] is False


def test_another_answer_makes_the_branch_counterfactual_and_it_says_with_what(api: Api) -> None:
    game = kept(CHASE)
    branch = api.begin(f"games/{game.public_id}", 5)
    body = api.play(branch, event={**SNIFF, "answer": False}).json()
    assert body["counterfactual"] is True
    assert [(t["step"], t["words"]) for t in body["assumes"]] == [(6, "green sniff b2 no")]
    child = api.begin(f"branches/{branch['id']}", 6)
    assert child["counterfactual"] is True
    log = json.loads(api.send("GET", f"branches/{child['id']}/log/").content)
    assert log["x_branch_of"]["assumes"] == [{"step": 6, "event": "green sniff b2 no"}]
    undone = api.send("DELETE", f"branches/{branch['id']}/events/").json()
    assert (undone["counterfactual"], undone["n_events"]) == (False, 0)


def test_what_the_game_had_can_be_followed_and_what_does_not_fit_is_said(api: Api) -> None:
    game = kept(CHASE)
    branch = api.begin(f"games/{game.public_id}", 3)
    legal = api.legal(branch)
    assert legal["in_the_game"] == {"type": "move", "samurai": "green", "to": "b3"}
    for _ in range(4):
        assert api.play(branch, decide="game").status_code == 201
    steps = api.send("GET", f"branches/{branch['id']}/steps/").json()["steps"]
    whole = api.send("GET", f"games/{game.public_id}/steps/").json()["steps"]
    assert [s["state"] for s in steps] == [s["state"] for s in whole]
    assert api.play(branch, decide="game").status_code == 422


@pytest.mark.parametrize("slug", ["goryo", "gorinto"])
def test_five_random_events_from_steps_of_a_game_and_every_state_is_the_engines(
    api: Api, slug: str
) -> None:
    game, rng = simulated(slug), random.Random(3)
    for step in range(0, game.n_events + 1, max(1, game.n_events // 8)):
        view = rng.choice(branch_reads.views_to_play(game))
        branch = api.begin(f"games/{game.public_id}", step, **{"as": view})
        for _ in range(5):
            if not play_at_random(api, branch, rng):
                break
        check_states(api, branch)


def play_at_random(api: Api, branch: dict[str, Any], rng: random.Random) -> bool:
    """One event as a person would find it, through the tree of choices; False at the end."""
    legal = api.legal(branch)
    if legal["due"] is None:
        return False
    if not legal["is_yours"] or rng.random() < 0.1:
        answer = api.play(branch, decide=rng.choice(["chance", "chance", "game"]))
        assert answer.status_code in (201, 422), answer.content
        return bool(answer.status_code == 201)
    while not legal["events"]:
        ways = [*legal["choices"], *([None] if legal["whole"] else [])]
        way = rng.choice(ways)
        if way is None:
            legal["events"] = [{"event": legal["whole"]}]
            break
        chosen = json.dumps([*legal["chosen"], [way["path"], way["value"]]])
        legal = api.legal(branch, f"?chosen={chosen}")
    answer = api.play(branch, event=rng.choice(legal["events"])["event"])
    assert answer.status_code == 201, answer.content
    return True


def check_states(api: Api, branch: dict[str, Any]) -> None:
    """What the API says of the branch is what the engine makes of its log."""
    log = api.send("GET", f"branches/{branch['id']}/log/?form=json").content.decode()
    text = api.send("GET", f"branches/{branch['id']}/log/?form=text").content.decode()
    steps = api.send("GET", f"branches/{branch['id']}/steps/?as=omniscient").json()["steps"]
    for spelled in (log, text):
        replay = read_replay(spelled)
        told = list(get_kind(replay.record.kind).display.steps(replay, "omniscient", False))
        assert [s["state"] for s in told] == [s["state"] for s in steps]


def test_a_branch_of_a_branch_keeps_its_events_whatever_becomes_of_the_other(api: Api) -> None:
    game = kept(CHASE)
    first = api.begin(f"games/{game.public_id}", 5)
    api.play(first, event=SNIFF)
    api.play(first, event={"type": "discover"})
    second = api.begin(f"branches/{first['id']}", 6)
    assert (second["of"], second["game_step"], second["from_step"]) == (first["id"], 5, 6)
    early = api.begin(f"branches/{first['id']}", 2)
    assert (early["game_step"], early["from_step"]) == (2, 2)
    assert api.play(second, event={"type": "abandon"}).status_code == 201
    assert api.send("DELETE", f"branches/{first['id']}/").status_code == 204
    assert api.send("GET", f"branches/{first['id']}/").status_code == 404
    steps = api.send("GET", f"branches/{second['id']}/steps/").json()["steps"]
    assert [s["event"]["type"] for s in steps[5:]] == ["sniff", "abandon"]
    assert api.send("GET", f"branches/{second['id']}/").json()["of"] is None


def test_only_the_edit_key_changes_a_branch(api: Api) -> None:
    game = kept(CHASE)
    mine, other = (api.begin(f"games/{game.public_id}", 5) for _ in range(2))
    path = f"branches/{mine['id']}/"
    for key in ("", "x", "é" * 5, other["edit_key"], mine["edit_key"].upper(), "k" * 5000):
        tries = (
            ("POST", f"{path}events/", {"event": {"type": "discover"}}),
            ("DELETE", f"{path}events/", None),
            ("PATCH", path, {"name": "x"}),
            ("DELETE", path, None),
        )
        for method, address, body in tries:
            answer = api.send(method, address, body, key=key)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "edit_key_needed")
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
def test_a_beginning_that_says_nothing_is_refused(
    api: Api, body: Any, status: int, code: str
) -> None:
    game = kept(CHASE)
    answer = api.send("POST", f"games/{game.public_id}/branches/", body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert not Branch.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"event": {"type": "move", "samurai": "green", "to": "e5"}}, 422, "not_adjacent"),
        ({"event": {"type": "draw", "object": "urn"}}, 422, "out_of_turn"),
        ({"event": {"type": "x<script>"}}, 422, "unknown_event"),
        ({"event": {"type": "discover", "note": "n"}}, 422, "aside"),
        ({"event": {"type": "discover"}, "after": 3}, 409, "changed"),
        ({"event": [1]}, 400, "wrong_type"),
        ({"event": {"type": "discover"}, "decide": "game"}, 400, "bad_body"),
        ({"decide": "me"}, 400, "bad_body"),
        ({}, 400, "bad_body"),
    ],
)
def test_an_event_that_cannot_be_played_is_refused_with_a_finding(
    api: Api, body: Any, status: int, code: str
) -> None:
    branch = api.begin(f"games/{kept(CHASE).public_id}", 5)
    answer = api.play(branch, **body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    if status == 422:
        finding = answer.json()["findings"][0]
        assert (finding["event"], finding["code"]) == (5, code)
        assert len(set(finding["legal"])) > 10
    assert Branch.objects.get().n_events == 0


@pytest.mark.parametrize(
    ("data", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"step": 1} x', "application/json", 400),
        (b'{"step": 1, "step": 2}', "application/json", 400),
        (b'{"step": NaN}', "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[" * 20000, "application/json", 400),
        (b'{"name": "' + b"x" * 40000 + b'"}', "application/json", 413),
        (b'{"step": 1}', "text/plain", 415),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(data: bytes, content_type: str, status: int) -> None:
    address = f"/api/v1/games/{kept(CHASE).public_id}/branches/"
    assert Client().generic("POST", address, data, content_type).status_code == status


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("?at=6", 400), ("?at=x", 400), ("?at=٣", 400), ("?chosen=x", 400), ("?chosen={}", 400),
        ("?chosen=[[1,2]]", 400), ('?chosen=[["type",["a"]]]', 400), ("?as=public", 400),
        ("?chosen=" + "[" * 3000, 400), ("?at=3", 200), ('?chosen=[["type","x"]]', 200),
    ],
)  # fmt: skip
def test_parameters_of_what_is_legal(api: Api, query: str, status: int) -> None:
    branch = api.begin(f"games/{kept(CHASE).public_id}", 5)
    assert api.send("GET", f"branches/{branch['id']}/legal/{query}").status_code == status


def test_a_branch_has_only_so_many_events(api: Api) -> None:
    branch = api.begin(f"games/{kept(CHASE).public_id}", 5)
    row = {"event": {"type": "abandon"}, "by": "choice", "assumed": False}
    Branch.objects.update(inherited=[row] * LINE_MAX)
    answer = api.play(branch, event={"type": "discover"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too_long")


def test_the_days_and_the_minutes_count(api: Api, rates: Any) -> None:
    game = kept(CHASE)
    rates(new="2/day", writes="6/min")
    api.begin(f"games/{game.public_id}", 5)
    branch = api.begin(f"games/{game.public_id}", 5)
    answer = api.send("POST", f"games/{game.public_id}/branches/", {"step": 1})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 60
    answers = [api.send("PATCH", f"branches/{branch['id']}/", {"name": "x"}) for _ in range(9)]
    assert {a.status_code for a in answers} == {200, 429}
    assert api.send("GET", f"branches/{branch['id']}/").status_code == 200


def test_the_log_of_a_branch_is_no_game(api: Api) -> None:
    branch = api.begin(f"games/{kept(CHASE).public_id}", 5)
    api.play(branch, event={"type": "resign", "role": "samurai"})
    for form in ("json", "text"):
        log = api.send("GET", f"branches/{branch['id']}/log/?form={form}").content
        assert b"Jane" not in log
        assert b"secret" not in log.replace(b"x_secret", b"")
        for query in ("", "?dry_run=1"):
            answer = Client().post(f"/api/v1/games/{query}", log, content_type="text/plain")
            assert answer.status_code == 422
            assert answer.json()["findings"][0]["code"] == "branch"
    assert Game.objects.count() == 1


def test_a_withdrawn_game_takes_its_branches_out_of_sight(api: Api) -> None:
    game = kept(CHASE)
    branch = api.begin(f"games/{game.public_id}", 5)
    replay_services.withdraw(game)
    for path in ("", "steps/", "legal/", "log/"):
        assert api.send("GET", f"branches/{branch['id']}/{path}").status_code == 404
    assert api.play(branch, event={"type": "discover"}).status_code == 404
    replay_services.delete_games([game.pk])
    assert not Branch.objects.exists()


def test_empty_branches_are_swept_and_others_stay(api: Api) -> None:
    game = kept(CHASE)
    empty, played, fresh = (api.begin(f"games/{game.public_id}", 5) for _ in range(3))
    api.play(played, event={"type": "discover"})
    old = timezone.now() - timedelta(days=1, minutes=1)
    Branch.objects.exclude(public_id=fresh["id"]).update(touched_at=old)
    assert replay_services.sweep_branches() == 1
    assert replay_services.sweep_branches() == 0
    left = set(Branch.objects.values_list("public_id", flat=True))
    assert left == {played["id"], fresh["id"]}
    assert empty["id"] not in left


def test_rules_that_changed_since_stop_a_branch_where_it_fits_no_more(api: Api) -> None:
    branch = api.begin(f"games/{kept(CHASE).public_id}", 5)
    rows = [
        {
            "event": {"type": "move", "samurai": "green", "to": "e5"},
            "by": "choice",
            "assumed": False,
        }
    ]
    Branch.objects.update(events=rows, n_events=1)
    steps = api.send("GET", f"branches/{branch['id']}/steps/").json()["steps"]
    assert len(steps) == 5
    answer = api.play(branch, event={"type": "discover"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")
    assert api.send("DELETE", f"branches/{branch['id']}/events/").status_code == 200
    assert api.play(branch, event={"type": "discover"}).status_code == 201


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])
def test_a_name_is_kept_as_text(api: Api, name: str) -> None:
    branch = api.begin(f"games/{kept(CHASE).public_id}", 5, name=name)
    assert branch["name"] == name
    page = Client().get(f"/branches/{branch['id']}/")
    assert page.status_code == 200
    assert name not in page.content.decode()
    assert "&lt;" in page.content.decode()
