"""Plays: what happened at a table, apart from how it was written down.

Two records of one game can differ in names, notes, dates and spelling, and each may lack what its
writer did not know. A `Play` holds the events in a form that can be compared, with None for a value
that the record does not know.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from games.core.codec import canonical_json, sha256_hex
from games.core.record import Record, is_annotation
from games.core.replay import Step

N_PARTS = 3
"""Parts whose digests are stored: two plays of the same length that differ in fewer events than
there are parts share the digest of at least one.
"""


def without_annotations(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event without its note, time and custom fields."""
    return {key: value for key, value in plain.items() if not is_annotation(key)}


def _header(record: Record) -> dict[str, Any]:
    return {key: record.header.get(key) for key in ("ruleset", "setup")}


@dataclass(frozen=True, slots=True)
class PlayFormat:
    """Which parts of a kind's records are the play.

    `header` returns the ruleset and set-up in a form that can be compared. `event` returns an event
    in such a form: sets sorted, and None for an unknown value. `uncertain` are the keys that may be
    unknown. `claims` are event types that repeat what the rules compute. `gaps` returns the event
    types that a record never has, and `gap_types` all such types of the kind. `setup_types` are the
    types of the first events, if they belong to the set-up, such as dealt cards. `fillable` are
    keys of a plain event that may be copied from another record. `complete_setup` returns the
    set-up of a record that has become complete. `forced` are event types that no side chooses.
    `options` returns the events, of the legal ones at a step, that the acting side could choose.
    """

    header: Callable[[Record], Mapping[str, Any]] = _header
    event: Callable[[Mapping[str, Any]], dict[str, Any]] = without_annotations
    uncertain: frozenset[str] = frozenset()
    claims: frozenset[str] = frozenset()
    gaps: Callable[[Record], frozenset[str]] = lambda _record: frozenset()
    gap_types: frozenset[str] = frozenset()
    setup_types: frozenset[str] = frozenset()
    fillable: frozenset[str] = frozenset()
    complete_setup: Callable[[dict[str, Any]], dict[str, Any]] = dict
    forced: frozenset[str] = frozenset()
    options: Callable[[Step, Iterable[Any]], Iterable[Any]] = lambda _step, events: events


class PlayEvent(NamedTuple):
    """An event of a play: its place in the record, from 0, and its value, which can be compared."""

    place: int
    value: dict[str, Any]


@dataclass(frozen=True)
class Play:
    """The play of a record. `gaps` are the event types that the record never has."""

    format: PlayFormat
    header: str
    events: tuple[PlayEvent, ...]
    gaps: frozenset[str]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The values of the events in canonical JSON."""
        return tuple(canonical_json(event.value) for event in self.events)

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """SHA-256 digests of the header with the first n events, for n from 0 on."""
        digests = [sha256_hex(self.header)]
        for text in self.texts:
            digests.append(sha256_hex(digests[-1] + text))
        return tuple(digests)

    @property
    def digest(self) -> str:
        """The digest of the whole play, with all that the record knows."""
        return self.prefixes[-1]

    @property
    def setup_digest(self) -> str:
        """A digest of rules, board and set-up; empty if the record does not know the set-up."""
        types = self.format.setup_types
        if types & self.gaps:
            return ""
        first = takewhile(lambda event: event.value["type"] in types, self.events)
        return self.prefixes[len(list(first))]

    @cached_property
    def _shared(self) -> list[str]:
        """The events that every record of the game has, with the values that each of them has."""
        uncertain, gap_types = self.format.uncertain, self.format.gap_types
        return [
            text
            if uncertain.isdisjoint(event.value)
            else canonical_json({k: v for k, v in event.value.items() if k not in uncertain})
            for event, text in zip(self.events, self.texts, strict=True)
            if event.value["type"] not in gap_types
        ]

    @cached_property
    def shared_digest(self) -> str:
        """A digest that compatible plays share."""
        return sha256_hex("\n".join([self.header, *self._shared]))

    @property
    def part_digests(self) -> tuple[str, ...]:
        """Digests of the parts of the shared events, with header and length."""
        size = len(self._shared)
        bounds = [size * n // N_PARTS for n in range(N_PARTS + 1)]
        return tuple(
            sha256_hex("\n".join([self.header, f"{n} {size}", *self._shared[bounds[n] : end]]))
            for n, end in enumerate(bounds[1:])
        )


def is_complete(events: Iterable[Mapping[str, Any]], play_format: PlayFormat) -> bool:
    """Return whether plain events leave nothing of the play unknown."""
    played = (e for e in events if e["type"] not in play_format.claims)
    return all(value is not None for event in played for value in play_format.event(event).values())


def play_of(record: Record, play_format: PlayFormat) -> Play:
    """Return the play of a record."""
    header = {"game": record.kind, "board": record.board.digest, **play_format.header(record)}
    events = tuple(
        PlayEvent(index, play_format.event(entry.plain))
        for index, entry in enumerate(record.entries)
        if entry.plain["type"] not in play_format.claims
    )
    return Play(play_format, canonical_json(header), events, play_format.gaps(record))


class Difference(NamedTuple):
    """Two events at the same place that contradict each other: their indices in the records."""

    ours: int
    theirs: int


def paired_events(ours: Play, theirs: Play) -> list[tuple[PlayEvent, PlayEvent]] | None:
    """Return the events that both records could have, in pairs; None if they are not equally many,
    or the rulesets or set-ups differ.
    """
    gaps = ours.gaps | theirs.gaps
    sides = [[e for e in play.events if e.value["type"] not in gaps] for play in (ours, theirs)]
    if ours.header != theirs.header or len(sides[0]) != len(sides[1]):
        return None
    return list(zip(*sides, strict=True))


def differences(ours: Play, theirs: Play) -> list[Difference] | None:
    """Return the events in which two plays contradict each other; none if they are compatible.

    None instead of a list if they can't be compared event by event.
    """
    pairs = paired_events(ours, theirs)
    if pairs is None:
        return None
    return [Difference(a.place, b.place) for a, b in pairs if not _fits(a.value, b.value)]


def _fits(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    if ours == theirs:
        return True
    return all(
        key in ours
        and key in theirs
        and (ours[key] is None or theirs[key] is None or ours[key] == theirs[key])
        for key in ours.keys() | theirs.keys()
    )


def sorted_values(values: Sequence[Any]) -> list[Any]:
    """Return the values of a set in an order that does not depend on how it was written."""
    return sorted(values, key=canonical_json)
