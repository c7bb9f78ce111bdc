"""The API of rooms: keys, versions, refusals, corrections, and what the other side may know."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from replays.models import Game
from rooms.models import Room, RoomChange
from rooms.reads.export import tables_of
from tests.support.twins import TWINS
from tests.unit.replays.kyoto_twins import TWINS as KYOTO_TWINS

pytestmark = pytest.mark.django_db
TIMES = ("created_at", "touched_at")
GORYO = {"game": "goryo", "ruleset": {"edition": "2024"},
         "players": [{"role": "goryo", "name": "Jane"}]}  # fmt: skip
BIND = {"type": "bind", "object": "mask"}
HAUNT = {"type": "haunt", "object": "vase", "space": "b4"}
PLAN = {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"}
MOVE = {"type": "move", "samurai": "green", "to": "b3"}


class Api:
    """A room through the API."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.client = Client()
        self.opened = self.send("post", reverse("api-rooms"), header, "").json()
        self.base = self.opened["api"].removeprefix("http://testserver")
        self.recorder = self.opened["recorder_key"]
        self.seats = {seat["role"]: seat["key"] for seat in self.opened["seat_keys"]}
        self.version = 0

    def send(self, method: str, url: str, body: Any, key: str | None = None) -> Any:
        """Send a request with a key, by default the recorder's."""
        key = self.recorder if key is None else key
        headers = {"Room-Key": key} if key else {}
        if method == "get":
            return self.client.get(url, headers=headers)
        data = json.dumps(body)
        return getattr(self.client, method)(url, data, "application/json", headers=headers)

    def write(self, method: str, path: str, key: str | None = None, **body: Any) -> Any:
        """Change the room and remember its new version."""
        role = body.pop("role", None)
        body = {"version": self.version, **body} | ({"as": role} if role else {})
        answer = self.send(method, self.base + path, body, key)
        self.version = answer.json().get("version", self.version)
        return answer

    def enter(self, event: dict[str, Any], role: str = "", key: str | None = None) -> Any:
        """Enter an event."""
        return self.write("post", "events/", key, event=event, role=role)

    def read(self, path: str = "", key: str | None = None) -> Any:
        """Read."""
        return self.send("get", self.base + path, None, key)


def _code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture
def room() -> Api:
    api = Api(GORYO)
    for event, role in ((BIND, "goryo"), (HAUNT, ""), (PLAN, "goryo")):
        assert api.enter(event, role).status_code == 201
    return api


def test_the_site_answers_from_the_plan(room: Api) -> None:
    room.enter(MOVE)
    assert room.read().json()["turns"][0] == {
        "role": "samurai", "types": ["discover", "move", "search", "sniff"], "secret": False,
        "is_yours": True,
    }  # fmt: skip
    found = room.enter({"type": "search", "samurai": "green"}).json()
    assert found["steps"][-1]["event"] == {"type": "search", "samurai": "green", "answer": True}
    legal = room.read("legal/").json()
    assert {"type": "discover"} in [row["event"] for row in legal["events"]]
    assert all("plan" not in row["text"] for row in legal["events"])


def test_an_illegal_event_is_not_stored(room: Api) -> None:
    far = room.enter({"type": "move", "samurai": "green", "to": "d1"})
    assert _code(far) == (422, "not_adjacent")
    assert far.json()["findings"][0]["citation"]
    assert far.json()["findings"][0]["legal"]
    assert _code(room.enter(PLAN, "goryo"))[0] == 422
    assert room.read().json()["n_events"] == 3


def test_a_change_needs_a_key_and_the_current_version(room: Api) -> None:
    assert _code(room.enter(MOVE, key="")) == (403, "room_key_needed")
    assert _code(room.enter(MOVE, key="not a key of this room")) == (403, "room_key_needed")
    assert _code(room.enter(MOVE, key=room.seats["goryo"])) == (422, "not_yours")
    stale = room.version
    assert room.enter(MOVE, key=room.seats["samurai"]).status_code == 201
    room.version = stale
    assert _code(room.enter(MOVE)) == (409, "changed")


