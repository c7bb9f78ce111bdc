"""Games selected by who played them, or from a set of games, for which there are no stored sums.

Their cells are added up on request from what each game adds, and cached: games of a set until one
of them changes, others until a sum or the fit of ratings changes. Many games take several requests
(`replays.access.slices`). Games that are not public have their contributions in a separate table
(`HiddenContribution`), which is read for sets only.
"""

import zlib
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.db.models import Count, F, Max, QuerySet, Sum, TextField
from django.db.models.functions import Cast

from analytics.insight.question import Filters
from analytics.models import (
    KEY_FIELDS,
    Cell,
    Contribution,
    HiddenContribution,
    PlayerCell,
    ResultsFit,
    SetSums,
    Standing,
)
from analytics.models.snapshots import Key
from analytics.reads.adding import GamesSums
from analytics.reads.cell_filter import cell_condition, has_key
from analytics.reads.counting import last_change
from analytics.rollups.measures import Path, Sums
from games.core.metrics import TREES
from replays.access.slices import Unfinished, begin_part, is_over
from replays.reads import names as name_reads
from replays.reads.cache import BoundedCache
from replays.reads.keys import key_list
from replays.reads.sets import GameSet
from replays.text.names import handle_of

MAX_SELECTED = 5_000
"""Of more games the sums are not added up on request."""
MIN_RATED = 10
"""Rated games that a player needs for the filter by rating, as in leaderboards."""
MAIN = 1
"""The component of players whose ratings are compared: the largest."""
MAX_BYTES, MAX_SELECTIONS = 200_000_000, 12
BYTES_A_GAME = 10_000
"""A rough upper bound of what a game adds to a selection in memory."""
Row = dict[str, Any]


class SelectedCell(NamedTuple):
    """The selected games with one key: the key with a number of the cell and the number of these
    games, their sums, and their primary keys.
    """

    key: Row
    sums: GamesSums
    games: tuple[int, ...]


Selection = tuple[SelectedCell, ...]
_selections: BoundedCache[Selection] = BoundedCache(MAX_SELECTIONS, MAX_BYTES, by_language=False)
_BATCH_SIZE = 200
"""Games that are read before the time is checked."""
_decode = msgspec.json.Decoder().decode


@dataclass
class _Adding:
    """A selection that is being read: the games up to the primary key `last` of the table with this
    number.
    """

    table: int = 0
    last: int = -1
    n_read: int = 0
    sums: dict[Key, GamesSums] = field(default_factory=dict)
    games: dict[Key, list[int]] = field(default_factory=dict)


_begun: BoundedCache[_Adding] = BoundedCache(MAX_SELECTIONS, MAX_BYTES, by_language=False)


def keys_of_handle(handle: str, games: GameSet | None = None) -> tuple[str, ...]:
    """Return the keys of all names of the player with a handle, the shown one first; none where no
    counted game has the name, or it is hidden from public pages. Of a set of games, names in its
    games that are not public count, too.
    """
    key = name_reads.names_of_handles([handle]).get(handle)
    if not key and handle:
        rows = PlayerCell.objects.filter(handle=handle)
        key = rows.values_list("name_key", flat=True).first()
    if not key and handle and games is not None and games.hidden:
        written = name_reads.names_among(games.hidden)
        key = next((each for each in written if handle_of(each) == handle), None)
    if not key or key.startswith(name_reads.HIDDEN_PREFIX):
        return ()
    return tuple(name_reads.names_of_person(key))


def fit_of(kind: str, filters: Filters) -> ResultsFit | None:
    """Return the live fit whose ratings the filter by rating uses; None if there is none yet."""
    fits = ResultsFit.of(None).filter(kind=kind, is_simulated=filters.simulated == "yes")
    return fits.first()


def stamp(kind: str, filters: Filters) -> str:
    """Return what changes when the ratings of a filter by rating change; empty without one."""
    fit = fit_of(kind, filters) if filters.rating else None
    return f"{fit.digest}-{fit.fitted_at.isoformat()}" if fit else ""


