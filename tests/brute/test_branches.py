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

from games.core.replay import Replay
from games.registry import KINDS, replay, simulate
from replays import services as replay_services
from replays.models import Branch
from replays.reads import branches as branch_reads
from tests.support.deep import seed
from tests.support.engine import accepted, dump
from tests.unit.games.test_branching import SELDOM, STOPS, random_branch, views_of
from tests.unit.replays.branches import Api, store_game

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
    return accepted(dump({**header, "events": events})).replay


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


def choose(api: Api, rng: random.Random, branch: dict[str, Any]) -> dict[str, Any]:
    """Return the body of the next event: a path down the tree of choices, or to have it decided;
    empty at the end.
    """
    chosen: list[Any] = []
    while True:
        node = api.legal(branch, f"?chosen={json.dumps(chosen)}" if chosen else "")
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
        created = api.begin(row, step, **{"as": view})
        for _ in range(DEPTH):
            if not (body := choose(api, rng, created)):
                break
            added = api.play(created, **body)
            assert added.status_code < 300, (created, body, added.content)
        branch = Branch.objects.get(public_id=created["id"])
        own = [entry["event"] for entry in branch_reads.own_events(branch)]
        expected = list(kind.display.steps(judged_branch(game, step, own), view, False))
        shown = api.steps(created, f"?as={view}")
        assert [s["state"] for s in shown] == [s["state"] for s in expected]
        assert [s["event"] for s in shown] == [s["event"] for s in expected]
        if own:
            assert added.json()["step"]["state"] == expected[-1]["state"]
        assert api.client.get(f"/branches/{created['id']}/?as={view}").status_code == 200
    replay_services.delete_games([row.pk])
    print({"kind": slug, "branches": len(steps), "5xx": 0})