def test_the_view_of_a_seat_is_closed_to_others(room: Api) -> None:
    assert room.read("?as=goryo", room.seats["goryo"]).json()["steps"][2]["event"]["route"]
    assert room.read("?as=goryo", room.seats["samurai"]).status_code == 400
    assert room.read("?as=goryo", "").status_code == 400
    assert "route" not in room.read("", "").content.decode()
    assert _code(room.read("legal/", "")) == (403, "room_key_needed")


def test_a_correction_names_the_later_event_that_becomes_illegal(room: Api) -> None:
    room.enter(MOVE)
    room.enter({"type": "search", "samurai": "green"})
    other = {"type": "haunt", "object": "mask", "space": "a4"}
    refused = room.write("put", "events/2/", event=other)
    assert refused.status_code == 422  # the token of the bound type can't be drawn
    vase = {"type": "haunt", "object": "vase", "space": "e5"}
    refused = room.write("put", "events/2/", event=vase)
    assert _code(refused) == (409, "later_illegal")
    assert "Step 3" in refused.json()["error"]["message"]
    cut = room.write("put", "events/2/", event=vase, cut=True)
    assert (cut.status_code, cut.json()["n_events"]) == (200, 2)
    journal = RoomChange.objects.filter(room__code=room.opened["code"]).last()
    assert journal is not None
    assert [row["event"]["type"] for row in journal.removed][1] == "plan"


def test_a_seat_cannot_take_back_what_revealed_a_secret(room: Api) -> None:
    seat = room.seats["samurai"]
    room.enter(MOVE, key=seat)
    assert room.write("post", "undo/", seat, length=3).status_code == 200
    room.enter(MOVE, key=seat)
    room.enter({"type": "search", "samurai": "green"}, key=seat)
    other = {"type": "sniff", "samurai": "green"}
    for event, step in ((other, 5), ({"type": "move", "samurai": "green", "to": "a4"}, 4)):
        refused = room.write("put", f"events/{step}/", seat, event=event, cut=True)
        assert _code(refused) == (403, "revealed")
    assert _code(room.write("post", "undo/", seat, length=4)) == (403, "revealed")
    assert room.write("post", "undo/", length=4).status_code == 200
    room.enter({"type": "resign", "role": "samurai"}, key=seat)
    assert "plan" in json.dumps(room.read("", seat).json()["steps"])
    assert _code(room.write("post", "undo/", seat, length=4)) == (403, "revealed")
    assert room.write("post", "undo/", length=4).status_code == 200


def test_a_seat_cannot_remove_what_the_other_side_entered(room: Api) -> None:
    seat, haunt = room.seats["goryo"], {"type": "haunt", "object": "vase", "space": "e5"}
    assert room.write("post", "undo/", length=1).status_code == 200
    room.enter(HAUNT, key=seat)
    moved = room.write("put", "events/2/", seat, event=haunt)
    assert moved.status_code == 200, moved.json()
    room.write("put", "events/2/", seat, event=HAUNT)
    room.enter(PLAN, key=seat)
    room.enter(MOVE, key=room.seats["samurai"])
    for step, event in ((2, haunt), (3, {**PLAN, "route": ["b4", "b3", "c3"]})):
        for cut in (True, False):
            refused = room.write("put", f"events/{step}/", seat, event=event, cut=cut)
            assert _code(refused) == (403, "not_yours")
    assert room.read().json()["n_events"] == 4


def test_undo_leaves_no_trace_in_the_log_and_the_game_is_saved_once(room: Api) -> None:
    room.enter(MOVE)
    assert room.write("post", "undo/", length=3).json()["n_events"] == 3
    room.enter({"type": "resign", "role": "samurai"})
    saved = room.write("post", "save/", key=None, visibility="unlisted").json()
    again = room.write("post", "save/", visibility="unlisted").json()
    game = Game.objects.get()
    assert saved["game"] == again["game"]
    assert game.public_id in saved["game"]
    assert (game.visibility, game.winner, game.n_events) == ("unlisted", "goryo", 4)
    assert _code(room.enter(MOVE)) == (409, "room_saved")
    assert room.read("", "").status_code == 404
    assert room.read("", room.seats["goryo"]).json()["state"] == "saved"


def rates_only(_request: Any) -> str:
    """Answer as an account that chose rates only (`STATISTICS_DEFAULT`)."""
    return "rates"


