"""What other sides, phones and followers could learn from waits, questions, corrections and
refusals: nothing but what everyone knows. Twins differ only in hidden information.
"""

import itertools
import json
import random
import time
from typing import Any

import pytest
from django.test import Client

from games.core import recording
from games.core.contract import PUBLIC
from games.core.engine import playout
from games.core.house_play import can_answer
from games.kyoto.rules.state import Phase
from games.registry import get_kind, judge_log
from rooms.models import Room
from rooms.reads import rooms as room_reads
from tests.support.twins import TWINS
from tests.unit.replays.kyoto_twins import TWINS as KYOTO_TWINS

from .test_api import BIND, GORYO, HAUNT, PLAN, Api, _code
from .test_house import opened

pytestmark = pytest.mark.django_db
KYOTO = get_kind("kyoto")
ARRIVED = 15
"""Events of the twins of Kyoto up to a move onto a coloured space where the Oniwaban have a Bait.
Its mark has this colour in the first twin only.
"""


def replayed(log: Any) -> Any:
    replay = judge_log(dict(log)).replay
    assert replay is not None
    return replay


def test_a_bot_waits_for_an_answer_that_may_be_possible_as_far_as_everyone_knows() -> None:
    can_spring, waits = [], []
    for log in KYOTO_TWINS:
        state = replayed(log).steps[ARRIVED - 1].state
        turn = next(turn for turn in recording.turns_of(KYOTO, state) if "spring" in turn.types)
        can_spring.append(next(recording.offers(KYOTO, state, turn), None) is not None)
        waits.append(can_answer(KYOTO, state, {"government": "easy"}))
    assert can_spring == [True, False], "else the twins would show nothing"
    assert waits == [True, True]


def test_a_bot_does_not_wait_where_everyone_knows_that_no_answer_is_possible() -> None:
    """The Oniwaban came to d3 where the Government have no Bait."""
    state = replayed(KYOTO_TWINS[0]).steps[4].state
    assert can_answer(KYOTO, state, {"oniwaban": "easy"}) is False


def test_followers_see_the_same_while_a_bot_waits() -> None:
    bodies = []
    for log in KYOTO_TWINS:
        room = opened("kyoto", {"government": "easy"}, ruleset={})
        row = Room.objects.get(code=room.opened["code"])
        row.events = [
            {"event": {k: v for k, v in event.items() if k != "note"}, "role": None}
            for event in log["events"][:ARRIVED]
        ]
        row.n_events, row.version = ARRIVED, 50
        row.save()
        pages = [Client().get(row.get_absolute_url()), Client().get(room.base)]
        bodies.append([page.content.decode().replace(row.code, "") for page in pages])
        assert room.read().json()["may_pass"] is True
        room.version = 50
        assert room.write("post", "pass/").json()["n_events"] > ARRIVED
    assert without_times(bodies[0]) == without_times(bodies[1])


def without_times(parts: list[str]) -> list[Any]:
    page, body = parts[0], json.loads(parts[1])
    body.pop("touched_at")
    body["log_header"].pop("setup", None)
    return [page.partition("<main")[2].partition("</main")[0], body]


