"""The stored games and records that a batch of logs may be compared with."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from math import inf

from django.db.models import Q

from replays.models import Game, NotCounted, Record, RefusedPlay, Seat, Visibility

from .fingerprint import PARTS, Fingerprint, stored_fingerprint

MAX_LOADED = 200
"""Games of each query: a play that many strangers repeat costs no more than that."""

COMPARED = ("", NotCounted.INCOMPLETE, NotCounted.STAFF, NotCounted.EXAMPLE)
"""Games with these values of `not_counted` are compared with logs under any name."""


def _conditions(marks: Sequence[Fingerprint]) -> Iterator[Q]:
    """Yield the conditions of the games that finished logs may be records of: games that count, or
    are incomplete, with the same play or a part of it; games with the same play that do not count,
    with one of their names; and short games of the same day, if they have a time.
    """
    every = {mark.play.shared_digest for mark in marks}
    if every:  # a record of one side can have fewer decisions than the game
        yield Q(shared_digest__in=every, is_distinctive=True, not_counted__in=COMPARED)
    distinctive = [mark.game_fields for mark in marks if mark.is_distinctive]
    shared = {fields["shared_digest"] for fields in distinctive}
    if shared:
        yield Q(shared_digest__in=shared, not_counted__in=COMPARED)
        for name in PARTS:
            yield Q(
                not_counted__in=COMPARED,
                **{f"{name}__in": {fields[name] for fields in distinctive}},
            )
        names = {name for mark in marks for name in mark.names.values()}
        copies = Seat.objects.filter(name_key__in=names, game__shared_digest__in=shared)
        yield Q(shared_digest__in=shared, pk__in=copies.values("game_id"))
    timed = [mark for mark in marks if mark.has_time and not mark.is_distinctive]
    if timed:
        short = {mark.play.shared_digest for mark in timed}
        days = {mark.day for mark in timed if mark.day is not None}
        near = {other for day in days for other in _days_near(day)}
        yield Q(shared_digest__in=short, played_on__in=near)


def _days_near(day: date) -> Iterator[date]:
    """Yield the days on which the same instant can be in some time zone."""
    one = timedelta(days=1)
    if day > date.min:
        yield day - one
    yield day
    if day < date.max:
        yield day + one


class Candidates:
    """Games and records that can be compared with the logs of one owner, loaded in a few queries;
    and those that were added since. Oldest first.

    Logs of other owners are compared with finished public games only (docs/adr/0015): what is
    unfinished, private or unlisted is loaded for its owner alone.
    """

    def __init__(self, owner: str, marks: Sequence[Fingerprint]) -> None:
        self.owner = owner
        self._games: dict[int, Game] = {}
        self._by_text: dict[str, list[Record]] = defaultdict(list)
        self._own: dict[str, list[Record]] = defaultdict(list)
        self._by_shared: dict[str, list[Game]] = defaultdict(list)
        self._by_part: dict[str, list[Game]] = defaultdict(list)
        self._marks: dict[int, tuple[int, Fingerprint | None]] = {}
        self._ages: dict[int, tuple[float, int]] = {}
        self._refused: set[tuple[str, bool]] = set()
        if marks:
            self.load(marks)

    def load(self, marks: Sequence[Fingerprint]) -> None:
        """Load what these logs may be compared with."""
        records = Record.objects.select_related("game").order_by("pk")
        texts = {mark.text_digest for mark in marks}
        known = Q(is_finished=True, game__visibility=Visibility.PUBLIC)
        known = known | Q(owner=self.owner) if self.owner else known
        for record in records.filter(known, text_digest__in=texts):
            self._add_record(record)
        finished = [mark for mark in marks if mark.replay.is_over]
        for condition in _conditions(finished):
            games = Game.objects.filter(condition, visibility=Visibility.PUBLIC)
            for game in games.order_by("pk")[:MAX_LOADED]:
                self.add_game(game)
        shared = {mark.play.shared_digest for mark in finished if mark.is_distinctive}
        if shared:
            refused = RefusedPlay.objects.filter(shared_digest__in=shared)
            self._refused.update(refused.values_list("shared_digest", "is_simulated"))
        if self.owner and self._has_unfinished():
            prefixes = {digest for mark in marks for digest in mark.play.prefixes}
            for record in records.filter(owner=self.owner, play_digest__in=prefixes):
                self._add_record(record)

    def is_refused(self, mark: Fingerprint) -> bool:
        """Return whether this distinctive play is that of a game that staff hid and that was
        removed.
        """
        return (mark.play.shared_digest, bool(mark.record.simulated)) in self._refused

    def _has_unfinished(self) -> bool:
        return Record.objects.filter(owner=self.owner, is_finished=False).exists()

    def _add_record(self, record: Record) -> None:
        record.game = self._games.setdefault(record.game_id, record.game)
        if all(record.pk != other.pk for other in self._by_text[record.text_digest]):
            self._by_text[record.text_digest].append(record)
        if self.owner and record.owner == self.owner and not record.is_finished:
            self._own[record.play_digest].append(record)

    def add_game(self, game: Game) -> None:
        """Add a game, or find it by its present fields."""
        game = self._games.setdefault(game.pk, game)
        if game.shared_digest and game not in self._by_shared[game.shared_digest]:
            self._by_shared[game.shared_digest].append(game)
            for name in PARTS:
                self._by_part[getattr(game, name)].append(game)

    def use(self, game: Game) -> None:
        """Compare with this object of a game instead of one that was loaded: it may be changed."""
        self.remove(game)
        self._games[game.pk] = game
        self.add_game(game)

    def add_new(self, record: Record, mark: Fingerprint) -> None:
        """Add a record of this batch and its game."""
        if record.game._state.adding:
            self._marks.setdefault(record.game_id, (record.game.revision, mark))
            self._ages.setdefault(record.game_id, (inf, len(self._ages)))
        self._games.setdefault(record.game_id, record.game)
        self._by_text[record.text_digest].append(record)
        if self.owner and not record.is_finished:
            self._own[record.play_digest].append(record)
        self.add_game(record.game)

    def mark_of(self, game: Game) -> Fingerprint | None:
        """Return the fingerprint of a game; None if the current engine refuses its log."""
        stored = self._marks.get(game.pk)
        if stored is None or stored[0] != game.revision:
            stored = game.revision, stored_fingerprint(game.canonical, game.hidden_seats)
            self._marks[game.pk] = stored
        return stored[1]

    def duplicates(self, mark: Fingerprint) -> list[Record]:
        """Return the records with the same text that the owner may know of, and older states of
        the owner's own records with the same play.
        """
        same = [r for r in self._by_text[mark.text_digest] if self._may_know(r)]
        if self.owner and not mark.replay.is_over:
            older = (r for r in self._own[mark.play.digest] if not r.is_current)
            same += [record for record in older if record not in same]
        return same

    def _may_know(self, record: Record) -> bool:
        is_own = bool(self.owner) and record.owner == self.owner
        # the name of a hidden seat could be guessed: such a log is compared without its names
        is_open = record.is_current and record.is_finished and not record.game.hidden_seats
        return is_own or (is_open and record.game.visibility == Visibility.PUBLIC)

    def unfinished(self, mark: Fingerprint) -> list[Record]:
        """Return the owner's current unfinished records that this log extends, longest first."""
        digests = reversed(mark.play.prefixes) if self.owner else ()
        return [
            record
            for digest in digests
            for record in reversed(self._own.get(digest, []))
            if record.is_current and record.game.is_present
        ]

    def with_shared_digest(self, mark: Fingerprint) -> list[Game]:
        """Return the finished games that may have the same play, also those that are gone."""
        return self._oldest_first(self._by_shared.get(mark.play.shared_digest, []))

    def with_a_part(self, mark: Fingerprint) -> list[Game]:
        """Return the finished games that share a part of the play."""
        fields = mark.game_fields
        found = (game for name in PARTS for game in self._by_part.get(fields[name], []))
        return self._oldest_first({game.pk: game for game in found}.values())

    def _oldest_first(self, games: Iterable[Game]) -> list[Game]:
        games = list(games)
        if len(games) < 2:
            return games
        unknown = [game.pk for game in games if game.pk not in self._ages]
        if unknown:
            rows = Record.objects.filter(game__in=unknown).order_by("-stored_at", "-pk")
            for game_id, stored_at, pk in rows.values_list("game_id", "stored_at", "pk"):
                self._ages[game_id] = stored_at.timestamp(), pk
        return sorted(games, key=lambda game: self._ages.get(game.pk, (inf, game.pk)))

    def is_older(self, one: Game, other: Game) -> bool:
        """Return whether a game was stored before another one."""
        return self._oldest_first([one, other])[0].pk == one.pk

    def remove(self, game: Game) -> None:
        """Forget a game that was merged into another one."""
        self._games.pop(game.pk, None)
        for index in (self._by_shared, self._by_part):
            for games in index.values():
                games[:] = [other for other in games if other.pk != game.pk]
