"""Bots of users: the example bot plays whole games against house bots through the API."""

import random
from typing import Any

import pytest

from games.registry import get_kind
from kifu_house import KifuError
from kifu_house.example_bot import ROLES, ExampleBot, play_games
from rooms.models import Room
from rooms.services import house
from tests.support import deep

from .conftest import Connect

pytestmark = pytest.mark.django_db
PARTS = 10
GAMES = 10 if deep.IS_DEEP else 1
"""Games of a part: 100 of each kind in a deep run."""


def header_of(slug: str) -> dict[str, Any]:
    """Return the header of a log that a program sends."""
    kind = get_kind(slug)
    header = kind.log.simulated_header(kind.identity.default_ruleset, None, random.Random(3))
    return {key: header[key] for key in ("game", "ruleset", "setup") if key in header}


@pytest.mark.parametrize("part", deep.due(range(PARTS)))
@pytest.mark.parametrize("slug", ROLES)
def test_the_example_bot_plays_whole_games(connect: Connect, slug: str, part: int) -> None:
    role, other = ROLES[slug]
    seed = 1 + part * GAMES
    rooms = play_games(connect(), header_of(slug), role, {other: "easy"}, GAMES, seed)
    assert len(rooms) == GAMES
    for room in rooms:
        assert room.over
        players = {player.role: player for player in room.players}
        assert (players[role].bot, players[other].bot) == (None, "easy")
        marks = {player["role"]: player["x_bot"] for player in room.log_header["players"]}
        assert marks[role]["program"] == "kifu-house example bot"
    assert not Room.objects.exists()


def test_a_seat_sees_its_view_and_enters_only_its_events(connect: Connect) -> None:
    client = connect()
    _, opened = client.rooms.open(**header_of("goryo"), bots={"goryo": "easy"})
    with pytest.raises(KeyError):
        opened.key_of("goryo")
    seat = client.rooms.seat(opened.code, opened.key_of("samurai"), "samurai")
    room = seat.read()
    assert room.view == "samurai"
    assert all(step["event"].keys() == {"type"} for step in room.steps if step["step"] in (1, 3))
    with pytest.raises(KifuError) as caught:
        seat.enter({"type": "draw", "object": "mask"})
    assert caught.value.status == 422
    ended = seat.resign()
    assert (ended.over, ended.winners, ended.reason) == (True, ["goryo"], "resign")


def test_a_game_goes_on_without_a_worker(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    """House bots stop after each event, and no task lets them go on: the client does."""
    monkeypatch.setattr(house, "MAX_COST", 1)
    client = connect()
    _, opened = client.rooms.open(**header_of("goryo"), bots={"goryo": "easy"})
    seat = client.rooms.seat(opened.code, opened.key_of("samurai"), "samurai")
    assert seat.read().thinking
    room = seat.play(ExampleBot(2), poll=0)
    assert room.over


def test_a_stranger_with_no_key_enters_nothing(connect: Connect) -> None:
    client = connect()
    _, opened = client.rooms.open(**header_of("goryo"), bots={"goryo": "easy"})
    stranger = connect().rooms.seat(opened.code, "x" * 40, "samurai")
    assert stranger.read().view == "public"
    with pytest.raises(KifuError) as caught:
        stranger.resign()
    assert (caught.value.status, caught.value.code) == (403, "room_key_needed")


def test_two_programs_agree_on_a_take_back_with_a_clock(connect: Connect) -> None:
    client = connect()
    _, opened = client.rooms.open(
        **header_of("gorinto"), players=PLAYERS, deals=True, clock=(60, 1)
    )
    seats = {
        role: client.rooms.seat(opened.code, opened.key_of(role), role) for role in ("p1", "p2")
    }
    room = seats["p1"].read()
    assert room.clock is not None
    role = room.turns[0].role or ""
    other = seats["p2" if role == "p1" else "p1"]
    seats[role].read()
    event = seats[role].choose_event(room, lambda _room, _legal: 0)
    n_events = seats[role].enter(event).n_events
    assert seats[role].ask_take_back(n_events - 1).take_back is not None
    other.read()
    assert other.answer_take_back(accept=True).n_events == n_events - 1
    with pytest.raises(KifuError) as caught:
        other.claim_time()
    assert caught.value.code == "time_left"


PLAYERS = [{"role": "p1", "name": None}, {"role": "p2", "name": None}]
