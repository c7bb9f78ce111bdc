"""Merging two records of one game: the union of what both know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from games.core.play import Play, PlayFormat, paired_events, without_annotations
from games.core.record import Record, is_annotation

_TEXTS = ("event", "site", "source", "tags", "outcome")


class Instant(NamedTuple):
    """When a game was played: the day as written, and the instant if the log has a time and a
    zone. `nanoseconds` are those beyond its microseconds.
    """

    day: str
    instant: datetime | None
    nanoseconds: int = 0

    @property
    def date(self) -> date:
        """The day."""
        return date.fromisoformat(self.day)


def read_instant(played_at: str | None) -> Instant | None:
    """Return a date of a log as a day, or as an instant if it has a time with a zone."""
    if played_at is None:
        return None
    has_zone = len(played_at) > len("2026-11-20") and (
        played_at.endswith("Z") or "+" in played_at[10:] or "-" in played_at[10:]
    )
    if not has_zone:
        return Instant(played_at[:10], None)
    head, dot, tail = played_at.partition(".")
    nanoseconds = 0
    if dot:  # Python knows microseconds; a log has up to nine digits
        zone = tail.lstrip("0123456789")
        digits = tail.removesuffix(zone).ljust(9, "0")
        head, nanoseconds = f"{head}.{digits[:6]}{zone}", int(digits[6:9])
    try:
        return Instant(played_at[:10], datetime.fromisoformat(head).astimezone(UTC), nanoseconds)
    except OverflowError:  # outside the years 1 to 9999
        return Instant(played_at[:10], None)


@dataclass(frozen=True, slots=True)
class Merged:
    """The log of a game that two records know, as plain data, and what the younger record added.

    `names` maps roles to the names that the older record lacked. `notes` are the younger record's
    notes by index of the merged log's event. `n_facts` counts events and values that the older
    record lacked. `moved` maps the event indices of the older and of the younger record to those of
    the merged log.
    """

    log: dict[str, Any]
    names: dict[str, str] = field(default_factory=dict)
    played_at: str | None = None
    notes: dict[int, str] = field(default_factory=dict)
    n_facts: int = 0
    moved: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))


def merge(older: Record, younger: Record, plays: tuple[Play, Play]) -> Merged:
    """Merge two records whose plays are compatible. The older one's spelling wins.

    The caller checks that the merged log is valid. Raises ValueError if the plays can't be
    compared.
    """
    pairs = paired_events(*plays)
    if pairs is None:
        raise ValueError("the plays can't be compared event by event")
    is_old_base = not plays[0].gaps or bool(plays[1].gaps)
    base, other = (older, younger) if is_old_base else (younger, older)
    play_format = plays[0].format
    matched = {a.place: b.place for a, b in pairs}
    if not is_old_base:
        matched = {b.place: a.place for a, b in pairs}
    events: list[dict[str, Any]] = []
    notes: dict[int, str] = {}
    n_facts = 0
    places: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for index, entry in enumerate(base.entries):
        partner = matched.get(index)
        mine, theirs = entry.plain, {} if partner is None else other.entries[partner].plain
        first, second = (mine, theirs) if is_old_base else (theirs, mine)
        filled = {k: v for k, v in theirs.items() if _is_filled(k, mine, play_format)}
        n_facts += bool(filled) if is_old_base else partner is None
        if second.get("note"):
            notes[len(events)] = second["note"]
        places[0][index] = len(events)
        if partner is not None:
            places[1][partner] = len(events)
        events.append({**without_annotations(mine), **filled, **_annotations(second, first)})
    log, names, played_at = _header(older, younger, base)
    log["events"] = events
    moved = places if is_old_base else (places[1], places[0])
    return Merged(log, names, played_at, notes, n_facts, moved)


def _is_filled(key: str, mine: Mapping[str, Any], play_format: PlayFormat) -> bool:
    return key in play_format.fillable and mine.get(key) is None


def _annotations(second: Mapping[str, Any], first: Mapping[str, Any]) -> dict[str, Any]:
    """Return the notes, times and custom fields of an event in the merged log: the first record's,
    and of the second one what the first lacks, except for its note.
    """
    both = {**{k: v for k, v in second.items() if k != "note"}, **first}
    return {key: value for key, value in both.items() if is_annotation(key)}


def _header(
    older: Record, younger: Record, base: Record
) -> tuple[dict[str, Any], dict[str, str], str | None]:
    """Return the merged header, the names that the younger record added, and its more exact
    date.
    """
    header = dict(older.header)
    for key in ("ruleset", "board", "setup"):
        header.pop(key, None)
        if key in base.header:
            header[key] = base.header[key]
    for key, value in younger.header.items():
        if key in _TEXTS or key.startswith("x_"):
            header.setdefault(key, value)
    ours = {player.role: player.name for player in older.players}
    names = {p.role: p.name for p in younger.players if p.name and not ours.get(p.role)}
    seats = [p.role for p in older.players]
    seats += [p.role for p in younger.players if p.role not in ours]
    known = {**{p.role: p.name for p in younger.players}, **{r: n for r, n in ours.items() if n}}
    header["players"] = [{"role": role, "name": known.get(role)} for role in seats]
    played_at = more_exact(older.played_at, younger.played_at)
    if played_at is not None:
        header["played_at"] = played_at
    return header, names, played_at


def more_exact(older: str | None, younger: str | None) -> str | None:
    """Return the younger date if it is of the same day and more exact, or the only one; else
    None.
    """
    ours, theirs = read_instant(older), read_instant(younger)
    if theirs is None or older == younger:
        return None
    if ours is None:
        return younger
    if ours.instant is not None or ours.day != theirs.day:
        return None
    is_longer = theirs.instant is not None or len(younger or "") > len(older or "")
    return younger if is_longer else None


def without_claims(merged: Merged, setup: dict[str, Any], claims: frozenset[str]) -> Merged:
    """Return the merged log with this set-up, and without events of these types."""
    log = {key: value for key, value in merged.log.items() if key != "setup"}
    if setup:
        log["setup"] = setup
    kept = [n for n, event in enumerate(log["events"]) if event["type"] not in claims]
    place = {old: new for new, old in enumerate(kept)}
    log["events"] = [log["events"][n] for n in kept]
    ours, theirs = (
        {old: place[new] for old, new in moved.items() if new in place} for moved in merged.moved
    )
    notes = {place[n]: note for n, note in merged.notes.items() if n in place}
    return Merged(log, merged.names, merged.played_at, notes, merged.n_facts, (ours, theirs))