def test_a_saved_game_counts_as_its_account_chose(room: Api, settings: Any) -> None:
    settings.STATISTICS_DEFAULT = f"{__name__}.rates_only"
    room.enter({"type": "resign", "role": "samurai"})
    assert room.write("post", "save/").status_code == 200
    assert Game.objects.get().statistics == "rates"


def test_a_room_that_the_engine_refuses_can_only_be_deleted(room: Api) -> None:
    Room.objects.update(events=[{"event": HAUNT, "role": None}], version=99)
    room.version = 99
    for path in ("", "legal/"):
        assert _code(room.read(path)) == (409, "stale")
    assert _code(room.enter(MOVE)) == (409, "stale")
    assert _code(room.write("post", "undo/", length=0)) == (409, "stale")
    assert room.send("delete", room.base, {}).status_code == 204
    assert not Room.objects.exists()


def test_a_room_of_one_sides_record_is_refused() -> None:
    header = {**GORYO, "setup": {"known_by": "samurai"}}
    answer = Client().post(reverse("api-rooms"), json.dumps(header), "application/json")
    assert _code(answer) == (422, "not_recordable")


def test_open_rooms_of_an_owner_are_limited(settings) -> None:
    settings.ROOMS_PER_OWNER = 1
    headers = {"Owner-Key": "one owner of many rooms"}
    post = lambda: Client().post(  # noqa: E731
        reverse("api-rooms"), json.dumps(GORYO), "application/json", headers=headers
    )
    assert post().status_code == 201
    assert _code(post()) == (409, "too_many_rooms")


def _as_seen(log: dict[str, Any], other: str, **options: Any) -> list[str]:
    """Return all that the other side and the public get while a game is entered."""
    fields = ("game", "ruleset", "players", "setup")
    api = Api({key: log[key] for key in fields if key in log} | options)
    seen: list[str] = []
    for event in log["events"]:
        plain = {k: v for k, v in event.items() if k not in ("note", "at", "answer")}
        turns = [turn for turn in api.read().json()["turns"] if plain["type"] in turn["types"]]
        role = turns[0]["role"]
        answer = api.enter(plain, role, api.seats.get(role))
        assert answer.status_code == 201, (plain, answer.json())
        seen += [answer.content.decode()] if role in (other, None) else []
        for key in ("", api.seats[other]):
            for path in ("", "legal/", "legal/?as=" + other, "?as=public"):
                seen.append(api.read(path, key).content.decode())
            seen.append(b"".join(api.read("events/?since=c0", key)).decode())
        wrong = {"type": "move", "samurai": "green", "to": "z9"}
        seen.append(api.enter(wrong, key=api.seats[other]).content.decode())
        seen.append(api.write("post", "undo/", api.seats[other], length=0).content.decode())
    text = re.compile(rf'{api.opened["code"]}|"touched_at":"[^"]*"')
    return [text.sub("", part) for part in seen]


@pytest.mark.parametrize(
    ("twins", "other"),
    [(TWINS, "samurai"), (KYOTO_TWINS, "government")],
    ids=["goryo", "kyoto"],
)
@pytest.mark.parametrize("options", [{}, {"several_phones": True}], ids=["one phone", "several"])
def test_twin_rooms_look_alike_to_the_other_side(
    twins: Any, other: str, options: Any, rates: Any
) -> None:
    rates(streams=None, writes=None, offers=None, rooms=None)
    one, two = (_as_seen(dict(log), other, **options) for log in twins)
    assert one == two
    assert Room.objects.count() == 2


@pytest.mark.parametrize(
    ("twins", "other"),
    [(TWINS, "samurai"), (KYOTO_TWINS, "government")],
    ids=["goryo", "kyoto"],
)
def test_the_export_of_the_owner_has_no_secrets_of_other_phones(
    twins: Any, other: str, rates: Any
) -> None:
    rates(streams=None, writes=None, offers=None, rooms=None)
    exports = []
    for log in twins:
        _as_seen(dict(log), other, several_phones=True)
        (table,) = tables_of([Room.objects.latest("pk").owner])
        assert len(table["steps"]) == len(log["events"])
        exports.append({key: table[key] for key in table.keys() - {"code", *TIMES}})
    assert exports[0] == exports[1]
