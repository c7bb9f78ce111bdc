"""Following a room: the stream of its versions, and the delay of its public view."""

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import jsonschema_rs
import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from replays.streams import hub
from rooms import services
from rooms.access.keys import GUEST, Access
from rooms.models import DELAYS, Action, Room, RoomChange
from rooms.reads.following import RoomVersions, shown_room
from rooms.services import changing
from tests.support.openapi import document
from tests.unit.replays.test_events import parsed

from .sessions import OWNER, Script, Table, entries, random_script
from .test_api import BIND, GORYO, HAUNT, MOVE, PLAN, Api
from .test_pages import Phone

pytestmark = pytest.mark.django_db
LATER = timedelta(minutes=6)


def versions(room: Api, key: str = "", **headers: str) -> list[dict[str, str]]:
    """Return the events of the stream of a room that there are now."""
    headers |= {"Room-Key": key} if key else {}
    answer = Client().get(room.base + "events/?since=c0", headers=headers)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/event-stream"
    return parsed(b"".join(answer))[1:]


def played(**header: Any) -> Api:
    """Return a room with three events."""
    room = Api({**GORYO, **header})
    for event, role in ((BIND, "goryo"), (HAUNT, ""), (PLAN, "goryo")):
        answer = room.enter(
            event, role, room.seats["goryo"] if "several_phones" in header else None
        )
        assert answer.status_code == 201
    return room


def age(by: timedelta = LATER) -> None:
    """Make all changes so far older."""
    for change in RoomChange.objects.all():
        RoomChange.objects.filter(pk=change.pk).update(made_at=change.made_at - by)


def test_a_stream_has_only_the_number_of_each_version() -> None:
    room = played()
    for key in ("", room.recorder, *room.seats.values()):
        found = versions(room, key)
        assert [event["id"] for event in found] == ["c1", "c2", "c3"]
        assert {event["event"] for event in found} == {"version"}
        assert [event["data"] for event in found] == [f'{{"version":{n}}}' for n in (1, 2, 3)]
    assert versions(room, **{"Last-Event-ID": "c2"}) == found[2:]
    schema = {**document(), "$ref": "#/components/schemas/RoomVersion"}
    jsonschema_rs.validator_for(schema).validate(json.loads(found[0]["data"]))
    refused = Client().get(room.base + "events/?since=2")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_parameter")


def test_a_stream_ends_when_the_game_is_saved_or_the_room_deleted() -> None:
    room = played()
    row = Room.objects.get()
    public, own = RoomVersions(row.pk), RoomVersions(row.pk, is_public=False)
    assert room.write("post", "save/").status_code == 200
    assert [(event.name, event.is_last) for event in public.after(3)] == [("closed", True)]
    assert [event.name for event in own.after(3)] == ["version"]
    assert Client().get(room.base + "events/").status_code == 404
    services.delete_room(Room.objects.get())
    assert [event.name for event in own.after(4)] == ["closed"]


def test_a_stream_ends_for_followers_of_a_hidden_room() -> None:
    room = played()
    row = Room.objects.get()
    services.hide_room(row.code, "an insult")
    assert [event.name for event in RoomVersions(row.pk).after(0)] == ["closed"]
    assert len(RoomVersions(row.pk, is_public=False).after(0)) == 3
    assert Client().get(room.base + "events/").status_code == 404
    assert len(versions(room, room.seats["goryo"])) == 3


def test_the_page_of_a_follower_has_a_stream_and_that_of_the_one_phone_has_none() -> None:
    phone = Phone()
    assert "data-events" not in phone.read()
    page = Client().get(phone.url).content.decode()
    assert f'data-events="{phone.url}events/"' in page
    phone.post(action="take", role="goryo")
    phone.play(BIND)
    answer = Client().get(phone.url + "events/?since=c0")
    assert [event["event"] for event in parsed(b"".join(answer))[1:]] == ["version"]


def test_followers_see_the_room_as_it_was() -> None:
    room = played(delay=5)
    first = room.read("", "").json()
    assert (first["version"], first["steps"], first["delay"]) == (0, [], 5)
    assert first["touched_at"] == Room.objects.get().created_at.isoformat()
    assert versions(room) == []
    age()
    then = room.read("", "").content
    assert json.loads(then)["version"] == 3
    page = Client().get(room.opened["url"]).content
    assert room.enter(MOVE).status_code == 201
    room.write("put", "events/2/", event={**HAUNT, "space": "e5"}, cut=True)
    room.write("post", "undo/", length=1)
    assert room.read("", "").content == then
    assert without_token(Client().get(room.opened["url"]).content) == without_token(page)
    assert [event["id"] for event in versions(room)] == ["c1", "c2", "c3"]
    for key in (room.recorder, *room.seats.values()):
        assert room.read("?as=public", key).json()["version"] == 6
        assert len(versions(room, key)) == 6
    age()
    assert room.read("", "").json()["n_events"] == 1
    assert len(versions(room)) == 6


def without_token(page: bytes) -> list[str]:
    """Return the lines of a page without its token against forged forms."""
    return [line for line in page.decode().splitlines() if "csrfmiddlewaretoken" not in line]


def test_a_refused_request_shows_followers_nothing_newer() -> None:
    room = played(delay=15)
    code = room.opened["code"]
    answer = Client().post(f"/record/{code}/", {"action": "undo"})
    assert answer.status_code == 403
    assert 'data-version="0"' in answer.content.decode()
    assert "You see the game 15 minutes later" in answer.content.decode()
    refused = room.enter(MOVE, key="")
    assert "version" not in refused.json()


