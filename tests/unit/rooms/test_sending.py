"""How the site receives games and tables that were recorded without a connection."""

import contextlib
import json
import random
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from replays.models import Game, Upload
from replays.models.audience import PUBLIC
from replays.services import Refusal
from rooms import services
from rooms.access.keys import GUEST, Access
from rooms.models import Room, RoomChange, SentDraft
from rooms.reads.following import shown_room
from rooms.services import offline
from tests.support.threads import at_once
from tests.unit.rooms.sessions import OWNER, Script, Table, entries, random_script

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def send(client: Client, script: Script, draft: str = "d1", **more: Any) -> Any:
    body = {
        "draft": draft,
        "log": {**script.header, "events": script.events},
        "visibility": "public",
        **more,
    }
    return client.post("/record/offline/send/", body, content_type="application/json")


def test_a_draft_that_is_sent_twice_is_one_game() -> None:
    client, script = Client(), random_script("kyoto", "base", random.Random(1))
    first, second = send(client, script), send(client, script)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert json.loads(Game.objects.get().canonical)["events"] == script.events
    assert Upload.objects.count() == SentDraft.objects.count() == 1


def test_two_devices_that_continued_one_draft_are_shown(
    django_assert_num_queries: Any,
) -> None:
    client = Client()
    script = random_script("gorinto", "2p-burrow", random.Random(1))
    resign = {"type": "resign", "role": "p1"}
    one, other = (Script(script.header, [*script.events[:n], resign]) for n in (6, 9))
    send(client, one)
    conflict = send(client, other)
    assert conflict.status_code == 409
    body = conflict.json()
    assert body["state"] == "conflict"
    assert (len(body["ours"]), len(body["sent"]), body["differs"]) == (7, 10, 6)
    assert Game.objects.count() == 1
    assert send(client, other, is_new=True).status_code == 201
    assert send(client, other, is_new=True).status_code == 201
    assert Game.objects.count() == 2


def test_a_refused_draft_says_where_and_why() -> None:
    script = random_script("gorinto", "2p-burrow", random.Random(1))
    events = [*script.events[:3], script.events[2]]
    answer = send(Client(), Script(script.header, events))
    assert answer.status_code == 422
    assert answer.json()["step"] == 4
    assert answer.json()["rule"]
    assert Upload.objects.count() == 0


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{", b"\xff", b"{} {}", b'{"draft": "d", "log": {"x_a": "\\ud800"}}',
        b'{"draft": "d", "draft": "d", "log": {}}', b'{"draft": "d", "log": {"x_a": NaN}}',
        b'{"draft": 1}', b'{"draft": "d"}', b'{"draft": "d", "log": []}',
        b'{"draft": "d", "log": {}, "visibility": "x"}',
        b'{"draft": "", "log": {}, "visibility": "public"}',
        b'{"draft": "d/d", "log": {}, "visibility": "public"}',
    ],
)  # fmt: skip
def test_a_wrong_body_is_refused(body: bytes) -> None:
    client = Client()
    answer = client.post("/record/offline/send/", body, content_type="application/json")
    assert answer.status_code == 422, answer.content
    assert answer.json()["message"]
    too_long = client.post("/record/offline/send/", b"x" * 1_200_000, content_type="text/plain")
    assert too_long.status_code == 413


RECORDER = Access(is_recorder=True)


def table_with(n: int, **options: Any) -> tuple[Table, Script]:
    """Return a room with the first events of a game."""
    script = random_script("gorinto", "2p-burrow", random.Random(1))
    table = Table(script.header, **options)
    for event, role in list(entries(script))[:n]:
        table.enter(event, role)
    return table, script


def rows_of(script: Script, n: int) -> list[dict[str, Any]]:
    pairs = list(zip(script.events, entries(script), strict=True))[:n]
    return [{"event": event, "role": role} for event, (_, role) in pairs]


def test_a_table_is_continued_by_its_phone() -> None:
    table, script = table_with(3)
    version, rows = table.room.version, rows_of(script, 8)
    continued = services.Continued(version, rows)
    room = services.continue_room(table.room, RECORDER, "d1", continued)
    assert [row["event"] for row in room.events] == script.events[:8]
    assert room.version == version + 1
    again = services.continue_room(table.room, RECORDER, "d1", continued)
    assert (again.version, again.n_events) == (room.version, 8)


def test_a_table_that_was_continued_meanwhile_is_no_silent_loss() -> None:
    table, script = table_with(3)
    version = table.room.version
    event, role = list(entries(script))[3]
    table.enter(event, role)
    rows = [*rows_of(script, 3), {"event": {"type": "resign", "role": "p1"}, "role": "p1"}]
    with pytest.raises(services.Conflict) as caught:
        services.continue_room(table.room, RECORDER, "d1", services.Continued(version, rows))
    conflict = caught.value
    assert (len(conflict.ours), len(conflict.sent), conflict.differs) == (4, 4, 3)
    assert Room.objects.get().n_events == 4
    chosen = services.Continued(conflict.version or 0, rows)
    room = services.continue_room(table.room, RECORDER, "d1", chosen)
    assert room.n_events == 4
    removed = room.changes.latest("version").removed
    assert [row["event"] for row in removed] == [event]


