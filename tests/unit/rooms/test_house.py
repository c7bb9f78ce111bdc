"""Games against house bots: bots answer each change once, and their secrets stay hidden."""

import json
import random
import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.core import recording
from games.registry import get_kind
from replays.models import Game
from replays.services.errors import Refusal
from rooms import services, tasks
from rooms.access.keys import Access, access_with
from rooms.models import Room
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads
from rooms.reads.export import tables_of
from rooms.services import Change, answering, house
from tests.support.threads import at_once

from .test_api import Api, _code
from .test_pages import Phone

pytestmark = pytest.mark.django_db
MOST_TURNS = 400
GAMES = [
    ("goryo", "samurai", {"goryo": "easy"}),
    ("goryo", "goryo", {"samurai": "hard"}),
    ("gorinto", "p2", {"p1": "easy", "p3": "medium"}),
    ("kyoto", "oniwaban", {"government": "medium"}),
    ("kyoto", "government", {"oniwaban": "medium"}),
]
RULESETS = {"goryo": "2024", "gorinto": "3p-clockwise", "kyoto": "equipment"}


def opened(slug: str, bots: dict[str, str], **more: Any) -> Api:
    """Return a room with house bots, as its recorder uses it."""
    header = get_kind(slug).log.simulated_header(RULESETS[slug], None, random.Random(2))
    keys = ("game", "ruleset", "setup", "board")
    players = [{"role": player["role"], "name": None} for player in header["players"]]
    header = {key: header[key] for key in keys if key in header} | {"players": players}
    rows = [{"role": role, "strength": strength} for role, strength in bots.items()]
    return Api({**header, "bots": rows, **more})


def play_one(room: Api, role: str, rng: random.Random) -> bool:
    """Enter one of the offered events as a role, or pass; return False at the end."""
    body = room.read().json()
    if body["over"]:
        return False
    assert body["thinking"] is False
    chosen: list[Any] = []
    legal = room.read(f"legal/?as={role}")
    if legal.status_code == 409:
        assert body["may_pass"]
        assert room.write("post", "pass/").status_code == 200
        return True
    while True:
        legal = room.read(f"legal/?as={role}&chosen={json.dumps(chosen)}").json()
        if body["may_pass"] and not legal["total"]:
            assert room.write("post", "pass/").status_code == 200
            return True
        if legal["whole"] is not None or legal["events"]:
            break
        option = rng.choice(legal["choices"])
        chosen = [*legal["chosen"], [option["path"], option["value"]]]
    events = [row["event"] for row in legal["events"]] or [legal["whole"]]
    answer = room.enter(rng.choice(events), role)
    assert answer.status_code == 201, answer.json()
    return True


def test_bots_take_seats_that_the_header_does_not_name() -> None:
    header = get_kind("gorinto").log.simulated_header("2p-burrow", None, random.Random(2))
    own = {key: header[key] for key in ("game", "ruleset", "setup")}
    bots = [{"role": "p2", "strength": "easy"}]
    room = Api({**own, "players": [{"role": "p1"}], "bots": bots})
    assert [player["role"] for player in Room.objects.get().header["players"]] == ["p1", "p2"]
    assert Room.objects.get().bots == {"p2": "easy"}
    assert room.read().json()["over"] is False


@pytest.mark.parametrize(("slug", "role", "bots"), GAMES)
def test_a_whole_game_is_played_and_saved_as_a_bot_game(
    slug: str, role: str, bots: dict[str, str]
) -> None:
    room, rng = opened(slug, bots), random.Random(4)
    assert [seat["role"] for seat in room.opened["seat_keys"]] == [
        each for each in get_kind(slug).identity.roles if each == role
    ]
    for _ in range(MOST_TURNS):
        if not play_one(room, role, rng):
            break
    else:
        pytest.fail("the game does not end")
    assert room.write("post", "save/").status_code == 200
    game = Game.objects.get()
    assert (game.is_finished, game.is_simulated) == (True, True)
    players = {p["role"]: p for p in json.loads(game.canonical)["players"]}
    for bot, strength in bots.items():
        assert players[bot]["x_bot"] == {"program": house.PROGRAM, "strength": strength}
        assert players[bot]["name"].endswith(f"({strength})")
    assert "x_bot" not in players[role]
    page = Client().get(game.get_absolute_url()).content.decode()
    assert "played against bots" in page
    assert "simulated: played by bots" not in page
    assert Game.objects.listed().filter(is_simulated=False).count() == 0


