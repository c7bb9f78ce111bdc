"""Playing at a distance: take-backs by agreement, clocks, and resuming on another device."""

import json
import random
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.registry import get_kind
from replays.models import Game
from rooms.models import Room

from .test_api import GORYO, MOVE, PLAN, Api, _code
from .test_following import age
from .test_pages import Phone

pytestmark = pytest.mark.django_db
CLOCK = {"main": 60, "increment": 5}


def dealt(**more: Any) -> Api:
    """Return a room of two players at a distance, after the haunting: the site deals."""
    room = Api({**GORYO, "deals": True, **more})
    legal = room.read("legal/", room.seats["goryo"]).json()
    event = legal["events"][0]["event"]
    assert room.enter(event, key=room.seats["goryo"]).status_code == 201
    return room


def play_seat(room: Api, role: str) -> Any:
    """Enter the first offered event as a seat."""
    chosen: list[Any] = []
    while True:
        query = json.dumps(chosen)
        legal = room.read(f"legal/?chosen={query}", room.seats[role]).json()
        if legal["whole"] or legal["events"]:
            break
        option = legal["choices"][0]
        chosen = [*legal["chosen"], [option["path"], option["value"]]]
    event = legal["whole"] or legal["events"][0]["event"]
    answer = room.enter(event, key=room.seats[role])
    assert answer.status_code == 201, answer.json()
    return answer.json()


def test_two_seats_play_with_tokens_that_the_site_deals() -> None:
    room = dealt()
    rows = Room.objects.get().events
    assert [row["event"]["type"] for row in rows] == ["bind", "haunt"]
    assert [row.get("house") for row in rows] == ["deal", None]
    play_seat(room, "goryo")
    assert room.read(key=room.seats["samurai"]).json()["turns"][0]["is_yours"] is True
    assert "x_simulated" not in room.read().json()["log_header"]


def test_a_take_back_needs_the_other_player() -> None:
    room = dealt()
    play_seat(room, "goryo")
    first = play_seat(room, "samurai")["n_events"]
    play_seat(room, "samurai")
    asked = room.write("post", "take-back/", room.seats["samurai"], length=first)
    assert asked.json()["take_back"] == {"by": "samurai", "length": first, "accepted": []}
    own = room.write("post", "take-back/", room.seats["samurai"], accept=True)
    assert _code(own) == (403, "not_yours")
    declined = room.write("post", "take-back/", room.seats["goryo"], accept=False).json()
    assert (declined["take_back"], declined["n_events"]) == (None, first + 1)
    none = room.write("post", "take-back/", room.seats["goryo"], accept=True)
    assert _code(none) == (409, "no_take_back")
    room.write("post", "take-back/", room.seats["samurai"], length=first)
    accepted = room.write("post", "take-back/", room.seats["goryo"], accept=True).json()
    assert (accepted["take_back"], accepted["n_events"]) == (None, first)


def test_a_new_event_withdraws_a_take_back() -> None:
    room = dealt()
    play_seat(room, "goryo")
    before = play_seat(room, "samurai")["n_events"] - 1
    room.write("post", "take-back/", room.seats["samurai"], length=before)
    assert play_seat(room, "samurai")["take_back"] is None


def test_wrong_requests_for_a_take_back() -> None:
    room = dealt()
    for body in ({}, {"length": 0, "accept": True}):
        answer = room.write("post", "take-back/", room.seats["goryo"], **body)
        assert _code(answer) == (400, "missing_field")
    for length in (-1, 2, 99):
        answer = room.write("post", "take-back/", room.seats["goryo"], length=length)
        assert _code(answer) == (409, "nothing_to_undo")
    assert _code(room.write("post", "take-back/", length=0)) == (403, "seat_key_needed")
    assert _code(room.write("post", "take-back/", "", length=0)) == (403, "room_key_needed")


def test_three_players_agree_one_after_the_other() -> None:
    header = get_kind("gorinto").log.simulated_header("3p-clockwise", None, random.Random(2))
    keys = ("game", "ruleset", "setup", "players")
    room = Api({key: header[key] for key in keys} | {"deals": True})
    first = room.read().json()["turns"][0]["role"]
    n_events = play_seat(room, first)["n_events"]
    others = [role for role in room.seats if role != first]
    room.write("post", "take-back/", room.seats[first], length=n_events - 1)
    one = room.write("post", "take-back/", room.seats[others[0]], accept=True).json()
    assert one["take_back"]["accepted"] == [others[0]]
    two = room.write("post", "take-back/", room.seats[others[1]], accept=True).json()
    assert (two["take_back"], two["n_events"]) == (None, n_events - 1)


def let_pass(seconds: float) -> None:
    """Let the clock that runs have run for some seconds more."""
    room = Room.objects.get()
    since = timezone.now() - timedelta(seconds=seconds)
    Room.objects.update(clock={**room.clock, "since": since.isoformat()})


def test_the_clock_of_the_player_to_act_runs() -> None:
    room = dealt(clock=CLOCK)
    clock = room.read().json()["clock"]
    assert (clock["running"], clock["main"], clock["increment"]) == ("goryo", 60, 5)
    assert 60 < clock["left"]["goryo"] <= 65
    let_pass(20)
    clock = play_seat(room, "goryo")["clock"]
    assert clock["running"] == "samurai"
    assert 0 < clock["left"]["goryo"] <= 50, "20 seconds less, and the increment"
    assert 0 < clock["left"]["samurai"] <= 60
    assert all("at" in row for row in Room.objects.get().events if not row.get("house"))


