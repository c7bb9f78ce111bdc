"""Tables with several phones: invitations, seats, and what each phone sees and may enter."""

import json
import re
from datetime import timedelta
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from replays.models import Game
from replays.services.errors import Refusal
from rooms import services
from rooms.access.keys import Access
from rooms.models import Room, RoomSeat
from tests.support.openapi import document
from tests.support.twins import TWINS
from tests.unit.replays.kyoto_twins import TWINS as KYOTO_TWINS

from .sessions import Table
from .test_api import BIND, GORYO, HAUNT, MOVE, PLAN, Api
from .test_following import without_token

pytestmark = pytest.mark.django_db
PART = {"X-Part": "screen"}


class Phone:
    """A phone at a table."""

    def __init__(self, url: str = "") -> None:
        self.client, self.url = Client(), url

    def open(self, **form: str) -> "Phone":
        """Open a table for several phones."""
        form = {"game": "goryo", "ruleset": "2024", "phones": "several", **form}
        answer = self.client.post(reverse("record"), form)
        assert answer.status_code == 302, answer.content.decode()
        self.url = answer.url
        return self

    def join(self, role: str, **form: str) -> "Phone":
        """Take a seat with the code of its invitation."""
        answer = self.client.post(reverse("room-join"), {"code": code_of(role), **form})
        assert answer.status_code == 302, answer.content.decode()
        self.url = answer.url
        return self

    def read(self, query: str = "") -> str:
        """Return the page."""
        answer = self.client.get(self.url + query)
        assert answer.status_code == 200, answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
        return answer.content.decode()

    def post(self, query: str = "", **form: Any) -> tuple[int, str]:
        """Send a form as the script does; return the status and the screen."""
        form.setdefault("after", Room.objects.get().version)
        answer = self.client.post(self.url + query, form, headers=PART)
        return answer.status_code, answer.content.decode()

    def play(self, event: dict[str, Any]) -> tuple[int, str]:
        """Enter an event."""
        return self.post(event=json.dumps(event))


def code_of(role: str) -> str:
    """Return the code of the invitation to a seat."""
    code = services.invitation_to(RoomSeat.objects.get(role=role))
    assert re.fullmatch("[0-9a-z]{8}", code)
    return code


@pytest.fixture
def host() -> Phone:
    return Phone().open(**{"name-goryo": "Jane"})


@pytest.mark.parametrize("action", ["invite", "sit"])
def test_an_unknown_seat_is_a_client_error(host: Phone, action: str) -> None:
    for role in ("unknown", "\0"):
        status, screen = host.post(action=action, role=role)
        assert (status, "no such role" in screen) == (422, True)


def test_the_table_shows_an_invitation_to_each_seat(host: Phone) -> None:
    page = host.read()
    for role in ("goryo", "samurai", "public"):
        code = code_of(role)
        assert f"http://testserver/record/join/#{code}" in page
        assert f'<b class="join-code">{code}</b>' in page
    assert page.count('role="img" aria-label="QR code with the link"') == 3
    assert "style=" not in page[page.index("<main") : page.index("</main")]
    assert all(code_of(role) not in Client().get(host.url).content.decode() for role in ("goryo",))


def test_each_phone_sees_and_enters_its_own_view_only(host: Phone) -> None:
    goryo, samurai = Phone().join("goryo"), Phone().join("samurai")
    assert goryo.url == samurai.url == host.url
    assert "Your view: Jane (Goryō)" in goryo.read()
    assert "Waiting for Jane (Goryō)" in samurai.read()
    assert "Waiting for Jane (Goryō)" in host.read()
    assert samurai.play(BIND)[0] == 422
    assert host.play(BIND)[0] == 422
    for event in (BIND, HAUNT, PLAN):
        assert goryo.play(event)[0] == 200
    plan = "b4 b3 b2 c2"
    assert plan in goryo.read()
    for phone in (samurai, host, Phone(host.url)):
        assert plan not in phone.read()
        assert "data-secret" not in phone.read()
    for phone in (samurai, host, goryo):
        status, screen = phone.post(action="take", role="goryo")
        assert (status, "each side has its own phone" in screen) == (403, True)
    assert goryo.play(MOVE)[0] == 422
    assert samurai.play(MOVE)[0] == 200
    assert [row["role"] for row in Room.objects.get().events] == [
        "goryo", "goryo", "goryo", "samurai",
    ]  # fmt: skip