def test_a_repeated_request_gets_one_answer() -> None:
    room = opened("gorinto", {"p1": "hard", "p3": "hard"})
    legal = room.read("legal/?as=p2").json()
    option = legal["events"][0]["event"] if legal["events"] else None
    while option is None:
        pick = legal["choices"][0]
        chosen = json.dumps([*legal["chosen"], [pick["path"], pick["value"]]])
        legal = room.read(f"legal/?as=p2&chosen={chosen}").json()
        option = legal["whole"] or next((row["event"] for row in legal["events"]), None)
    body = {"event": option, "version": room.version, "as": "p2", "key": "once"}
    answers = [room.send("post", room.base + "events/", body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.json()["n_events"] for answer in answers}) == 1
    late = room.send("post", room.base + "events/", {**body, "key": "other"})
    assert _code(late) == (409, "changed")
    steps = room.read().json()["steps"]
    placed = [step["event"]["player"] for step in steps if step["event"]["type"] == "place"]
    assert (placed.count("p2"), placed.count("p3")) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_time_get_one_answer_of_each_bot() -> None:
    room = opened("gorinto", {"p1": "medium", "p3": "medium"})
    row = Room.objects.get()
    access = access_with(row, room.recorder)
    turn = room_reads.turn_for(row, access, "p2")
    assert turn is not None
    event = room_reads.choices(row, turn, (), None).events
    plain = (
        event[0]
        if event
        else next(recording.offers(get_kind("gorinto"), room_reads.replay_of(row).final, turn))
    )
    changes = [Change(access, row.version, "p2", key) for key in ("a", "a", "b", "")]
    results = at_once(*(partial(services.append_event, row, change, plain) for change in changes))
    assert 1 <= sum(not isinstance(result, Refusal) for result in results) <= 2
    before, row = row.n_events, Room.objects.get()
    assert row.version == 1
    players = [each["event"].get("player") for each in row.events[before:]]
    assert sorted(filter(None, players)) in (["p1", "p2", "p3"], ["p2"], ["p1", "p2"], ["p2", "p3"])


def samurai_room() -> Api:
    room = opened("goryo", {"goryo": "medium"})
    assert room.read().json()["turns"][0]["role"] == "samurai"
    return room


def secrets_of(code: str) -> tuple[str, list[str]]:
    """Return what the Goryō bot hides: the bound type, and its plan's route with the target."""
    events = [row["event"] for row in Room.objects.get(code=code).events]
    bound = next(event["object"] for event in events if event["type"] == "bind")
    plan = next(event for event in events if event["type"] == "plan")
    return bound, [*plan["route"], plan["target"]]


