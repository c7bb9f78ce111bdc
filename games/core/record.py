"""Records: logs that were read, but not yet checked against the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from games.core.codec import canonical_json, sha256_hex


def is_annotation(key: str) -> bool:
    """Return whether an event's key is not part of the play: a note, a time, a custom field."""
    return key in ("note", "at") or key.startswith("x_")


def counted_part(log: Mapping[str, Any]) -> dict[str, Any]:
    """Return what statistics read of a log, as plain data: without notes, custom fields, and texts
    about the occasion.
    """
    header = {
        key: value
        for key, value in log.items()
        if key not in ("event", "site", "tags") and (key == "x_simulated" or key[:2] != "x_")
    }
    events = [
        {key: value for key, value in event.items() if key != "note" and key[:2] != "x_"}
        for event in log["events"]
    ]
    return {**header, "events": events}


class Entry(NamedTuple):
    """An event of a log: the engine's value, and the plain data without defaults."""

    event: Any
    plain: Mapping[str, Any]


class Player(NamedTuple):
    """A role and its player's name; None if it was not recorded."""

    role: str
    name: str | None


class Outcome(NamedTuple):
    """The sides that won, sorted, and the reason. No reason: unfinished. A reason without winners:
    no side won.
    """

    winners: tuple[str, ...]
    reason: str | None

    @property
    def winner(self) -> str | None:
        """The winners as one string, such as `goryo` or `p1+p3`; None if there are none."""
        return "+".join(self.winners) or None


@dataclass(frozen=True)
class Record:
    """A game as recorded. `header` and the entries' plain data are in canonical form: default
    values are absent.
    """

    kind: str
    setup: Any
    header: Mapping[str, Any]
    entries: tuple[Entry, ...]

    @property
    def ruleset(self) -> Any:
        """The kind's own ruleset value (edition, modes)."""
        return self.setup.ruleset

    @property
    def board(self) -> Any:
        """The kind's own board value, with `id`, `digest`, `data`, `name`, `provenance`."""
        return self.setup.board

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in the order of the log."""
        return tuple(Player(p["role"], p.get("name")) for p in self.header["players"])

    @property
    def played_at(self) -> str | None:
        """`YYYY-MM-DD`, optionally with a time, as written."""
        return self.header.get("played_at")

    @property
    def event(self) -> str | None:
        """The occasion, such as a tournament."""
        return self.header.get("event")

    @property
    def site(self) -> str | None:
        """Where it was played."""
        return self.header.get("site")

    @property
    def source(self) -> str | None:
        """The program or person that recorded the game."""
        return self.header.get("source")

    @property
    def tags(self) -> tuple[str, ...]:
        """Free labels."""
        return tuple(self.header.get("tags", ()))

    @property
    def simulated(self) -> bool:
        """Whether it is a bot game (`x_simulated`)."""
        return self.header.get("x_simulated") is True

    @property
    def bots(self) -> dict[str, str]:
        """The programs that played, by role, as the log names them (`x_bot` of a player), with the
        strength if there is one. Empty if it does not name them.
        """
        marks = {player["role"]: player.get("x_bot") for player in self.header["players"]}
        named = {role: mark for role, mark in marks.items() if isinstance(mark, dict)}
        return {
            role: ", ".join(str(mark[key]) for key in ("program", "strength") if key in mark)
            for role, mark in named.items()
        }

    @property
    def is_against_bots(self) -> bool:
        """Whether people or other programs played against the bots that the log names."""
        return self.simulated and 0 < len(self.bots) < len(self.header["players"])

    def plain(self) -> dict[str, Any]:
        """Return the whole game as plain data in canonical form."""
        return {**self.header, "events": [entry.plain for entry in self.entries]}

    def canonical(self) -> str:
        """Return the canonical form (`games.core.codec.canonical_json`)."""
        return canonical_json(self.plain())

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical form in UTF-8, in hex."""
        return sha256_hex(self.canonical())
