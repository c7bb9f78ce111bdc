"""What makes a record comparable with others: its play, names and date, and digests of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from games.core.codec import canonical_json, sha256_hex
from games.core.decisions import MIN_DECISIONS, count_decisions
from games.core.merge import Instant, read_instant
from games.core.play import Play, play_of
from games.core.record import Record, is_annotation
from games.core.replay import Replay
from games.registry import get_kind, read_replay
from replays.models.game import PART_LENGTH
from replays.text.names import name_key

PARTS = ("part_1", "part_2", "part_3")
"""Fields of a game with the digests of the parts of its play."""

_OWN_FORM = frozenset({"players", "played_at", "board", "events"})
"""Header keys that `text_digest` reads in a normalized form."""


@dataclass(frozen=True)
class Fingerprint:
    """A judged record as the identity of games needs it. The names of `hidden_roles` are not
    public; they count as unknown.
    """

    replay: Replay
    hidden_roles: frozenset[str] = frozenset()

    @property
    def record(self) -> Record:
        """The record."""
        return self.replay.record

    @cached_property
    def play(self) -> Play:
        """The play of the record."""
        return play_of(self.record, get_kind(self.record.kind).log.play)

    @cached_property
    def is_distinctive(self) -> bool:
        """Whether the play has enough decisions not to repeat by chance."""
        return count_decisions(self.replay, get_kind(self.record.kind)) >= MIN_DECISIONS

    @cached_property
    def names(self) -> dict[str, str]:
        """The known names by role, as keys."""
        known = {
            player.role: name_key(player.name or "")
            for player in self.record.players
            if player.role not in self.hidden_roles
        }
        return {role: key for role, key in known.items() if key}

    @cached_property
    def instant(self) -> Instant | None:
        """When it was played, if that is known."""
        return read_instant(self.record.played_at)

    @property
    def has_time(self) -> bool:
        """Whether it has a date with a time and a zone."""
        return self.instant is not None and self.instant.instant is not None

    @property
    def day(self) -> date | None:
        """The day on which it was played, if that is known."""
        return None if self.instant is None else self.instant.date

    @cached_property
    def match(self) -> tuple[str, int] | None:
        """The match that it names, and its number there."""
        return get_kind(self.record.kind).log.match_of(self.record)

    @cached_property
    def text_digest(self) -> str:
        """A digest that is the same for logs that differ only in spelling: of names, of dates, or
        in the order of sets.
        """
        header = {k: v for k, v in self.record.header.items() if k not in _OWN_FORM}
        names = {p.role: name_key(p.name or "") for p in self.record.players}
        texts = {
            event.place: text for event, text in zip(self.play.events, self.play.texts, strict=True)
        }
        events = [
            [
                texts.get(n, entry.plain),
                {k: v for k, v in entry.plain.items() if is_annotation(k)},
            ]
            for n, entry in enumerate(self.record.entries)
        ]
        names = {role: name for role, name in names.items() if name}
        played = [str(part) for part in self.instant or ()]
        if self.has_time:
            played = played[1:]
        return sha256_hex(canonical_json([self.play.header, header, names, played, events]))

    @cached_property
    def game_fields(self) -> dict[str, Any]:
        """The fields of a game that find other records of it; empty for an unfinished game, which
        is never compared with those of strangers.
        """
        if not self.replay.is_over:
            return dict(NO_FIELDS)
        parts = (digest[:PART_LENGTH] for digest in self.play.part_digests)
        fields = dict(zip(PARTS, parts, strict=True))
        return {
            **fields,
            "shared_digest": self.play.shared_digest,
            "setup_digest": self.play.setup_digest[:PART_LENGTH],
            "is_distinctive": self.is_distinctive,
        }


NO_FIELDS: Mapping[str, Any] = {
    **dict.fromkeys(("shared_digest", "setup_digest", *PARTS), ""),
    "is_distinctive": False,
}


def names_fit(one: Fingerprint, other: Fingerprint) -> bool:
    """Return whether no seat has two different names."""
    return all(other.names.get(role, name) == name for role, name in one.names.items())


def dates_fit(one: Fingerprint, other: Fingerprint) -> bool:
    """Return whether both can be dates of one game: unknown, the same instant, or days at most one
    apart.
    """
    ours, theirs = one.instant, other.instant
    if ours is None or theirs is None:
        return True
    if one.has_time and ours[1:] == theirs[1:]:
        return True
    return abs(ours.date - theirs.date).days <= 1


def tables_fit(one: Fingerprint, other: Fingerprint) -> bool:
    """Return whether two records can be of one table: names, dates and games of a match fit."""
    has_other_match = one.match is not None and other.match not in (None, one.match)
    return names_fit(one, other) and dates_fit(one, other) and not has_other_match


def same_table(one: Fingerprint, other: Fingerprint) -> bool:
    """Return whether both have the same known name in every seat and the same instant."""
    roles = get_kind(one.record.kind).identity.roles_in(
        get_kind(one.record.kind).identity.mode_of(one.record.setup)
    )
    if one.names != other.names or any(role not in one.names for role in roles):
        return False
    ours, theirs = one.instant, other.instant
    return ours is not None and theirs is not None and one.has_time and ours[1:] == theirs[1:]


def stored_fingerprint(canonical: str, hidden_seats: int = 0) -> Fingerprint | None:
    """Return the fingerprint of a stored log; None if the current engine refuses it. `hidden_seats`
    has a bit for each position whose name is not public.
    """
    try:
        replay = read_replay(canonical)
    except ValueError:
        return None
    players = enumerate(replay.record.players)
    return Fingerprint(replay, frozenset(p.role for n, p in players if hidden_seats >> n & 1))
