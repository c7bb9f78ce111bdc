"""A branch from every step of whole games, some random actions deep: each state is the engine's on
the log of the branch, and over HTTP nothing is answered with a 5xx and every step is the same.

`BRANCH_GAMES` is the number of games of each kind, `BRANCH_HTTP` of those gone through over HTTP
too, from every `BRANCH_EVERY`-th step; `BRANCH_SEED` is their seed (docs/measures.md).
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest
from django.test import Client

from games.core import branching
from games.core.contract import GameKind
from games.core.replay import Replay
from games.registry import KINDS, get_kind, judge, replay, simulate
from replays import services as replay_services
from replays.models import Branch
from replays.reads import branches as branch_reads
from tests.support.deep import seed
from tests.unit.games.test_branching import random_choice
from tests.unit.replays.branches import store_game

GAMES = int(os.environ.get("BRANCH_GAMES", "1"))
OVER_HTTP = int(os.environ.get("BRANCH_HTTP", "1"))
EVERY = int(os.environ.get("BRANCH_EVERY", "10"))
SEED = os.environ.get("BRANCH_SEED", seed("suite"))
DEEP = 5
STOPS, SELDOM = ("resign", "abandon"), 0.03
"""What would end most branches at once is chosen seldom."""


def game_of(slug: str, number: int) -> Replay:
    """The game of a number; rulesets by turns."""
    rulesets, seed = get_kind(slug).identity.rulesets, f"branches {SEED} {number}"
    return replay(simulate(slug, rulesets[number % len(rulesets)], seed, random.Random(seed)))


def views_of(kind: GameKind, game: Replay) -> list[str]:
    """The views that somebody may play on as."""
    views = kind.identity.views_in(kind.identity.mode_of(game.record.setup))
    return [view for view in views if branching.can_play(kind, game.initial, view)]


def decided(
    rng: random.Random, kind: GameKind, game: Replay, played: Replay, view: str
) -> dict[str, Any]:
    """One more event: the view's choice, or what is decided for it."""
    if not branching.is_decided_for(kind, played.final, view):
        raw = random_choice(rng, kind, played, view)
        while raw["type"] in STOPS and rng.random() > SELDOM:
            raw = random_choice(rng, kind, played, view)
        return branching.decide(kind, game, played, view, raw).plain
    told = branching.event_of_game(kind, game, played, view) if rng.random() < 0.5 else None
    found = told or branching.event_of_bot(kind, played, rng)
    assert found is not None
    return found.plain


def by_the_engine(game: Replay, step: int, own: list[dict[str, Any]]) -> Replay:
    """The line as a log of its own, read, judged and replayed from its first event."""
    events = [dict(entry.plain) for entry in game.record.entries[:step]] + own
    header = {key: value for key, value in game.record.header.items() if key != "outcome"}
    (judged,) = judge(json.dumps({**header, "events": events}).encode())
    assert not judged.findings
    assert judged.replay is not None
    return judged.replay


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("slug", list(KINDS))
def test_every_state_of_a_branch_from_every_step_is_the_engine_s(slug: str, number: int) -> None:
    kind, game = get_kind(slug), game_of(slug, number)
    rng = random.Random(f"{SEED} {slug} {number}")
    views, compared = views_of(kind, game), 0
    for step in range(len(game.steps) + 1):
        view, own = rng.choice(views), []
        played = branching.play_on(kind, game, step, own)
        while len(own) < DEEP and played.outcome.reason is None:
            own.append(decided(rng, kind, game, played, view))
            played = branching.play_on(kind, game, step, own)
            assert played.refusal is None
        wanted = by_the_engine(game, step, own)
        assert [s.state for s in wanted.steps] == [s.state for s in played.steps]
        assert [s.effects for s in wanted.steps] == [s.effects for s in played.steps]
        assert wanted.outcome == played.outcome
        compared += len(own)
    print({"kind": slug, "branches": len(game.steps) + 1, "events": compared})


class Door:
    """The API as a program calls it; no answer may be a 5xx."""

    def __init__(self) -> None:
        self.client, self.asked = Client(raise_request_exception=False), 0

    def send(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """One request to `/api/v1/`, as data."""
        data = "" if body is None else json.dumps(body)
        answer = self.client.generic(
            method, f"/api/v1/{path}", data, "application/json", HTTP_X_EDIT_KEY=key
        )
        self.asked += 1
        assert answer.status_code < 500, (method, path, body)
        assert answer.status_code < 300, (method, path, body, answer.content)
        return answer.json()

    def choice(self, rng: random.Random, branch: str) -> dict[str, Any]:
        """What is played next: a way down the tree of choices, or to have it decided."""
        chosen: list[Any] = []
        while True:
            query = f"?chosen={json.dumps(chosen)}" if chosen else ""
            found = self.send("GET", f"branches/{branch}/legal/{query}")
            if not found["is_yours"]:
                return {"decide": rng.choice(["game", "chance"])}
            ways = [*found["choices"], *([None] if found["whole"] else [])]
            if not ways:
                return {}
            way = rng.choice(ways)
            if way is not None and way["value"] in STOPS and rng.random() > SELDOM:
                continue
            if way is None:
                return {"event": found["whole"]}
            chosen = [*found["chosen"], [way["path"], way["value"]]]


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(OVER_HTTP))
@pytest.mark.parametrize("slug", list(KINDS))
def test_over_http_every_step_is_the_engine_s_and_nothing_is_a_fault(
    slug: str, number: int
) -> None:
    kind, game, door = get_kind(slug), game_of(slug, number), Door()
    rng = random.Random(f"{SEED} http {slug} {number}")
    row, views = store_game(dict(json.loads(game.record.canonical()))), views_of(kind, game)
    steps = range(0, len(game.steps) + 1, EVERY)
    for step in steps:
        view = rng.choice(views)
        body = {"step": step, "as": view}
        made = door.send("POST", f"games/{row.public_id}/branches/", body)
        place = made["id"]
        for _ in range(DEEP):
            body = door.choice(rng, place)
            if not body:
                break
            path = f"branches/{place}/events/"
            said = door.send("POST", path, body, made["edit_key"])
        branch = Branch.objects.get(public_id=place)
        own = [entry["event"] for entry in branch_reads.own_events(branch)]
        wanted = list(kind.display.steps(by_the_engine(game, step, own), view, False))
        shown = door.send("GET", f"branches/{place}/steps/?as={view}")["steps"]
        assert [s["state"] for s in shown] == [s["state"] for s in wanted]
        assert [s["event"] for s in shown] == [s["event"] for s in wanted]
        if own:
            assert said["step"]["state"] == wanted[-1]["state"]
        page = door.client.get(f"/branches/{place}/?as={view}")
        assert page.status_code == 200
    replay_services.delete_games([row.pk])
    print({"kind": slug, "branches": len(steps), "requests": door.asked, "5xx": 0})