def test_no_player_sees_or_enters_what_is_a_bots() -> None:
    room = samurai_room()
    assert room.read().json()["views"] == ["public", "samurai"]
    assert room.read("?as=goryo").status_code == 400
    assert room.read("?as=omniscient").status_code == 400
    for step in room.read("?as=samurai").json()["steps"]:
        if step["event"]["type"] in ("bind", "plan"):
            assert step["event"].keys() == {"type"}
    event = {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"}
    assert room.enter(event, "goryo").status_code in (403, 409, 422)
    assert _code(room.enter({"type": "resign", "role": "goryo"})) == (403, "not_yours")
    assert _code(room.read("legal/?as=goryo")) == (409, "not_your_turn")


def test_pages_are_equal_for_other_secrets_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same table, with another bound type and plan of the bot."""
    phone = Phone(**{"bot-goryo": "medium", "ruleset": "2024"})
    room = phone.room
    pages = [phone.read(), phone.client.get(phone.url + "moves/").content.decode()]
    first = secrets_of(room.code)
    events = list(room.events)
    kind = get_kind("goryo")
    state = room_reads.replay_of(room).steps[2].before
    for number in range(50):
        plan = house_reads.house_play.house_of(kind).choose(
            state, "goryo", "medium", random.Random(number)
        )
        if plan is not None and plan["target"] != first[1][-1]:
            break
    types = state.setup.board.types
    taken = {first[0], events[1]["event"]["object"]}
    goal = types[state.setup.board.type_of[state.setup.board.index[plan["target"]]]]
    bound = next(name for name in types if name not in taken | {goal})
    events[0] = {**events[0], "event": {"type": "bind", "object": bound}}
    events[2] = {**events[2], "event": plan}
    Room.objects.update(events=events)
    room_reads._replays.clear()
    assert secrets_of(room.code) != first
    again = [phone.read(), phone.client.get(phone.url + "moves/").content.decode()]
    tokens = r'name="csrfmiddlewaretoken" value="[^"]*"'
    assert [re.sub(tokens, "", page) for page in pages] == [
        re.sub(tokens, "", page) for page in again
    ]


def test_what_was_revealed_or_dealt_is_not_taken_back() -> None:
    room = samurai_room()
    state = room_reads.replay_of(Room.objects.get()).final
    board = state.setup.board
    here = state.chase.samurai[0]
    to = board.names[board.near[here][0]]
    colour = state.setup.ruleset.colours[0]
    n_events = room.read().json()["n_events"]
    assert room.enter({"type": "move", "samurai": colour, "to": to}, "samurai").status_code == 201
    assert room.write("post", "undo/", length=n_events).status_code == 200
    legal = room.read('legal/?as=samurai&chosen=[["type","search"]]').json()
    search = legal["whole"] or legal["events"][0]["event"]
    assert "answer" not in search
    answered = room.enter(search, "samurai").json()
    assert answered["steps"][0]["event"]["answer"] in (True, False)
    assert _code(room.write("post", "undo/", length=n_events)) == (403, "revealed")
    assert _code(room.write("post", "undo/", length=0)) == (403, "revealed")
    replaced = room.write("put", f"events/{n_events + 1}/", event=search)
    assert _code(replaced) == (409, "not_with_house")


@pytest.mark.parametrize("claimed", [True, False])
def test_an_answer_of_the_player_does_not_change_the_truth(claimed: bool) -> None:
    room = samurai_room()
    legal = room.read('legal/?as=samurai&chosen=[["type","search"]]').json()
    search = legal["whole"] or legal["events"][0]["event"]
    answered = room.enter({**search, "answer": claimed}, "samurai").json()["steps"][0]["event"]
    space = next(
        step["state"]["samurai"][search["samurai"]] for step in room.read().json()["steps"][-1:]
    )
    plan = next(row["event"] for row in Room.objects.get().events if row["event"]["type"] == "plan")
    covered = {*plan["route"], plan["target"], plan.get("false_trail")}
    assert answered["answer"] is (space in covered)


def test_a_slow_house_goes_on_in_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(house, "MAX_COST", 1)
    monkeypatch.setattr(house, "send_task", lambda *task: sent.append(task))
    monkeypatch.setattr(house.transaction, "on_commit", lambda notify: notify())
    phone = Phone(**{"bot-goryo": "easy", "ruleset": "2024"})
    room = phone.room
    assert (room.house_due, room.n_events) == (True, 1)
    assert sent == [("rooms.tasks.play_house", room.pk)]
    page = phone.read()
    assert "A house bot is choosing its move" in page
    assert '<meta http-equiv="refresh"' in page
    assert services.continue_house(room.pk) is True
    assert services.continue_house(room.pk) is False
    room.refresh_from_db()
    assert (room.house_due, room.n_events) == (False, 3)
    assert "A house bot is choosing its move" not in phone.read()


def test_a_lost_task_is_enqueued_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a worker was killed; the page without script then shows the move when it reloads."""
    sent: list[Any] = []
    monkeypatch.setattr(house, "MAX_COST", 1)
    monkeypatch.setattr(answering, "send_task", lambda *task: sent.append(task))
    phone = Phone(**{"bot-goryo": "easy", "ruleset": "2024"})
    room = phone.room
    assert room.house_due
    assert (services.restart_house(), sent) == (0, []), "the first task may still come"
    late = timezone.now() - answering.LOST_AFTER - timedelta(seconds=1)
    Room.objects.update(touched_at=late)
    tasks.sweep_house()
    assert sent == [("rooms.tasks.play_house", room.pk)]
    tasks.play_house(room.pk)
    assert "A house bot is choosing its move" not in phone.read()
    Room.objects.update(touched_at=late)
    assert services.restart_house() == 0


def test_one_phone_with_bots_needs_no_hand_over() -> None:
    phone = Phone(**{"bot-samurai": "medium", "ruleset": "2024", "name-goryo": "Jane"})
    page = phone.read()
    assert "Give the phone" not in page
    assert "House bot, medium" in page
    assert "Jane (Goryō)" in page
    room = phone.room
    assert room.header["x_simulated"] is True
    assert phone.post(action="take", role="samurai").status_code == 422
    assert [player.get("name") for player in room.header["players"]] == [
        "Jane",
        "Bot Shiro (medium)",
    ]


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        ([{"role": "cat", "strength": "easy"}], "no_such_role"),
        ([{"role": "goryo", "strength": "best"}], "no_such_strength"),
        ([{"role": r, "strength": "easy"} for r in ("goryo", "samurai")], "only_bots"),
    ],
)
def test_wrong_bots_are_refused(bots: list[dict[str, str]], code: str) -> None:
    header = {"game": "goryo", "ruleset": {"edition": "2024"}, "bots": bots}
    answer = Client().post(reverse("api-rooms"), json.dumps(header), "application/json")
    assert _code(answer) == (422, code)


