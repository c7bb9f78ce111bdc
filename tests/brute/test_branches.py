"""A branch from every step of whole games, some random events deep: each state is the engine's on
the log of the branch. Over HTTP every step is the same, and no response is a 5xx.

`BRANCH_GAMES` is the number of games of each kind, `BRANCH_HTTP` the number of those played over
HTTP too, from every `BRANCH_EVERY`-th step; `BRANCH_SEED` is their seed (docs/measures.md).
"""

import json
import os
import random
from typing import Any

import pytest
from django.test import Client

from games.core.replay import Replay
from games.registry import KINDS, judge, replay, simulate
from replays import services as replay_services
from replays.models import Branch
from replays.reads import branches as branch_reads
from tests.support.deep import seed
from tests.unit.games.test_branching import SELDOM, STOPS, random_branch, views_of
from tests.unit.replays.branches import store_game

GAMES = int(os.environ.get("BRANCH_GAMES", "2"))
OVER_HTTP = int(os.environ.get("BRANCH_HTTP", "1"))
EVERY = int(os.environ.get("BRANCH_EVERY", "10"))
SEED = os.environ.get("BRANCH_SEED", seed("suite"))
DEPTH = 5


def game_of(slug: str, number: int) -> Replay:
    """Return a numbered bot game; rulesets in turn, from the last to the first."""
    rulesets, name = KINDS[slug].identity.rulesets, f"branches {SEED} {number}"
    ruleset = rulesets[-number % len(rulesets)]
    return replay(simulate(slug, ruleset, name, random.Random(name)))


def judged_branch(game: Replay, step: int, own: list[dict[str, Any]]) -> Replay:
    """Return the branch as a separate log, read, judged and replayed from its first event."""
    events = [dict(entry.plain) for entry in game.record.entries[:step]] + own
    header = {key: value for key, value in game.record.header.items() if key != "outcome"}
    (judged,) = judge(json.dumps({**header, "events": events}).encode())
    assert not judged.findings
    assert judged.replay is not None
    return judged.replay


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("slug", list(KINDS))
def test_a_branch_from_every_step_has_the_states_of_the_engine(slug: str, number: int) -> None:
    kind, game = KINDS[slug], game_of(slug, number)
    rng = random.Random(f"{SEED} {slug} {number}")
    views, compared = views_of(kind, game), 0
    for step in range(len(game.steps) + 1):
        own, played = random_branch(rng, kind, game, step, rng.choice(views), DEPTH)
        expected = judged_branch(game, step, own)
        assert [s.state for s in expected.steps] == [s.state for s in played.steps]
        assert [s.effects for s in expected.steps] == [s.effects for s in played.steps]
        assert expected.outcome == played.outcome
        compared += len(own)
    print({"kind": slug, "branches": len(game.steps) + 1, "events": compared})


class Api:
    """A client of the API; every response must be a success."""

    def __init__(self) -> None:
        self.client, self.requests = Client(raise_request_exception=False), 0

    def send(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """Send a request to `/api/v1/` and return the data of the response."""
        data = "" if body is None else json.dumps(body)
        response = self.client.generic(
            method, f"/api/v1/{path}", data, "application/json", HTTP_X_EDIT_KEY=key
        )
        self.requests += 1
        assert response.status_code < 300, (method, path, body, response.content)
        return response.json()

    def choose(self, rng: random.Random, branch: str) -> dict[str, Any]:
        """Return the body of the next event: a path down the tree of choices, or to have it
        decided; empty at the end.
        """
        chosen: list[Any] = []
        while True:
            query = f"?chosen={json.dumps(chosen)}" if chosen else ""
            node = self.send("GET", f"branches/{branch}/legal/{query}")
            if not node["is_yours"]:
                return {"decide": rng.choice(["game", "chance"])}
            choices = [*node["choices"], *([None] if node["whole"] else [])]
            if not choices:
                return {}
            choice = rng.choice(choices)
            if choice is None:
                return {"event": node["whole"]}
            if choice["value"] not in STOPS or rng.random() < SELDOM:
                chosen = [*node["chosen"], [choice["path"], choice["value"]]]


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(OVER_HTTP))
@pytest.mark.parametrize("slug", list(KINDS))
def test_over_http_every_step_is_the_engine_s_and_nothing_fails(slug: str, number: int) -> None:
    kind, game, api = KINDS[slug], game_of(slug, number), Api()
    rng = random.Random(f"{SEED} http {slug} {number}")
    row, views = store_game(dict(json.loads(game.record.canonical()))), views_of(kind, game)
    steps = range(0, len(game.steps) + 1, EVERY)
    for step in steps:
        view = rng.choice(views)
        created = api.send("POST", f"games/{row.public_id}/branches/", {"step": step, "as": view})
        path = f"branches/{created['id']}"
        for _ in range(DEPTH):
            body = api.choose(rng, created["id"])
            if not body:
                break
            added = api.send("POST", f"{path}/events/", body, created["edit_key"])
        branch = Branch.objects.get(public_id=created["id"])
        own = [entry["event"] for entry in branch_reads.own_events(branch)]
        expected = list(kind.display.steps(judged_branch(game, step, own), view, False))
        shown = api.send("GET", f"{path}/steps/?as={view}")["steps"]
        assert [s["state"] for s in shown] == [s["state"] for s in expected]
        assert [s["event"] for s in shown] == [s["event"] for s in expected]
        if own:
            assert added["step"]["state"] == expected[-1]["state"]
        assert api.client.get(f"/{path}/?as={view}").status_code == 200
    replay_services.delete_games([row.pk])
    print({"kind": slug, "branches": len(steps), "requests": api.requests, "5xx": 0})