@pytest.mark.parametrize("options", [{"is_shared": True}, {"deals": True}])
def test_a_phone_without_all_secrets_gets_no_copy(options: dict[str, Any]) -> None:
    table, _ = table_with(0, **options)
    assert not services.can_copy(table.room, RECORDER)
    with pytest.raises(Refusal):
        services.continue_room(table.room, RECORDER, "d1", services.Continued(0, []))


def test_only_the_recorder_gets_a_copy() -> None:
    table, script = table_with(3)
    path = f"/record/{table.room.code}/copy/"
    assert Client().get(path).status_code == 404
    assert not services.can_copy(table.room, GUEST)
    client = Client()
    client.cookies[f"room_{table.room.code}_en"] = table.recorder_key
    answer = client.get(path)
    assert [row["event"] for row in answer.json()["rows"]] == script.events[:3]
    assert "no-store" in answer["Cache-Control"]
    body = {"draft": "d1", "version": table.room.version, "rows": rows_of(script, 5)}
    sent = client.post(path, body, content_type="application/json")
    assert sent.json() == {"state": "continued", "url": f"/record/{table.room.code}/"}
    for changes in (
        {"rows": [{"event": {"type": "resign"}, "role": "dealer"}]},
        {"rows": [{"event": {"type": "resign"}, "role": []}]},
        {"draft": "d1\0"},
        {"draft": "d" * 100},
    ):
        wrong = client.post(path, {**body, **changes}, content_type="application/json")
        assert wrong.status_code == 422, changes
    late = client.post(path, {**body, "rows": rows_of(script, 4)}, content_type="application/json")
    assert late.status_code == 409
    assert late.json()["state"] == "conflict"


def test_delayed_followers_of_a_continued_table_see_what_was_there() -> None:
    table, script = table_with(3, delay=5)
    RoomChange.objects.update(made_at=timezone.now() - timedelta(minutes=6))
    rows = [*rows_of(script, 2), {"event": {"type": "resign", "role": "p1"}, "role": "p1"}]
    continued = services.Continued(table.room.version, rows)
    room = services.continue_room(table.room, RECORDER, "d1", continued)
    assert room.n_events == 3
    shown = shown_room(room, GUEST)
    assert [row["event"] for row in shown.events] == script.events[:3]


@pytest.mark.parametrize("deletes", [False, True])
def test_steps_for_a_closed_table_can_become_a_game(*, deletes: bool) -> None:
    table, script = table_with(3)
    body = {"draft": "d1", "version": table.room.version, "rows": rows_of(script, 5)}
    if deletes:
        services.delete_room(table.room)
    else:
        services.save_room(table.room, table.change(), PUBLIC)
    client = Client()
    client.cookies[f"room_{table.room.code}_en"] = table.recorder_key
    path = f"/record/{table.room.code}/copy/"
    answer = client.post(path, body, content_type="application/json")
    if deletes:
        assert answer.status_code == 404
    else:
        assert (answer.status_code, answer.json()) == (409, {"state": "gone"})


@pytest.mark.django_db(transaction=True)
def test_parallel_first_requests_store_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has looked for the draft before the other stores it."""
    script = random_script("kyoto", "base", random.Random(1))
    sent = services.Sent("d1", {**script.header, "events": script.events})
    both, wait = threading.Barrier(2), offline.charge

    def charged(*args: Any) -> Any:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(timeout=2)  # the second attempt, or on SQLite the first, is alone
        return wait(*args)

    monkeypatch.setattr(offline, "charge", charged)
    uploads = at_once(*(lambda: services.send_draft(sent, OWNER, PUBLIC),) * 2)
    assert uploads[0] == uploads[1] == Upload.objects.get()
    assert (Game.objects.count(), SentDraft.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    "event", [{}, {"type": []}, {"type": "resign", "role": ["p1"]}, {"type": "resign", "role": 1}]
)
def test_type_and_role_of_an_event_are_texts(event: dict[str, Any]) -> None:
    table, _ = table_with(1)
    with pytest.raises(Refusal) as refused:
        services.append_event(table.room, table.change("p1"), event)
    assert refused.value.finding.code == "wrong_type"
    client = Client()
    client.cookies[f"room_{table.room.code}_en"] = table.recorder_key
    form = {"event": json.dumps(event), "version": table.room.version, "role": "p1"}
    answer = client.post(f"/record/{table.room.code}/", form)
    assert answer.status_code == 422


def test_drafts_that_several_keys_sent_stay_once() -> None:
    script = random_script("kyoto", "base", random.Random(1))
    clients = [Client(), Client()]
    for client in clients:
        send(client, script)
    first, second = SentDraft.objects.order_by("pk")
    services.release_rooms(keys=[first.owner, second.owner], new_key=OWNER)
    assert list(SentDraft.objects.values_list("pk", "owner")) == [(first.pk, OWNER)]


def test_sent_drafts_follow_their_owner() -> None:
    script = random_script("kyoto", "base", random.Random(1))
    send(Client(), script)
    owner = SentDraft.objects.get().owner
    services.release_rooms(keys=[owner], new_key=OWNER)
    assert SentDraft.objects.get().owner == OWNER
    services.release_rooms(keys=[OWNER], new_key="")
    assert not SentDraft.objects.exists()
