"""The pages of a table: screens, hand-over, and what their source contains."""

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from replays.models import Game
from rooms import services
from rooms.models import Room
from rooms.web.clocks import time_text

from .test_api import BIND, HAUNT, MOVE, PLAN

pytestmark = pytest.mark.django_db


class Phone:
    """The browser that records."""

    def __init__(self, **form: str) -> None:
        self.client = Client()
        answer = self.client.post(reverse("record"), {"game": "goryo", **form})
        assert answer.status_code == 302, answer.content.decode()
        self.url = answer.url

    @property
    def room(self) -> Room:
        """The row."""
        return Room.objects.get()

    def read(self, query: str = "") -> str:
        """Return the page."""
        answer = self.client.get(self.url + query)
        assert "no-store" in answer["Cache-Control"]
        return answer.content.decode()

    def post(self, query: str = "", **form: Any) -> Any:
        """Send a form of the page."""
        form.setdefault("after", self.room.version)
        return self.client.post(self.url + query, form)

    def play(self, event: dict[str, Any], query: str = "", **form: Any) -> str:
        """Enter an event and return the next page."""
        answer = self.post(query, event=json.dumps(event), **form)
        assert answer.status_code == 302, answer.content.decode()
        return self.read()


@pytest.fixture
def phone() -> Phone:
    phone = Phone(**{"name-goryo": "Jane", "ruleset": "2024"})
    phone.post(action="take", role="goryo")
    phone.play(BIND)
    phone.post(action="give")
    phone.play(HAUNT)
    return phone


def test_a_secret_is_on_its_own_screen_only(phone: Phone) -> None:
    cover = phone.read()
    assert "Give the phone to Jane (Goryō)" in cover
    assert "data-secret" not in cover
    assert json.loads(phone.client.get(phone.url + "moves/").content)["moves"] == []
    phone.post(action="take", role="goryo")
    assert "data-secret" in phone.read()
    assert len(json.loads(phone.client.get(phone.url + "moves/").content)["moves"]) > 100
    covered = phone.play(PLAN)
    assert "Put the phone on the table" in covered
    phone.post(action="give")
    table = phone.read()
    assert "Samurai to act" in table
    for page in (covered, table):
        assert "c2 &gt; c3" not in page
        assert "b4 b3 b2 c2" not in page


def test_choices_of_parts_are_in_no_address(phone: Phone) -> None:
    phone.post(action="take", role="goryo")
    answer = phone.post(pick=json.dumps([["type", "plan"], ["route.0", "b4"], ["route.1", "b3"]]))
    assert answer.status_code == 200
    assert "route 3" in answer.content.decode().lower()
    assert not re.search(r'href="[^"]*(chosen|route)', answer.content.decode())


def test_a_form_that_is_sent_twice_enters_one_event(phone: Phone) -> None:
    phone.post(action="take", role="goryo")
    version = phone.room.version
    for _ in range(2):
        answer = phone.post(event=json.dumps(PLAN), after=version)
        assert answer.status_code == 302
    assert phone.room.n_events == 3
    phone.post(action="give")
    refused = phone.post(event=json.dumps(MOVE), after=version)
    assert refused.status_code == 409
    assert "The table has changed in the meantime" in refused.content.decode()


def test_undo_correct_note_and_save(phone: Phone) -> None:
    assert phone.post(action="note", step="2", note="a vase").status_code == 302
    assert "a vase" in phone.read()
    assert "Correcting step 2" in phone.read("?edit=2")
    phone.play({"type": "haunt", "object": "vase", "space": "e5"}, "?edit=2")
    assert phone.room.events[1]["event"]["space"] == "e5"
    assert phone.room.events[1]["note"] == "a vase"
    phone.play({"type": "resign", "role": "samurai"})
    page = phone.read()
    assert "Winner: Goryō" in page
    assert phone.post(action="save", visibility="unlisted").status_code == 302
    assert Game.objects.get().get_absolute_url() in phone.read()
    assert Client().get(phone.url).status_code == 404  # the visibility of the game decides now


def test_a_script_gets_the_screen_without_the_page(phone: Phone) -> None:
    part = {"X-Part": "screen"}

    def send(query: str = "", **form: Any) -> tuple[int, str]:
        form.setdefault("after", phone.room.version)
        answer = phone.client.post(phone.url + query, form, headers=part)
        assert "no-store" in answer["Cache-Control"]
        return answer.status_code, answer.content.decode()

    status, screen = send(action="take", role="goryo")
    assert (status, screen.count("<article")) == (200, 1)
    assert "data-secret" in screen
    assert "<html" not in screen
    status, screen = send(event=json.dumps(PLAN))
    assert "Put the phone on the table" in screen
    assert "data-secret" not in screen
    status, screen = send(event=json.dumps(MOVE), after=1)
    assert (status, "The table has changed" in screen) == (409, True)
    status, screen = send("?edit=3", action="take", role="goryo")
    assert 'data-of="3"' in screen
    screen = phone.client.get(phone.url, headers=part).content.decode()
    assert screen.startswith("<article")
    assert json.loads(send(action="delete")[1]) == {"location": "/record/"}


def test_another_browser_sees_the_public_view(phone: Phone) -> None:
    phone.post(action="take", role="goryo")
    answer = Client().get(phone.url)
    assert "This is what everyone at the table knows" in answer.content.decode()
    assert "data-secret" not in answer.content.decode()
    assert Client().post(phone.url, {"action": "undo"}).status_code == 403
    assert phone.url in phone.client.get(reverse("record")).content.decode()
    assert phone.url not in Client().get(reverse("record")).content.decode()


