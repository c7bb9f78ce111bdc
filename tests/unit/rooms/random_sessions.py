"""Random sessions in rooms over HTTP: two devices enter a game, with undo, corrections, lost
answers and requests that are doubled, late or in another order. Each request must have its effect
once or not at all.
"""

import json
import random
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.test import Client
from django.urls import reverse

from games.core import recording
from games.core.house import STRENGTHS
from games.core.turns import STOPS, Turn
from games.registry import KINDS, get_kind, judge_log
from replays.models import Game, Upload
from rooms import services
from rooms.models import Room, RoomChange, RoomState
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

REFUSED = {403, 404, 409, 422}
STEPS_MAX = 1500
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mode:
    """How a game is recorded: its rules, on one phone or several, dealt, and against a bot."""

    slug: str
    ruleset: str
    depth: str = ""
    several: bool = False
    deals: bool = False
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it is sent, perhaps several times: its effect is `action`."""

    action: str
    method: str
    path: str
    body: dict[str, Any]
    key: str


@dataclass(slots=True)
class Device:
    """A device at the table: its keys by role, and the version that it has last seen."""

    keys: dict[str, str]
    version: int = 0
    waiting: list[Request] = field(default_factory=list)


def all_modes() -> list[Mode]:
    """Return all modes: each ruleset on one phone and on several, dealt, and against bots."""
    modes = []
    for slug, kind in KINDS.items():
        for name in kind.identity.rulesets:
            modes += [Mode(slug, name), Mode(slug, name, several=True)]
            if _is_dealt(slug, name):
                modes.append(Mode(slug, name, several=True, deals=True))
                modes += [] if name.startswith("solo") else [Mode(slug, name, bot=True)]
    modes += [Mode("kyoto", name, "table") for name in KINDS["kyoto"].identity.rulesets]
    return modes


def _is_dealt(slug: str, ruleset: str) -> bool:
    """Return whether the site deals games with this ruleset and has bots for them."""
    kind = get_kind(slug)
    header = kind.log.simulated_header(ruleset, None, random.Random(1))
    record = judge_log({**header, "events": []}).record
    house = kind.rules.house
    return house is not None and record is not None and house.plays(record.setup)


class Session:
    """A random session. `play` raises AssertionError if a request has a wrong effect."""

    def __init__(self, mode: Mode, rng: random.Random) -> None:
        self.mode, self.rng, self.kind = mode, rng, get_kind(mode.slug)
        self.client, self.n_requests, self.sent = Client(), 0, set[str]()
        self.done = dict.fromkeys(("append", "undo", "replace", "late", "refused"), 0)
        opened = self._open()
        self.url = reverse("api-room", args=[opened["code"]])
        keys = {seat["role"]: seat["key"] for seat in opened["seat_keys"]}
        self.recorder = opened["recorder_key"]
        self.devices = self._devices(keys)
        self.room = Room.objects.get(code=opened["code"])
        self.limit = rng.choice((15, 30, 60, 1000))

    def _open(self) -> dict[str, Any]:
        header = self.kind.log.simulated_header(self.mode.ruleset, None, self.rng)
        body = {key: header[key] for key in ("game", "ruleset", "setup", "board") if key in header}
        players = header["players"]
        body["players"] = [{"role": player["role"], "name": "X"} for player in players]
        if self.mode.depth:
            body["setup"] = {**body.get("setup", {}), "depth": self.mode.depth}
        if self.mode.bot:
            bot, strength = self.rng.choice(players)["role"], self.rng.choice(STRENGTHS[:2])
            body["bots"] = [{"role": bot, "strength": strength}]
            body["players"] = [each for each in body["players"] if each["role"] != bot]
        body |= {"several_phones": self.mode.several, "deals": self.mode.deals}
        answer = self.client.post(reverse("api-rooms"), json.dumps(body), "application/json")
        assert answer.status_code == 201, answer.content
        return dict(answer.json())

    def _devices(self, keys: dict[str, str]) -> list[Device]:
        """Return two devices: with the recorder's key each, or on several phones with half of the
        seats each; with one seat, both have it.
        """
        if not self.mode.several:
            return [Device({"": self.recorder}), Device({"": self.recorder})]
        roles = [role for role in keys if role != "public"]
        return [Device({role: keys[role] for role in roles[n::2] or roles}) for n in (0, 1)]

    def play(self) -> None:
        """Play to the end, and save."""
        for _ in range(STEPS_MAX):
            if self.room.house_due:
                services.continue_house(self.room.pk)
                self._reload()
            if room_reads.replay_of(self.room).is_over:
                break
            self._step()
        assert room_reads.replay_of(self.room).is_over, "the game does not end"
        for device in self.devices:
            for request in device.waiting:
                self._deliver(request)
        self._save()

    def _step(self) -> None:
        chance = self.rng.random()
        device = self.rng.choice(self.devices)
        if self.rng.random() < 0.15 and device.waiting:
            self.done["late"] += 1
            self._deliver(device.waiting.pop(self.rng.randrange(len(device.waiting))))
        elif chance < 0.06 and self.room.n_events:
            length = self.rng.randrange(max(0, self.room.n_events - 4), self.room.n_events)
            self._request(device, "undo", "post", "undo/", {"length": length})
        elif chance < 0.12 and self.room.n_events:
            self._correct(device)
        elif chance < 0.15 and self.room.n_events:
            step = self.rng.randrange(max(0, self.room.n_events - 4), self.room.n_events)
            self._request(device, "undo", "post", "undo/", {"length": step, "key": "x" * 64})
        else:
            self._enter()

    def _correct(self, device: Device) -> None:
        index = self.rng.randrange(max(0, self.room.n_events - 6), self.room.n_events)
        step = room_reads.replay_of(self.room).steps[index]
        name = step.entry.plain["type"]
        turns = recording.turns_of(self.kind, step.before)
        turn = next((turn for turn in turns if name in turn.types), None)
        event = None if turn is None else self._event(step.before, turn, None)
        if event is None or turn is None:
            return
        body = {"event": event, "cut": self.rng.random() < 0.5}
        if turn.role and not self.mode.several:
            body["as"] = turn.role
        self._request(device, "replace", "put", f"events/{index + 1}/", body)

    def _enter(self) -> None:
        state = room_reads.replay_of(self.room).final
        turns = [
            turn for turn in recording.turns_of(self.kind, state) if turn.role not in self.room.bots
        ]
        first = turns[0]
        device, key = self._device_for(first)
        event = self._event(state, first, house_reads.narrow_of(self.room))
        if self.room.n_events >= self.limit or event is None:
            if house_reads.may_pass(self.room):
                self._request(device, "pass", "post", "pass/", {}, key)
                return
            role = first.role or first.known_to or next(iter(house_reads.players_of(self.room)))
            device, key = self._device_for(Turn(role, frozenset()))
            event = {"type": "resign", "role": role}
            if self.kind.rules.engine.violation(state, self.kind.log.codec.read_event(event)):
                event = {"type": "abandon"}
        body: dict[str, Any] = {"event": event}
        if not self.mode.several and (first.role or event.get("role")):
            body["as"] = event.get("role", first.role)
        self._request(device, "append", "post", "events/", body, key)

    def _device_for(self, turn: Turn) -> tuple[Device, str]:
        if not self.mode.several:
            return self.rng.choice(self.devices), self.recorder
        role = turn.role or turn.known_to or next(iter(self.devices[0].keys))
        device = next(device for device in self.devices if role in device.keys)
        return device, device.keys[role]

    def _event(self, state: Any, turn: Turn, narrow: Any) -> Row | None:
        """Return an event that can be entered, or None."""
        is_unrecorded = {"type": "bind", "object": None} in (
            row["event"] for row in self.room.events
        )
        uses_offers = self.mode.deals or self.mode.bot or self.mode.depth or is_unrecorded
        if not uses_offers:
            choose = self.kind.rules.bot
            if self.kind.rules.random_event is not None and self.rng.random() < 0.2:
                choose = self.kind.rules.random_event
            found = choose(state, self.rng)
            plain = None if found is None else dict(self.kind.log.codec.plain_event(found))
            if plain is not None and plain["type"] in turn.types:
                return recording.script_of(self.kind, state, plain)
        offers = list(islice(recording.offers(self.kind, state, turn, None, narrow), 400))
        offers = [event for event in offers if event["type"] not in STOPS]
        return self.rng.choice(offers) if offers else None

    def _request(
        self, device: Device, action: str, method: str, path: str, body: Row, key: str = ""
    ) -> None:
        """Send a request of a device, in one of the ways in which networks deliver it."""
        self.n_requests += 1
        key = key or self.rng.choice(list(device.keys.values()))
        body = {"version": device.version, "key": f"request {self.n_requests}", **body}
        request = Request(action, method, path, body, key)
        way = self.rng.random()
        if way < 0.06:  # it is late: the device goes on without an answer
            device.waiting.append(request)
            return
        answer = self._deliver(request)
        if way < 0.16:  # the answer is lost, and the device repeats the request
            answer = self._deliver(request)
        elif way < 0.24:
            device.waiting.append(request)  # a copy comes later
        if answer.status_code < 300 or self.rng.random() < 0.9:
            device.version = self.room.version

    def _deliver(self, request: Request) -> Any:
        """Deliver a request, and check its effect."""
        before, version = self.room.events, self.room.version
        send = getattr(self.client, request.method)
        answer = send(
            self.url + request.path, json.dumps(request.body), "application/json",
            headers={"Room-Key": request.key},
        )  # fmt: skip
        self._reload()
        is_new = request.body["key"] not in self.sent
        if answer.status_code in REFUSED or not is_new:
            assert answer.status_code in REFUSED or answer.status_code < 300, answer.content
            assert (self.room.events, self.room.version) == (before, version), request
            self.done["refused"] += answer.status_code in REFUSED
            if answer.status_code in REFUSED:
                assert answer.json()["error"]["code"] != "stale", answer.content
            return answer
        assert answer.status_code < 300, (request, answer.content)
        assert request.body["version"] == version, "a request that builds on another version"
        assert self.room.version == version + 1
        self.sent.add(request.body["key"])
        self._check(request, before)
        return answer

    def _check(self, request: Request, before: list[Row]) -> None:
        """Check what a request changed."""
        after, body = self.room.events, request.body
        if request.action in self.done:
            self.done[request.action] += 1
        if request.action in ("append", "pass"):
            assert after[: len(before)] == before
            entered = after[len(before) :]
            if request.action == "append":
                assert body["event"].items() <= entered[0]["event"].items() or self._is_dealt(body)
                entered = entered[1:]
            assert all("house" in row for row in entered)
        elif request.action == "undo":
            assert after[: body["length"]] == before[: body["length"]]
            assert all("house" in row for row in after[body["length"] :])
        else:
            at = int(request.path.split("/")[1]) - 1
            assert after[:at] == before[:at]
            assert body["event"].items() <= after[at]["event"].items()
            assert after[at + 1 :] == before[at + 1 : len(after)]

    def _is_dealt(self, body: Row) -> bool:
        """Return whether the site completes what is entered."""
        return bool(self.room.deals and body["event"]["type"] in ("draw", "haunt"))

    def _reload(self) -> None:
        self.room = Room.objects.get(pk=self.room.pk)

    def _save(self) -> None:
        """Save the game from both devices, several times."""
        for number in range(3):
            body = {"version": self.room.version - number // 2, "visibility": "unlisted"}
            answer = self.client.post(
                self.url + "save/", json.dumps(body), "application/json",
                headers={"Room-Key": self.recorder},
            )  # fmt: skip
            assert answer.status_code == 200, answer.content
        self._reload()
        assert self.room.state == RoomState.SAVED
        assert RoomChange.objects.filter(room=self.room).count() == min(self.room.version, 1000)
        upload = Upload.objects.get(room=self.room)
        game = Game.objects.get(items__upload=upload)
        stored = json.loads(game.canonical)
        assert stored["events"] == [row["event"] for row in self.room.events]
        judged = judge_log(stored)
        assert judged.replay is not None
        assert not judged.findings, judged.findings