def test_only_the_phone_that_opened_the_table_saves_and_deletes(host: Phone) -> None:
    samurai = Phone().join("samurai")
    Phone().join("goryo").play(BIND)
    for action in ("delete", "save", "sit"):
        assert samurai.post(action=action, role="goryo", visibility="private")[0] == 403
    assert Client().post(host.url, {"action": "undo"}).status_code == 403
    assert host.post(action="save", visibility="private")[0] == 200
    assert Game.objects.get().visibility == "private"
    assert "The game is saved" in samurai.read()
    assert Client().get(host.url).status_code == 404


def test_the_host_plays_on_the_same_phone(host: Phone) -> None:
    status, screen = host.post(action="sit", role="goryo")
    assert status == 200
    assert "Your view: Jane (Goryō)" in screen
    for event in (BIND, HAUNT, PLAN):
        assert host.play(event)[0] == 200
    assert "Play as" not in host.read()
    assert host.post(action="sit", role="goryo")[0] == 409, "the seat is taken"
    samurai = Phone().join("samurai")
    assert samurai.post(action="undo")[0] == 403
    samurai.play(MOVE)
    assert samurai.post(action="undo")[0] == 200
    assert host.post(action="undo")[0] == 200
    assert Room.objects.get().n_events == 2


def test_a_code_works_once(host: Phone) -> None:
    code, key = code_of("samurai"), "k" * 32
    samurai = Phone().join("samurai", key=key)
    for sent in (code, code.upper(), "", "2" * 8, "x" * 10_000):
        answer = Client().post(reverse("room-join"), {"code": sent})
        assert answer.status_code == 422
        assert "This code is wrong, too old or already used" in answer.content.decode()
        assert set(answer.cookies) <= {"csrftoken"}
    again = Client().post(reverse("room-join"), {"code": code, "key": key})
    assert again.status_code == 302, "the same request again"
    assert "Your view" in samurai.read()
    RoomSeat.objects.update(invited_at=timezone.now() - timedelta(days=2))
    assert services.invitation_to(RoomSeat.objects.get(role="goryo")) == ""
    for role in ("goryo", "public"):
        with pytest.raises(Refusal):
            services.join(services.seats._code_of(RoomSeat.objects.get(role=role)))


def test_a_code_may_be_typed_with_capitals_and_spaces(host: Phone) -> None:
    code = code_of("goryo").upper()
    answer = Client().post(reverse("room-join"), {"code": f" {code[:4]}-{code[4:]} "})
    assert answer.url == host.url


def test_codes_are_limited(host: Phone, rates: Any) -> None:
    rates(joins="1/min")
    for status in (422, 429):
        assert Client().post(reverse("room-join"), {"code": "22222222"}).status_code == status


def test_a_seat_is_passed_on_and_the_old_phone_loses_it(host: Phone) -> None:
    old = Phone().join("samurai")
    assert "Pass on this seat" in old.read()
    assert old.post(action="invite", role="goryo")[0] == 403
    assert host.post(action="invite", role="unknown")[0] == 422
    status, screen = old.post(action="invite", role="samurai")
    assert (status, code_of("samurai") in screen) == (200, True)
    assert "Your view" in old.read()
    version = Room.objects.get().version
    new = Phone().join("samurai")
    assert Room.objects.get().version == version + 1, "the other phones show it"
    assert "Your view: Samurai" in new.read()
    assert "This is what everyone at the table knows" in old.read()
    assert old.play(MOVE)[0] == 403
    first = code_of("goryo")
    host.post(action="invite", role="goryo")
    assert code_of("goryo") != first
    assert Client().post(reverse("room-join"), {"code": first}).status_code == 422