def test_twin_tables_have_the_same_public_pages() -> None:
    """What the phone shows on the table does not depend on the plan."""
    shown: list[list[str]] = []
    for bound, plan in (
        ("mask", PLAN),
        ("urn", {**PLAN, "route": ["b4", "b3", "a3", "a2"], "target": "b2"}),
    ):
        phone = Phone(ruleset="2024")
        pages = []
        for event, role in ((BIND | {"object": bound}, "goryo"), (HAUNT, ""), (plan, "goryo")):
            pages.append(phone.read())
            if role:
                phone.post(action="take", role=role)
            pages.append(phone.play(event))
            phone.post(action="give")
        pages.append(phone.play(MOVE))
        pages.append(phone.client.get(phone.url + "moves/").content.decode())
        sides = phone.post(event=json.dumps({"type": "move", "samurai": "green", "to": "z"}))
        pages.append(sides.content.decode())
        different = rf'{phone.room.code}|name="csrfmiddlewaretoken" value="[^"]*"'
        shown.append([re.sub(different, "", page) for page in pages])
        phone.room.delete()
    assert shown[0] == shown[1]


def test_a_table_that_the_engine_refuses_can_be_deleted(phone: Phone) -> None:
    Room.objects.update(events=[{"event": HAUNT, "role": None}], version=99)
    page = phone.client.get(phone.url)
    assert page.status_code == 409
    assert 'value="delete"' in page.content.decode()
    guest = Client().get(phone.url)
    assert (guest.status_code, 'value="delete"' in guest.content.decode()) == (409, False)
    Client().post(phone.url, {"action": "delete"})
    assert Room.objects.exists()
    assert phone.post(action="delete").status_code == 302
    assert not Room.objects.exists()


def test_an_unused_table_is_deleted(phone: Phone, settings) -> None:
    assert services.sweep_rooms() == 0
    late = timezone.now() - timedelta(days=settings.ROOM_DAYS + 1)
    Room.objects.update(touched_at=late)
    assert services.sweep_rooms() == 1
    assert phone.client.get(phone.url).status_code == 404


@pytest.mark.parametrize("game", ["gorinto", "kyoto"])
def test_a_table_of_each_game_opens(game: str) -> None:
    phone = Phone(game=game)
    assert phone.client.get(reverse("record") + f"?game={game}").status_code == 200
    assert ("Give the phone" if game == "kyoto" else "What was drawn: fill") in phone.read()


def test_a_wrong_set_up_is_refused() -> None:
    answer = Client().post(reverse("record"), {"game": "goryo", "own": '{"board": "none"}'})
    assert answer.status_code == 422
    assert "There is no board" in answer.content.decode()


def test_a_table_that_the_rules_engine_refuses_is_deleted_by_its_recorder(phone: Phone) -> None:
    row = phone.room
    row.events[1]["event"]["space"] = "z9"
    Room.objects.update(events=row.events, version=row.version + 1)
    for client, is_recorder in ((phone.client, True), (Client(), False)):
        answer = client.get(phone.url)
        assert answer.status_code == 409
        assert "This table can't be continued" in answer.content.decode()
        assert ("Delete this table" in answer.content.decode()) == is_recorder
    assert Client().post(phone.url, {"action": "delete"}).status_code == 409
    assert phone.post(action="delete").status_code == 302
    assert not Room.objects.exists()


def test_the_same_table_again_has_the_same_options_and_swaps_sides() -> None:
    phone = Phone(
        **{"ruleset": "2021-advanced", "name-goryo": "Ann", "name-samurai": "Ben & Co"},
        clock="300+5", delay="5",
    )  # fmt: skip
    phone.post(action="take", role="goryo")
    phone.play(BIND)
    phone.post(action="save", visibility="private")
    address = re.search(r'href="([^"]+)">Same table again', phone.read())
    assert address
    form = Client().get(unescape(address[1]).partition("#")[0]).content.decode()
    names = dict(re.findall(r'name="name-(goryo|samurai)" value="([^"]*)"', form))
    assert names == {"goryo": "Ben &amp; Co", "samurai": "Ann"}
    for chosen in ("2021-advanced", "300+5", "5"):
        assert f'<option value="{chosen}" selected' in form
    assert '<input type="radio" name="phones" value="one" checked' in form


def test_times_and_house_rules_are_in_the_log() -> None:
    phone = Phone(times="yes", house_rules="  No false trail.\nTea first. ", ruleset="2024")
    assert "</b> No false trail.\nTea first.</p>" in phone.read()
    room = phone.room
    opened_at = room.created_at - timedelta(seconds=75)
    Room.objects.update(created_at=opened_at)
    phone.post(action="take", role="goryo")
    phone.play(BIND)
    (row,) = phone.room.events
    assert row["at"] >= 75
    assert f">{time_text(row['at'])}</span>" in phone.read()
    phone.post(action="save", visibility="private")
    log = json.loads(Game.objects.get().canonical)
    assert log["x_house_rules"] == "No false trail.\nTea first."
    assert log["events"][0]["at"] == row["at"]
    form = Client().get(again_of(phone)).content.decode()
    assert 'name="times" value="yes" checked' in form
    assert "No false trail.\nTea first.</textarea>" in form


def again_of(phone: Phone) -> str:
    address = re.search(r'href="([^"]+)">Same table again', phone.read())
    assert address
    return unescape(address[1]).partition("#")[0]


def test_a_note_on_house_rules_has_a_limit() -> None:
    form = {"game": "goryo", "ruleset": "2024", "house_rules": "x" * 501}
    answer = Client().post(reverse("record"), form)
    assert answer.status_code == 422
    assert "at most 500 characters" in answer.content.decode()


def test_without_the_option_no_times_are_recorded() -> None:
    phone = Phone(ruleset="2024")
    phone.post(action="take", role="goryo")
    phone.play(BIND)
    assert "at" not in phone.room.events[0]