def test_the_winner_by_time_claims() -> None:
    room = dealt(clock=CLOCK)
    play_seat(room, "goryo")
    early = room.write("post", "claim/", room.seats["goryo"])
    assert _code(early) == (409, "time_left")
    let_pass(61)
    legal = room.read("legal/", room.seats["samurai"]).json()["events"]
    event = legal[0]["event"] if legal else MOVE
    assert _code(room.enter(event, key=room.seats["samurai"])) == (409, "time_over")
    claimed = room.write("post", "claim/", room.seats["goryo"]).json()
    assert (claimed["over"], claimed["winners"], claimed["reason"]) == (True, ["goryo"], "resign")
    assert room.write("post", "save/").status_code == 200
    log = json.loads(Game.objects.get().canonical)
    assert log["x_clock"] == {**CLOCK, "lost_on_time": "samurai"}
    assert log["events"][-1]["type"] == "resign"


@pytest.mark.parametrize(
    "clock",
    [{"main": 9}, {"main": 10**9}, {"main": 60, "increment": -1}, {"main": 60, "increment": 9999}],
)
def test_impossible_clocks_are_refused(clock: dict[str, int]) -> None:
    sent = json.dumps({**GORYO, "clock": clock})
    answer = Client().post(reverse("api-rooms"), sent, "application/json")
    assert _code(answer) == (422, "bad_clock")


def test_the_owner_resumes_on_another_device() -> None:
    """The key of the owner has the rights of the recorder, and another one has not."""
    client, body = Client(), json.dumps(GORYO)
    opened = client.post(reverse("api-rooms"), body, "application/json").json()
    address = reverse("api-room", args=[opened["code"]])
    for key, views in ((opened["owner_key"], 3), (opened["owner_key"][::-1], 1), ("", 1)):
        answer = Client().get(address, headers={"Owner-Key": key} if key else {})
        assert len(answer.json().get("views", [0])) == views, key


def test_a_browser_without_the_cookie_of_the_table_resumes_as_its_owner() -> None:
    phone = Phone(**{"ruleset": "2024"})
    for name in list(phone.client.cookies):
        if name.startswith("room_"):
            del phone.client.cookies[name]
    assert "The page shows each move" not in phone.read()
    assert "The page shows each move" in Client().get(phone.url).content.decode()


def test_a_page_shows_the_clock_and_ends_the_game_on_time() -> None:
    phone = Phone(**{"ruleset": "2024", "clock": "300+5", "bot-samurai": "easy"})
    page = phone.read()
    assert "Time left" in page
    assert "End the game: out of time" not in page
    let_pass(301)
    page = phone.read()
    assert "out of time" in page
    assert phone.post(event=json.dumps(PLAN)).status_code == 409
    assert phone.post(action="claim").status_code == 302
    assert "Winner: Samurai" in phone.read()


def test_an_unknown_clock_is_refused() -> None:
    answer = Client().post(reverse("record"), {"game": "goryo", "clock": "1+1"})
    assert answer.status_code == 422


def test_delayed_followers_see_no_clock_question_or_loss_of_later() -> None:
    room = dealt(delay=5, clock=CLOCK, several_phones=True)
    first = room.read("", "").json()
    assert (first["n_events"], first["clock"]) == (1, None), "what was dealt at the opening"
    play_seat(room, "goryo")
    age()
    then = room.read("", "").content
    assert json.loads(then)["clock"] is not None
    n_events = play_seat(room, "samurai")["n_events"]
    asked = room.write("post", "take-back/", room.seats["samurai"], length=n_events - 1)
    assert asked.json()["take_back"]["by"] == "samurai"
    assert Room.objects.get().clock["role"] is not None
    now = room.read("", "").json()
    assert (now["clock"], now["take_back"]) == (None, None)
    assert now["turns"] == json.loads(then)["turns"]
    let_pass(3600)
    assert room.write("post", "claim/", room.seats["goryo"]).json()["over"] is True
    assert room.read("", "").json()["over"] is False
    assert "lost_on_time" in Room.objects.get().header["x_clock"]
    assert "lost_on_time" not in room.read("", "").content.decode()
    age()
    assert "lost_on_time" in room.read("", "").content.decode()


@pytest.mark.parametrize("several_phones", [False, True])
def test_delayed_followers_see_moves_of_bots_with_the_move_they_follow(
    several_phones: bool,
) -> None:
    bots = [{"role": "goryo", "strength": "easy"}]
    room = Api({**GORYO, "bots": bots, "delay": 5, "several_phones": several_phones})
    seen = [room.read("", "").json()]
    for _ in range(3):
        play_seat(room, "samurai")
        assert room.read("", "").json()["n_events"] == seen[-1]["n_events"]
        age()
        seen.append(room.read("", "").json())
    counts = [body["n_events"] for body in seen]
    assert counts == sorted(set(counts))
    for earlier, later in pairwise(seen):
        assert later["steps"][: len(earlier["steps"])] == earlier["steps"]