def test_a_tablet_on_the_table_shows_the_public_view_without_delay() -> None:
    host = Phone().open(delay="15")
    tablet, goryo = Phone().join("public"), Phone().join("goryo")
    goryo.play(BIND)
    version = Room.objects.get().version
    assert f'data-version="{version}"' in tablet.read()
    assert "minutes later" not in tablet.read()
    assert 'data-version="0"' in Phone(host.url).read()
    assert f'data-version="{version}"' in host.read()
    assert 'data-version="0"' in host.read("?overlay=1")
    for phone in (tablet, Phone(host.url)):
        assert phone.play(HAUNT)[0] == 403


def test_an_overlay_shows_the_public_view_to_everyone(host: Phone) -> None:
    goryo = Phone().join("goryo")
    for event in (BIND, HAUNT, PLAN):
        assert goryo.play(event)[0] == 200
    page = goryo.read("?overlay=1")
    assert page == host.read("?overlay=1") == Phone(host.url).read("?overlay=1")
    assert "<form" not in page
    assert "b4 b3 b2 c2" not in page
    assert f'data-events="{host.url}events/?overlay=1"' in page
    part = goryo.client.get(goryo.url + "?overlay=1", headers=PART).content.decode()
    assert part in page


def test_a_table_with_one_phone_has_no_seats_to_take() -> None:
    table = Table({**GORYO, "format": "goryo-log/1"})
    recorder = Access(is_recorder=True)
    for action in (services.invite, services.sit):
        with pytest.raises(Refusal) as refused:
            action(table.room, recorder, "goryo")
        assert refused.value.finding.code == "not_shared"
    assert not RoomSeat.objects.exclude(invitation=None).exists()


def test_the_recorders_key_of_a_shared_room_opens_no_secrets() -> None:
    room = Api({**GORYO, "several_phones": True})
    assert set(room.seats) == {"goryo", "samurai", "public"}
    for event in (BIND, HAUNT, PLAN):
        assert room.enter(event, key=room.seats["goryo"]).status_code == 201
    body = room.read().json()
    assert (body["views"], body["several_phones"]) == (["public"], True)
    assert room.read("?as=goryo").status_code == 400
    assert room.read("legal/?as=goryo").status_code == 409
    assert room.read("legal/?as=samurai").status_code == 409
    assert room.read("legal/").json()["role"] == "samurai"
    other = {**PLAN, "route": ["b4", "b3", "c3"]}
    assert room.write("put", "events/3/", event=other, role="goryo").status_code == 422
    assert room.enter(MOVE).status_code == 201, "everyone sees it"
    assert room.read("", room.seats["public"]).json()["views"] == ["public"]
    assert room.enter(MOVE, key=room.seats["public"]).status_code == 403