def test_a_bot_that_thinks_for_long_is_not_seen_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it takes can depend on its secrets."""
    clock = itertools.count(step=100)
    monkeypatch.setattr(time, "thread_time", lambda: float(next(clock)))
    room = opened("goryo", {"goryo": "hard"})
    assert room.read().json()["thinking"] is False


def conflicts() -> list[Any]:
    """Return positions of random games in which a conflict is open, with and without a Pistol."""
    found: list[Any] = []

    def choose(state: Any) -> Any:
        if state.phase is Phase.CONFLICT:
            found.append(state)
        return KYOTO.rules.bot(state, rng)

    for seed in range(40):
        rng = random.Random(seed)
        header = KYOTO.log.simulated_header("equipment", None, rng)
        record = judge_log({**header, "events": []}).record
        assert record is not None
        list(playout(KYOTO.rules.engine, record.setup, choose))
        if {has_pistol(state) for state in found} == {True, False}:
            break
    return found


def has_pistol(state: Any) -> bool:
    """Return whether the Oniwaban may guess: all of this is public."""
    return bool(state.equipment("pistol") == "up" and state.fight.attacker == "government")


def test_only_the_oniwaban_are_asked_for_a_guess_in_a_conflict() -> None:
    turns = {}
    for state in conflicts():
        (turn,) = recording.turns_of(KYOTO, state)
        turns[has_pistol(state)] = turn
        assert turn.role == ("oniwaban" if has_pistol(state) else state.active_role)
        assert turn.types == {"conflict", *(["pistol"] if has_pistol(state) else [])}
        assert not turn.is_secret
    assert set(turns) == {True, False}


def shared_goryo(*events: dict[str, Any], role: str = "goryo") -> Api:
    room = Api({**GORYO, "several_phones": True})
    for event in events:
        assert room.enter(event, key=room.seats[role]).status_code == 201
    return room


def corrections(log: Any, index: int) -> list[tuple[Any, ...]]:
    """Return what another phone gets for each possible correction of an event."""
    fields = ("game", "ruleset", "players", "setup")
    found = []
    for cut in (False, True):
        for other in _alternatives(log, index):
            room = Api({key: log[key] for key in fields if key in log} | {"several_phones": True})
            for event in log["events"]:
                plain = {k: v for k, v in event.items() if k not in ("note", "answer")}
                samurai = plain["type"] in ("move", "search")
                key = room.seats["samurai" if samurai else "goryo"]
                assert room.enter(plain, key=key).status_code == 201
            answer = room.write("put", f"events/{index + 1}/", event=other, cut=cut)
            seen = room.read("", room.seats["samurai"]).json()
            found.append((answer.status_code, _message(answer), seen["n_events"], seen["steps"]))
    return found


def _message(answer: Any) -> str:
    body = answer.json()
    return str(body["error"]["message"]) if "error" in body else ""


def _alternatives(log: Any, index: int) -> list[dict[str, Any]]:
    """Return the other events of the same type, as everyone may enter them."""
    kind, replay = get_kind("goryo"), replayed(log)
    state = replay.steps[index].before
    (turn,) = recording.turns_of(kind, state)
    entered = dict(replay.steps[index].entry.plain)
    offers = recording.offers(kind, state, turn)
    return [event for event in offers if event["type"] == entered["type"] and event != entered]


def test_a_correction_tells_nothing_about_the_plan(rates: Any) -> None:
    """A search after the corrected move would be true in one twin and false in the other."""
    rates(writes=None, rooms=None, new=None)
    one, two = (corrections(log, 3) for log in TWINS)
    assert len(one) >= 4
    assert one == two
    assert {status for status, *_ in one} == {200, 409}
    assert {n_events for status, _, n_events, _ in one if status == 200} == {4}


def test_a_correction_keeps_later_steps_that_everyone_can_check() -> None:
    moves = [{"type": "move", "samurai": "green", "to": to} for to in ("b3", "c3")]
    room = shared_goryo(BIND, HAUNT, PLAN)
    for event in moves:
        assert room.enter(event, key=room.seats["samurai"]).status_code == 201
    other = {"type": "move", "samurai": "green", "to": "c2"}
    answer = room.write("put", "events/4/", room.seats["samurai"], event=other)
    assert answer.status_code == 200, answer.json()
    assert answer.json()["n_events"] == 5


def test_the_side_that_knows_the_bound_type_enters_drawn_tokens() -> None:
    """A Samurai phone could find out the bound type by trying to draw each one."""
    room = drawing()
    assert room.read().json()["turns"][0]["types"] == ["draw"]
    seats = room.seats
    refused = {
        _code(room.enter({"type": "draw", "object": name}, key=key))
        for name in ("mask", "lantern")
        for key in (seats["samurai"], None)
    }
    assert refused == {(422, "not_yours")}
    for key, is_yours in ((seats["samurai"], False), (None, False), (seats["goryo"], True)):
        body = room.read("", key).json()
        assert body["turns"][0]["is_yours"] is is_yours
    assert room.enter({"type": "draw", "object": "lantern"}, key=seats["goryo"]).status_code == 201


def drawing() -> Api:
    """Return a room with several phones after a discovery, with a token to be drawn."""
    room = shared_goryo(BIND, HAUNT, PLAN)
    rng, kind = random.Random(3), get_kind("goryo")
    for _ in range(200):
        row = Room.objects.get()
        state = room_reads.replay_of(row).final
        (turn,) = recording.turns_of(kind, state)
        if "draw" in turn.types:
            return room
        if turn.role == "goryo":
            event = next(recording.offers(kind, state, turn))
        else:
            event = rng.choice(
                [e for e in recording.offers(kind, state, turn) if "answer" not in e]
            )
        assert room.enter(event, key=room.seats[turn.role or "goryo"]).status_code == 201
    raise AssertionError("no token is drawn")


def test_the_recorder_of_several_phones_answers_a_take_back_for_its_own_side_only() -> None:
    header = get_kind("gorinto").log.simulated_header("3p-clockwise", None, random.Random(2))
    keys = ("game", "ruleset", "setup", "players")
    room = Api({key: header[key] for key in keys} | {"deals": True, "several_phones": True})
    before = room.read().json()
    first, n_dealt = before["turns"][0]["role"], before["n_events"]
    others = [role for role in ("p1", "p2", "p3") if role != first]
    legal = room.read("legal/", room.seats[first]).json()
    while legal["whole"] is None and not legal["events"]:
        option = legal["choices"][0]
        chosen = json.dumps([*legal["chosen"], [option["path"], option["value"]]])
        legal = room.read(f"legal/?chosen={chosen}", room.seats[first]).json()
    event = legal["whole"] or legal["events"][0]["event"]
    n_events = room.enter(event, key=room.seats[first]).json()["n_events"]
    dealt = room.write("post", "take-back/", room.seats[first], length=n_dealt - 1)
    assert _code(dealt) == (403, "revealed")
    proposed = room.write("post", "take-back/", room.seats[first], length=n_dealt)
    assert proposed.json()["take_back"]["by"] == first
    for accept in (True, False):
        alone = room.write("post", "take-back/", accept=accept)
        assert _code(alone) == (403, "seat_key_needed")
    body = {"version": room.version, "accept": True, "key": "once"}
    for _ in range(2):
        one = room.send("post", room.base + "take-back/", body, room.seats[others[0]]).json()
        assert one["take_back"]["accepted"] == [others[0]]
        assert one["n_events"] == n_events
    room.version = one["version"]
    body = {"version": room.version, "accept": True, "key": "twice"}
    for _ in range(2):
        two = room.send("post", room.base + "take-back/", body, room.seats[others[1]]).json()
        assert (two["take_back"], two["n_events"] < n_events) == (None, True)


def test_secrets_are_found_by_what_everyone_knows() -> None:
    for log, secret in ((TWINS[0], {"bind", "haunt", "plan", "search"}), (KYOTO_TWINS[0], None)):
        kind = get_kind(log["game"])
        for step in replayed(log).steps:
            name = step.entry.plain["type"]
            depends = recording.depends_on_secrets(kind, step)
            assert depends == (secret is None or name in secret), name
    gorinto = get_kind("gorinto")
    record = judge_log({**gorinto.log.simulated_header("2p-burrow", None, random.Random(1)),
                        "events": []}).record  # fmt: skip
    assert record is not None
    state = gorinto.rules.engine.initial_state(record.setup)
    assert gorinto.rules.engine.observe(state, PUBLIC) is state
