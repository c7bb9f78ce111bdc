"""Moves that are played on the board: their spaces, and what a view may be offered."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from games.core import branching
from games.core.taps import Taps
from games.registry import KINDS, get_kind
from replays.models import Branch, Game
from tests.support.engine import bot_game, replay_of
from tests.support.twins import TWINS

from . import kyoto_twins
from .branches import Api, store_game
from .logs import json_log

pytestmark = pytest.mark.django_db
END = {"type": "resign", "role": "goryo"}


def moves(game: Game, **params: Any) -> list[dict[str, Any]]:
    answer = Client().get(f"/games/{game.public_id}/moves/", params)
    assert answer.status_code == 200, answer.content
    assert "csrftoken" in answer.cookies
    return answer.json()["moves"]


@pytest.mark.parametrize("slug", sorted(KINDS))
def test_every_space_of_a_move_is_on_the_board(slug: str) -> None:
    kind, replay = get_kind(slug), replay_of(bot_game(slug).canonical())
    spaces = {cell["id"] for cell in kind.display.scene(replay.record)["cells"]}
    types = set()
    for view in kind.identity.views_in(kind.identity.mode_of(replay.record.setup)):
        for step in replay.steps:
            if branching.can_play(kind, step.before, view):
                for taps, plain in branching.tapped_events(kind, step.before, view, 5000):
                    assert {*taps.first, *taps.rest} <= spaces
                    types.add(plain["type"])
    expected = {"goryo": "haunt plan move search sniff", "gorinto": "place", "kyoto": "site defend"}
    assert types >= set(expected[slug].split())


def test_too_many_moves_are_not_offered_on_the_board() -> None:
    kind, replay = get_kind("goryo"), replay_of(bot_game("goryo").canonical())
    state = replay.steps[2].before  # before a plan
    assert len(branching.tapped_events(kind, state, "goryo", 5000)) > 500
    assert branching.tapped_events(kind, state, "goryo", 500) == []


def test_spaces_are_in_the_order_of_the_move() -> None:
    kind, replay = get_kind("goryo"), replay_of(json.dumps(json_log(events=CHASE)))
    known = branching.tapped_events(kind, replay.final, "samurai", 100)
    by_event = {json.dumps(plain): taps for taps, plain in known}
    search = {"type": "search", "samurai": "green"}
    assert by_event[json.dumps(search)] == Taps(("b3", "b3"))
    sniff = {"type": "sniff", "samurai": "green", "space": "b2"}
    assert by_event[json.dumps(sniff)] == Taps(("b3", "b2"))
    plan = next(step for step in replay.steps if step.entry.plain["type"] == "plan")
    route = {"type": "plan", "route": ["b4", "c4"], "target": "c5", "false_trail": "d4"}
    assert kind.display.taps(plan.before, route) == Taps(("b4", "c4", "c5", "d4"))


CHASE = [
    {"type": "bind", "object": "mask"},
    {"type": "haunt", "object": "vase", "space": "b4"},
    {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"},
    {"type": "move", "samurai": "green", "to": "b3"},
]


def test_a_move_of_the_game_has_its_step(game: Game) -> None:
    rows = moves(game, step=3, **{"as": "samurai"})
    assert [row["event"] for row in rows if "step" in row] == [CHASE[3]]
    assert [row["step"] for row in rows if "step" in row] == [4]
    assert not any("step" in row for row in moves(game, step=3, spoilers="no"))
    searches = [row for row in moves(game, step=4) if "step" in row]
    assert [row["event"] for row in searches] == [{"type": "search", "samurai": "green"}]


def test_a_variation_begins_with_a_move_of_the_board(game: Game) -> None:
    row = next(row for row in moves(game, step=3, **{"as": "samurai"}) if "step" not in row)
    sent = {"step": "3", "as": "samurai", "event": json.dumps(row["event"])}
    answer = Client().post(f"/games/{game.public_id}/branch/", sent)
    branch = Branch.objects.get()
    assert answer["Location"] == f"/branches/{branch.public_id}/#board"
    assert (branch.view, branch.from_step, branch.n_events) == ("samurai", 3, 1)
    follow = moves(game, step=4, of=branch.public_id)
    assert all("step" not in row for row in follow)  # the variation has no more moves


def test_a_refused_move_creates_no_variation(game: Game) -> None:
    for event in ("", "{", '{"type": "move", "samurai": "green", "to": "f5"}'):
        sent = {"step": "3", "as": "samurai", "event": event}
        answer = Client().post(f"/games/{game.public_id}/branch/", sent)
        assert answer.status_code == 422
        assert b'role="alert"' in answer.content
    assert not Branch.objects.exists()


def test_wrong_addresses(game: Game, api: Api) -> None:
    path = f"/games/{game.public_id}/moves/"
    other = api.begin(store_game(json_log(events=[*CHASE, END])), 2)
    queries = {"step=99": 404, "step=x": 400, "as=cat": 400, "of=nothing": 404, "spoilers=x": 400}
    for query, status in {**queries, f"of={other['id']}": 404}.items():
        assert Client().get(f"{path}?{query}").status_code == status, query


def test_an_unfinished_game_has_no_moves() -> None:
    for log in (*TWINS, *kyoto_twins.TWINS):
        assert Client().get(f"/games/{store_game(log).public_id}/moves/").status_code == 404


@pytest.mark.parametrize("view", ["samurai", "public"])
def test_twins_are_offered_the_same_moves(view: str) -> None:
    """They differ only in what the view does not know."""
    first, second = (
        [moves(game, step=step, **{"as": view}) for step in range(6)]
        for game in (store_game({**log, "events": [*log["events"], END]}) for log in TWINS)
    )
    assert first == second
    assert any(first)


@pytest.mark.parametrize("view", ["government", "public"])
def test_twins_of_kyoto_are_offered_the_same_moves(view: str) -> None:
    """They differ in the other side's hand, draws, agents and a mark."""
    first, second = (
        [moves(game, step=step, **{"as": view}) for step in range(game.n_events)]
        for game in (store_game(kyoto_twins.ended(log)) for log in kyoto_twins.TWINS)
    )
    assert first == second
    assert any(first) == (view == "government")


def test_the_hand_of_the_other_side_is_not_offered() -> None:
    """The Government's moves are its own choice; the Oniwaban can't see its cards."""
    game = store_game(bot_game("kyoto", "base").plain())
    own = moves(game, step=6, **{"as": "government"})
    assert {row["event"]["type"] for row in own} >= {"site", "defend"}
    assert moves(game, step=6, **{"as": "oniwaban"}) == []
    assert moves(game, step=6, **{"as": "public"}) == []


def test_random_moves_of_the_board_are_legal() -> None:
    chance = random.Random(5)
    for slug in sorted(KINDS):
        game = store_game(bot_game(slug).plain())
        step = chance.randrange(6, game.n_events - 2)
        for row in chance.sample(rows := moves(game, step=step), min(3, len(rows))):
            sent = {"step": step, "as": "omniscient", "event": json.dumps(row["event"])}
            answer = Client().post(f"/games/{game.public_id}/branch/", sent)
            assert answer.status_code == 302, row
