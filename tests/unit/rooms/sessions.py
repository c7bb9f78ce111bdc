"""Sessions in rooms: a scripted game entered event by event."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from games.core import recording
from games.core.engine import playout
from games.core.turns import STOPS
from games.registry import get_kind, judge_log
from rooms import services
from rooms.access.keys import access_with
from rooms.models import Room
from rooms.services import Change

OWNER = "0" * 64


class Script(NamedTuple):
    """A game to be entered: the header of its log, and its events."""

    header: dict[str, Any]
    events: list[dict[str, Any]]


def random_script(slug: str, ruleset: str, rng: random.Random, **setup: Any) -> Script:
    """Return a random legal game; `setup` changes the set-up of its header."""
    kind = get_kind(slug)
    header = kind.log.simulated_header(ruleset, None, rng)
    header = {key: value for key, value in header.items() if key != "source"}
    if setup:
        header["setup"] = {**header.get("setup", {}), **setup}
    record = judge_log({**header, "events": []}).record
    assert record is not None

    def choose(state: Any) -> Any:
        if setup:  # the bots can't draw from piles that are not recorded
            legal = list(islice(kind.rules.engine.legal_events(state), 2000))
            usual = [e for e in legal if kind.log.codec.plain_event(e)["type"] not in STOPS]
            return rng.choice(usual or legal)
        is_random = kind.rules.random_event is not None and rng.random() < 0.2
        return (kind.rules.random_event if is_random else kind.rules.bot)(state, rng)

    events = playout(kind.rules.engine, record.setup, choose)
    return Script(header, [kind.log.codec.plain_event(event) for event in events])


class Table:
    """A room as its recorder uses it."""

    def __init__(self, header: dict[str, Any], **options: Any) -> None:
        opened = services.open_room(services.NewRoom(header, OWNER, "an address", **options))
        self.room, self.recorder_key, self.seat_keys = (
            opened.room, opened.recorder_key, opened.seat_keys,
        )  # fmt: skip
        self.access = access_with(self.room, self.recorder_key)

    def change(self, role: str | None = None, key: str = "", version: int = -1) -> Change:
        """Return what a request says of itself; by default it builds on the newest version."""
        version = self.room.version if version < 0 else version
        return Change(self.access, version, role, key)

    def enter(self, event: dict[str, Any], role: str | None = None, **more: Any) -> Room:
        """Enter an event as a role."""
        self.room = services.append_event(self.room, self.change(role, **more), event)
        return self.room


def entries(script: Script) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Yield each event as it is entered, and the role in whose name."""
    kind = get_kind(script.header["game"])
    replay = judge_log({**script.header, "events": script.events}).replay
    assert replay is not None
    for step in replay.steps:
        turns = recording.turns_of(kind, step.before)
        plain = dict(step.entry.plain)
        turn = next((turn for turn in turns if plain["type"] in turn.types), None)
        yield recording.script_of(kind, step.before, plain), turn.role if turn else None