def test_devices_join_through_the_api() -> None:
    room = Api({**GORYO, "several_phones": True})
    send = lambda body: Client().post("/api/v1/rooms/join/", body, "application/json")  # noqa: E731
    invited = room.send("post", room.base + "invitations/", {"role": "samurai"})
    assert invited.status_code == 201, invited.json()
    schema = {**document(), "$ref": "#/components/schemas/RoomInvitation"}
    jsonschema_rs.validator_for(schema).validate(invited.json())
    code, key = invited.json()["code"], "k" * 30
    assert invited.json()["url"] == f"http://testserver/record/join/#{code}"
    for _ in range(2):
        joined = send({"code": code, "key": key})
        assert (joined.status_code, joined.json()["key"]) == (201, key)
    assert (joined.json()["api"], joined.json()["role"]) == (room.opened["api"], "samurai")
    assert room.read("", key).json()["views"] == ["samurai", "public"]
    assert room.read("", room.seats["samurai"]).json()["views"] == ["public"], "its key ended"
    refused = send({"code": code})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_code")
    assert send({"code": code, "key": "short"}).status_code == 400
    for sender in ("", room.seats["goryo"]):
        refused = room.send("post", room.base + "invitations/", {"role": "samurai"}, sender)
        assert refused.status_code == 403
    own = room.send("post", room.base + "invitations/", {"role": "goryo"}, room.seats["goryo"])
    assert own.status_code == 201
    one_phone = Api(GORYO)
    refused = one_phone.send("post", one_phone.base + "invitations/", {"role": "goryo"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_shared")


def _phones_see(log: dict[str, Any], other: str) -> list[str]:
    """Return all that the other side, the public and the recorder get while a game is entered by
    several phones: pages, screens, moves, streams, JSON, refusals.
    """
    Room.objects.all().delete()
    own = json.dumps({"setup": log["setup"]} if "setup" in log else {})
    form = {f"name-{player['role']}": player["name"] for player in log["players"]}
    host = Phone().open(game=log["game"], ruleset=_ruleset(log), own=own, **form)
    phones = {seat.role: Phone().join(seat.role) for seat in RoomSeat.objects.all()}
    public = Phone(host.url)
    seen: list[str] = []
    for number, event in enumerate(log["events"], 1):
        plain = {k: v for k, v in event.items() if k not in ("note", "at", "answer")}
        turns = [turn for turn in _turns(host) if plain["type"] in turn["types"]]
        role = turns[0]["role"] or other
        status, screen = phones[role].play(plain)
        assert status == 200, (plain, screen)
        seen += [screen] * (role == other)
        if number % 3 and number < len(log["events"]):
            continue  # all requests after each event would take a minute
        for phone in (phones[other], phones["public"], host, public):
            for query in ("", "?overlay=1", "moves/", "events/?since=c0", "?edit=1"):
                answer = phone.client.get(phone.url + query)
                content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type]
                seen.append(content.decode())
            wrong = {"type": "move", "samurai": "green", "to": "z9"}
            for sent in (
                {"event": json.dumps(wrong)},
                {"action": "take", "role": role},
                {"action": "undo", "length": 0} if phone is not host else {},
                {"action": "note", "step": 1, "note": "x"} if phone is not host else {},
            ):
                seen.append(phone.post(**sent)[1] if sent else "")
        seen.append(Client().get(f"/api/v1{host.url.replace('record', 'rooms')}").content.decode())
    code = Room.objects.get().code
    codes = "|".join(filter(None, map(services.invitation_to, RoomSeat.objects.all()))) or "-"
    text = re.compile(
        rf'{code}|{codes}|"touched_at":"[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"|'
        r'"log_header":.*?"players"'
    )
    return [text.sub("", part) for part in seen]


def _turns(host: Phone) -> list[dict[str, Any]]:
    body = Client().get(f"/api/v1{host.url.replace('record', 'rooms')}").json()
    return list(body["turns"])


def _ruleset(log: dict[str, Any]) -> str:
    return "base" if log["game"] == "kyoto" else "2024"


@pytest.mark.parametrize(
    ("twins", "other"),
    [(TWINS, "samurai"), (KYOTO_TWINS, "government")],
    ids=["goryo", "kyoto"],
)
def test_twin_tables_look_alike_to_all_other_phones(
    twins: Any, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte: pages, overlays, streams, moves, refusals and JSON."""
    for scope in SimpleRateThrottle.THROTTLE_RATES:
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, None)
    one, two = (_phones_see(dict(log), other) for log in twins)
    assert len(one) > 50
    for first, second in zip(one, two, strict=True):
        assert first == second


def test_twins_differ_for_their_own_side() -> None:
    """Else the comparison would say nothing."""
    pages = []
    for plan in (PLAN, {**PLAN, "route": ["b4", "b3", "a3", "a2"], "target": "b2"}):
        Room.objects.all().delete()
        Phone().open()
        goryo = Phone().join("goryo")
        for event in (BIND, HAUNT, plan):
            assert goryo.play(event)[0] == 200
        pages.append(without_token(goryo.read().encode()))
    assert pages[0] != pages[1]