def test_a_delay_is_one_of_those_offered() -> None:
    for delay in (1, -5, 10**9):
        answer = Api.__new__(Api)
        answer.client = Client()
        refused = answer.send("post", "/api/v1/rooms/", {**GORYO, "delay": delay}, "")
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_delay")
    Phone(delay="15")
    assert Room.objects.get().delay == max(DELAYS)
    assert Client().post("/record/", {"game": "goryo", "delay": "x"}).status_code == 422


@pytest.mark.parametrize("seed", range(4))
def test_each_earlier_state_is_found(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After random changes, followers get the state as it was at each time."""
    monkeypatch.setattr(changing, "CHANGES_MAX", 3)
    rng = random.Random(seed)
    script = random_script("goryo", "2024", rng)
    table = Table(script.header, delay=5)
    states = [(0, list[Any]())]
    for event, role in list(entries(script))[:12]:
        _change(table, event, role, rng)
        table.room.refresh_from_db()
        states += [(table.room.version, table.room.events)] * (table.room.version != states[-1][0])
    now = timezone.now()
    changes = RoomChange.objects.filter(room=table.room)
    assert {*Action} >= {change.action for change in changes}
    assert changes.count() == table.room.version, "none is dropped that followers don't see"
    for version, events in states:
        for change in changes:
            old = timedelta(minutes=1 if change.version > version else 6)
            changes.filter(pk=change.pk).update(made_at=now - old)
        room = shown_room(table.room, GUEST)
        assert (room.version, room.n_events, room.events) == (version, len(events), events)
        assert RoomVersions(room.pk, 5).latest() == version
        assert shown_room(table.room, Access(role="goryo")) is table.room
    _change(table, *list(entries(script))[len(table.room.events)], rng)
    assert changes.all().count() == 3, "the others are old"


def _change(table: Table, event: Any, role: str | None, rng: random.Random) -> None:
    """Enter an event, and sometimes take it back, replace it by itself, or write a note."""
    table.enter(event, role)
    chosen, last = rng.randrange(5), table.room.n_events - 1
    if chosen == 0:
        table.room = services.undo_events(table.room, table.change(), last)
        table.enter(event, role)
    if chosen == 1:
        table.room = services.replace_event(table.room, table.change(role), last, event)
    if chosen == 2:
        table.room = services.add_note(table.room, table.change(), rng.randrange(last + 1), "note")


def test_joining_changes_no_event_of_an_earlier_state() -> None:
    room = played(delay=5, several_phones=True)
    age()
    then = room.read("", "").json()["steps"]
    assert len(then) == 3
    invited = room.send("post", room.base + "invitations/", {"role": "samurai"})
    code = invited.json()["code"]
    answer = Client().post("/api/v1/rooms/join/", {"code": code}, "application/json")
    assert answer.status_code == 201
    assert room.read("", "").json()["steps"] == then
    assert room.read("", room.seats["goryo"]).json()["version"] == 4


def test_saving_closes_the_delayed_view() -> None:
    room = played(delay=5)
    stale = Room.objects.get()
    assert room.write("post", "save/").status_code == 200
    with pytest.raises(Room.DoesNotExist):
        shown_room(stale, GUEST)
    assert room.read("", "").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_followers_of_many_rooms_get_each_version_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `tests.benchmarks.rooms` with 200 rooms."""
    monkeypatch.setattr(hub, "QUERY_SECONDS", 60.0)
    asyncio.run(asyncio.wait_for(follow_rooms(5, 4), 60))


async def follow_rooms(n_rooms: int, n_changes: int) -> int:
    """Open rooms with two followers each, enter events, and check what each follower gets. Return
    how many events were received.
    """
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    header = {"format": "goryo-log/1", "game": "goryo", "ruleset": {"edition": "2024"}}
    script = Script({**header, "players": []}, [BIND, HAUNT, PLAN, MOVE][:n_changes])
    tables = [await hub.in_thread(Table, script.header) for _ in range(n_rooms)]
    sources = [RoomVersions(table.room.pk) for table in tables for _ in range(2)]
    streams = [hub.hub().events(source, None, 60) for source in sources]
    try:
        for stream in streams:
            assert await anext(stream) == hub.Event(0, "", "")
        reading = [asyncio.create_task(_read(stream, n_changes)) for stream in streams]
        await asyncio.sleep(0)
        for event, role in entries(script):
            for table in tables:
                await hub.in_thread(table.enter, event, role)
        received = await asyncio.gather(*reading)
    finally:
        for stream in streams:
            await stream.aclose()
        await hub.in_thread(connections.close_all)
    assert received == [list(range(1, n_changes + 1))] * len(streams)
    return sum(map(len, received))


async def _read(stream: Any, n: int) -> list[int]:
    """Return the cursors of the next events."""
    return [event.cursor for event in [await anext(stream) for _ in range(n)] if event]


def test_deleting_and_saving_wake_streams(django_capture_on_commit_callbacks: Any) -> None:
    table = Table({**GORYO, "format": "goryo-log/1"})
    with django_capture_on_commit_callbacks() as called:
        services.delete_room(table.room)
    assert len(called) == 1
    assert table.room.owner == OWNER