def set_tag(filters: Filters) -> str:
    """Return what changes when the games of a set or what they add changes; empty without one."""
    games = filters.games
    if games is None:
        return ""
    return f"-{sha256(f'{games.key}{games.digest}{games.version}'.encode()).hexdigest()[:16]}"


def counted_set(games: GameSet) -> GameSet:
    """Return a set of games with the version of what is counted of them."""
    public = Contribution.objects.filter(pk__in=key_list(games.public))
    hidden = _hidden(games)
    # Workers that count next to each other can give two games one revision.
    counts = public.aggregate(n=Count("pk"), last=Max("revision"), all=Sum("revision"))
    apart = hidden.aggregate(n=Count("pk"), last=Max("counted_at")) if games.hidden else {}
    return replace(games, version=f"{[*counts.values(), *map(str, apart.values())]}")


def _hidden(games: GameSet) -> QuerySet[HiddenContribution]:
    """Return the contributions of the set's games that are not public, as their logs are now."""
    return _current().filter(pk__in=key_list(games.hidden))


def _current() -> QuerySet[HiddenContribution]:
    rows = HiddenContribution.objects.filter(digest=F("game__digest"))
    return rows.order_by("pk")


def count_selected(kind: str, filters: Filters) -> int:
    """Return how many games at most are to be added up for the filters."""
    names = _names(kind, filters)
    return sum(table.all().count() for table in _candidates(kind, _loose(filters), names))


def selected_rows(kind: str, filters: Filters, parts: Mapping[str, tuple[str, ...]]) -> list[Row]:
    """Return the cells of selected games that match: key, games, and the sums at some paths (None
    where there are none).
    """
    cells = _matching(kind, filters)
    for metric in dict.fromkeys(path[0] for path in parts.values() if path):
        _begin_metric(cells, metric)
        for cell in cells:
            cell.sums.get(metric)
    return [
        {**cell.key, **{name: _at(cell.sums, path) for name, path in parts.items()}}
        for cell in cells
    ]


def selected_trees(kind: str, filters: Filters) -> list[tuple[int, Path, Sums]]:
    """Return the trees of the cells of selected games: cell, path and sums."""
    cells = _matching(kind, filters)
    _begin_metric(cells, TREES)
    return [
        (cell.key["pk"], path, nodes) for cell in cells for path, nodes in cell.sums.trees.items()
    ]


def _begin_metric(cells: Iterable[SelectedCell], metric: str) -> None:
    """Begin to add up a metric of some cells, as a part of an answer that stays. Raises Unfinished
    if the slice of the request is over.
    """
    if any(cell.sums.is_pending(metric) for cell in cells):
        begin_part()


def selected_games(kind: str, filters: Filters) -> dict[int, Row]:
    """Return the selected games that match, by primary key, with the keys of their cells."""
    cells = _matching(kind, filters)
    found = {game: cell.key for cell in cells for game in cell.games}
    return {game: found[game] for game in sorted(found)}


def contributions_of(
    games: Iterable[int], filters: Filters
) -> tuple[QuerySet[Contribution] | QuerySet[HiddenContribution], ...]:
    """Return what some selected games add, from each table that has rows of them."""
    ids = key_list(set(games))
    public = Contribution.objects.filter(pk__in=ids).order_by("pk")
    if filters.games is None or not filters.games.hidden:
        return (public,)
    return public, _hidden(filters.games).filter(pk__in=ids)


def _matching(kind: str, filters: Filters) -> list[SelectedCell]:
    return [cell for cell in _selection(kind, filters) if has_key(cell.key, filters)]


def _selection(kind: str, filters: Filters) -> Selection:
    """Return the cells of the selected games with any key."""
    loose = _loose(filters)
    key: tuple[Any, ...] = (kind, loose, stamp(kind, filters))
    if filters.games is None or filters.is_by_people:
        key = (*key, *last_change())
    return _selections.get(key, lambda: _stored(kind, loose) or _select(key, kind, loose), _weigh)


