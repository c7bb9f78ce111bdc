"""A table: the game that is recorded, and which side holds the phone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.contract import GameKind
from games.core.language import gettext
from games.core.replay import Replay

COVERED = "covered"
"""The holder after a secret was entered: nothing is shown until the phone is given on."""


@dataclass(frozen=True)
class Table:
    """A recorded game. `header` is that of its log. `rows` are its entries: `event` is plain data,
    `role` who entered it, and `note` and `at` are optional. `holder` is the role that holds the
    only phone, or empty; `bots` are the roles that people don't play.
    """

    kind: GameKind
    header: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    replay: Replay
    holder: str = ""
    bots: Collection[str] = ()

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that take part."""
        identity = self.kind.identity
        return identity.roles_in(identity.mode_of(self.replay.record.setup))

    @property
    def players(self) -> tuple[str, ...]:
        """The roles that people play."""
        return tuple(role for role in self.roles if role not in self.bots)

    def seat_name(self, role: str | None) -> str:
        """Return a player as the pages name him: `Jane (Goryō)`, or the role alone."""
        return seat_name(self.kind, self.header, role)


def seat_name(kind: GameKind, header: Mapping[str, Any], role: str | None) -> str:
    """Return a player of a log as the pages name him; without a role, the table."""
    if role is None:
        return gettext("the table")
    label = kind.identity.roles[role]
    names = {each["role"]: each.get("name") for each in header.get("players", ())}
    name = names.get(role)
    return f"{name} ({label})" if name else str(label)


def plain_event(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry of a table as an event of a log."""
    asides = {key: row[key] for key in ("note", "at") if key in row}
    return {**row["event"], **asides}


def replay_before(kind: GameKind, replay: Replay, index: int) -> Replay:
    """Return a replay up to an event, from 0."""
    steps, record = replay.steps[:index], replay.record
    state = steps[-1].state if steps else replay.initial
    entries = record.entries[:index]
    cut = type(record)(record.kind, record.setup, record.header, entries)
    return Replay(cut, replay.initial, steps, kind.rules.engine.outcome(state), None)