def test_variants_that_the_house_cannot_deal_are_refused() -> None:
    bots = [{"role": "government", "strength": "easy"}]
    for more in ({"ruleset": {"charisma": True}}, {"ruleset": {}, "setup": {"depth": "table"}}):
        header = {"game": "kyoto", "bots": bots, **more}
        answer = Client().post(reverse("api-rooms"), json.dumps(header), "application/json")
        assert _code(answer) == (422, "no_house")


def test_programs_are_named_and_their_games_are_bot_games() -> None:
    player = {"role": "samurai", "name": "Robot", "x_bot": {"program": "my-bot 1.0"}}
    room = opened("goryo", {}, players=[player], deals=True)
    header = room.read().json()["log_header"]
    assert (header["x_simulated"], header["players"]) == (True, [player])
    assert [seat["role"] for seat in room.opened["seat_keys"]] == ["goryo", "samurai"]
    for wrong in ({"program": house.PROGRAM}, {"program": 1}, "bot", {"program": "x", "y": 1}):
        sent = {"game": "goryo", "ruleset": {"edition": "2024"},
                "players": [{**player, "x_bot": wrong}]}  # fmt: skip
        answer = Client().post(reverse("api-rooms"), json.dumps(sent), "application/json")
        assert _code(answer) == (422, "bad_bot")


def test_the_export_of_the_owner_has_no_secrets_of_bots() -> None:
    """Else the owner could read them there and go on playing."""
    room = opened("goryo", {"goryo": "easy"})
    row = Room.objects.get()
    (table,) = tables_of([row.owner])
    assert row.events[0]["event"]["type"] == "bind"
    assert "log" not in table
    assert table["steps"] == room.read("?as=public").json()["steps"]


def test_a_note_on_what_a_bot_entered_lets_no_one_take_it_back() -> None:
    room = opened("goryo", {"goryo": "easy"})
    row, recorder = Room.objects.get(), Access(is_recorder=True)
    entered = row.events
    row = services.add_note(row, Change(recorder, row.version), 0, "Hm", at=3)
    row = services.add_note(row, Change(recorder, row.version), 0, "")
    assert row.events == entered
    undo = room.send("post", f"{room.base}undo/", {"version": row.version, "length": 0})
    assert _code(undo) == (403, "revealed")