def sums_digest(kind: str, filters: Filters) -> str:
    """Return the digest of the games of a set and of what is counted of them."""
    games = filters.games
    parts = (kind, games.digest, games.version) if games else ()
    return sha256(repr(parts).encode()).hexdigest()


def encoded_sums(kind: str, filters: Filters) -> bytes:
    """Return the sums of a set of games as `SetSums` stores them."""
    cells = [
        (
            [cell.key[name] for name in KEY_FIELDS],
            cell.sums.whole(),
            [*cell.sums.trees.items()],
            cell.games,
        )
        for cell in _select(sums_digest(kind, filters), kind, _loose(filters))
    ]
    return zlib.compress(msgspec.json.encode(cells), 1)


def _stored(kind: str, filters: Filters) -> Selection:
    """Return the stored cells of a set of games; empty where there are none."""
    if filters.games is None or filters.is_by_people:
        return ()
    rows = SetSums.objects.filter(pk=sums_digest(kind, filters))
    data = rows.values_list("data", flat=True).first()
    cells = msgspec.json.decode(zlib.decompress(data)) if data is not None else ()
    return tuple(
        SelectedCell(
            _cell_key(number, key, len(games)),
            GamesSums(sums, {tuple(path): nodes for path, nodes in trees}),
            tuple(games),
        )
        for number, (key, sums, trees, games) in enumerate(cells, 1)
    )


def _cell_key(number: int, key: Iterable[Any], n_games: int) -> Row:
    return {"pk": number, **dict(zip(KEY_FIELDS, key, strict=True)), "games": n_games}


def _weigh(selected: Selection) -> int:
    return BYTES_A_GAME * (1 + sum(len(cell.games) for cell in selected))


def _weigh_begun(adding: _Adding) -> int:
    return BYTES_A_GAME * (1 + sum(map(len, adding.games.values())))


def _loose(filters: Filters) -> Filters:
    """Return the filters without those that are applied to cells in memory: rules and board; of a
    set of games all but those by people.
    """
    if filters.games is None:
        return filters.but(edition="", mode="", board="")
    people = {name: getattr(filters, name) for name in ("player", "rating", "rated")}
    simulated = filters.simulated if filters.rating else "all"
    return Filters(simulated=simulated, games=filters.games, **people)


def _at(sums: GamesSums, path: Sequence[str]) -> Any:
    part = sums.get(path[0]) if path else sums.whole()
    for key in path[1:]:
        part = part.get(key) if part else None
    return part


class _Names(NamedTuple):
    """The names that filters select: of the player, and of the rated players (None: no filter)."""

    player: frozenset[str] | None
    rated: frozenset[str] | None


def _names(kind: str, filters: Filters) -> _Names:
    player = frozenset(keys_of_handle(filters.player, filters.games)) if filters.player else None
    return _Names(player, _rated_names(kind, filters) if filters.rating else None)


def _rated_names(kind: str, filters: Filters) -> frozenset[str]:
    """Return the keys of the names of players with at least the rating, without hidden ones."""
    rows = Standing.of(None).filter(
        kind=kind, is_simulated=filters.simulated == "yes", role="", component=MAIN,
        games__gte=MIN_RATED, rating__gte=int(filters.rating),
    )  # fmt: skip
    handles = list(rows.values_list("handle", flat=True))
    own = PlayerCell.objects.filter(handle__in=handles).values_list("name_key", flat=True)
    others = name_reads.aliases().filter(person__handle__in=handles, person__hidden_at__isnull=True)
    names = {*own, *others.values_list("name_key", flat=True)}
    return frozenset(name for name in names if not name.startswith(name_reads.HIDDEN_PREFIX))


class _Table(NamedTuple):
    """Counted games that may be selected: the rows with the columns of their keys; of a set only
    those with its primary keys `ids`, in order.
    """

    rows: QuerySet[Any]
    columns: tuple[str, ...]
    ids: Sequence[int] | None = None

    def all(self) -> QuerySet[Any]:
        """Return all rows."""
        return self.rows if self.ids is None else self.rows.filter(pk__in=key_list(self.ids))

    def read(self, last: int, texts: Mapping[str, Cast]) -> tuple[list[Any], int | None]:
        """Return the next rows after a primary key, as primary key, texts and columns, and the key
        after which the next ones are read, None at the end. A set is read by few keys at a time:
        each query with all of them would take as long as the rows.
        """
        rows, fields = self.rows.annotate(**texts), ("pk", *texts, *self.columns)
        if self.ids is None:
            batch = list(rows.filter(pk__gt=last).values_list(*fields)[:_BATCH_SIZE])
            return batch, batch[-1][0] if len(batch) == _BATCH_SIZE else None
        start = bisect_right(self.ids, last)
        some = self.ids[start : start + _BATCH_SIZE]
        batch = list(rows.filter(pk__in=some).values_list(*fields)) if some else []
        return batch, some[-1] if start + _BATCH_SIZE < len(self.ids) else None


def _candidates(kind: str, filters: Filters, names: _Names) -> list[_Table]:
    """Return the counted games with a seat of each of the names' sets, from each table that has
    rows of them.
    """
    columns = tuple(f"cell__{name}" for name in KEY_FIELDS)
    games = filters.games
    if games is None:
        cells = Cell.of(None).filter(cell_condition(filters), kind=kind).order_by()
        rows = Contribution.objects.filter(cell__in=cells.values("pk")).order_by("pk")
        return [_Table(_with_seats(rows, names), columns)]
    public = Contribution.objects.filter(kind=kind).order_by("pk")
    found = [_Table(_with_seats(public, names), columns, games.public)]
    if games.hidden:
        hidden = _current().filter(kind=kind)
        found.append(_Table(_with_seats(hidden, names), ("key",), games.hidden))
    return found


def _with_seats(rows: QuerySet[Any], names: _Names) -> QuerySet[Any]:
    for keys in names:
        if keys is not None:
            rows = rows.filter(game__in=name_reads.named_seats_of(keys).values("game"))
    return rows


def _select(cache_key: Hashable, kind: str, filters: Filters) -> Selection:
    """Return the selection, added up from where an earlier request stopped. Raises Unfinished."""
    adding, names = _begun.pop(cache_key) or _Adding(), _names(kind, filters)
    tables = _candidates(kind, filters, names)
    while adding.table < len(tables):
        if not _read_batch(adding, tables[adding.table], names, filters):
            adding.table, adding.last = adding.table + 1, -1
        elif is_over():
            _begun.put(cache_key, adding, _weigh_begun)
            raise Unfinished(adding.n_read, sum(table.all().count() for table in tables))
    return tuple(
        SelectedCell(
            _cell_key(number, key, len(adding.games[key])),
            adding.sums[key],
            tuple(sorted(adding.games[key])),
        )
        for number, key in enumerate(sorted(adding.games), 1)
    )


def _read_batch(adding: _Adding, table: _Table, names: _Names, filters: Filters) -> bool:
    """Read the next games of a table; return whether there may be more. Sums are read as text,
    which is faster than Django's field.
    """
    texts = {"value_text": Cast("value", TextField())}
    if names.rated is not None:
        texts["seats_text"] = Cast("seats", TextField())
    batch, last = table.read(adding.last, texts)
    for pk, value, *rest in batch:
        if names.rated is not None and not _is_rated(_decode(rest[0]), names.rated, filters.rated):
            continue
        values = rest[len(texts) - 1 :]
        key = tuple(values[0] if table.columns == ("key",) else values)
        adding.sums.setdefault(key, GamesSums()).add(value)
        adding.games.setdefault(key, []).append(pk)
    adding.n_read += len(batch)
    if last is not None:
        adding.last = last
    return last is not None and adding.n_read <= MAX_SELECTED


def _is_rated(seats: Iterable[Row], rated: frozenset[str], who: str) -> bool:
    """Return whether all players of a game have the rating, or any of them."""
    found = [seat["name"] in rated for seat in seats]
    return any(found) if who else bool(found) and all(found)
