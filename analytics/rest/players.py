"""`/api/v1/players/…`: names, their records, habits, opponents and ratings."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.forms.habits import HabitTable
from analytics.insight import player as insight
from analytics.insight.bodies import basis_body, flat_rate, rate_body
from analytics.insight.player import Counts, Record, opponents_of
from analytics.models import PlayerCell
from analytics.reads import players as player_reads
from analytics.reads.players import Habits, Player
from analytics.reads.ratings import RATINGS, ratings_of
from analytics.reads.sums import SumsReader
from analytics.requests.player_filter import GAME_PARAMS, SORTS, PlayerFilter
from analytics.requests.stats_filter import problems
from games.registry import KINDS
from replays.rest.openapi import CSV, endpoint, in_path, query
from replays.text.names import handle_of
from replays.text.numbers import page_number

from . import player_schemas as schemas
from .base import ERRORS, SIMULATED, SNAPSHOT, THEME, ListView, bad_question, read_theme
from .figures import rating_figure
from .ratings import rating_body
from .tables import csv_response

PAGE_SIZE = 200
EARLIER = {"nobody": "abandoned"}
"""Earlier names of columns, which come last."""
FIELDS = (
    *("kind", "part", "label", *(EARLIER.get(name, name) for name in Counts._fields)),
    *("rate", "low", "high", "n", *EARLIER),
)
FILTERS = (
    query("kind", "A board game."),
    query("edition", "An edition of the game."),
    query("mode", "A mode of the game."),
    SIMULATED,
    SNAPSHOT,
)
PAGING = (
    query("q", "Part of the name."),
    query("sort", "Default: games.", list(SORTS)),
    OpenApiParameter("page", OpenApiTypes.INT, description=f"From 1, {PAGE_SIZE} names each."),
)
HANDLE = in_path("handle", "The handle of a name, from the list of names.")


class PlayerListView(ListView):
    """Names."""

    @endpoint("players", schemas.PlayerList, *FILTERS, *PAGING, errors=ERRORS)
    def get(self, request: Request) -> Any:
        """Return names in logs and their results, sorted by number of games or by name."""
        form = _form(request, "q", "sort", "page")
        page = request.query_params.get("page", "1")
        if not page_number(page):
            raise Http404
        search, sort = form.cleaned_data["q"], form.cleaned_data["sort"]
        listed = player_reads.list_players(form.conditions(), search, sort, form.sums())
        first = (int(page) - 1) * PAGE_SIZE
        rows = list(listed[first : first + PAGE_SIZE])
        if not rows and first:
            raise Http404
        names = player_reads.names_by_handle((row["player"] for row in rows), form.sums().snapshot)
        body = schemas.PlayerList(
            **_basis(form, KINDS),
            definition=f"{insight.PLAYERS} {insight.RECORD}",
            total=listed.count(),
            page=int(page),
            players=[
                schemas.ListedPlayer(
                    **_counts(Counts(*(row[f"n_{name}"] for name in Counts._fields))),
                    handle=row["player"],
                    name=names[row["player"]],
                    url=_url(request, "api-player", row["player"]),
                )
                for row in rows
            ],
        )
        return Response(body)


class PlayerView(ListView):
    """One name."""

    @endpoint("player", schemas.Player, HANDLE, *FILTERS, errors=ERRORS)
    def get(self, request: Request, handle: str) -> Any:
        """Return a name's record by role and ruleset, its habits compared with those of others,
        its opponents and ratings.
        """
        return Response(_player(find_player(handle), _form(request), request))


class PlayerCsvView(ListView):
    """One name's record as a table."""

    @endpoint("player_csv", CSV, HANDLE, *FILTERS, errors=ERRORS)
    def get(self, request: Request, handle: str) -> Any:
        """Return the record as CSV: a row for each game, role and ruleset."""
        player, form = find_player(handle), _form(request)
        cells = player_reads.cells_of(player.handles, form.conditions(), form.sums())
        return csv_response(f"player-{player.handle}", FIELDS, _csv_rows(cells))


class PlayerFigureView(ListView):
    """One name's ratings over time."""

    @endpoint("player_figure", OpenApiTypes.OBJECT, HANDLE, *FILTERS, THEME, errors=ERRORS)
    def get(self, request: Request, handle: str) -> Any:
        """Return the ratings over time, overall, as `data`, `layout` and `config` for Plotly."""
        player, form = find_player(handle), _form(request, THEME.name)
        ratings = ratings_of(player.handles, form.conditions(), form.sums())
        return Response(rating_figure(ratings, read_theme(request)))


def find_player(handle: str) -> Player:
    """Return the player of a handle. Raises Http404."""
    player = player_reads.find_player(handle)
    if player is None:
        raise Http404
    return player


def _form(request: Request, *names: str) -> PlayerFilter:
    """Return the filters of a request. `names` are further parameters. Raises ApiError."""
    snapshots = player_reads.snapshot_names()
    form = PlayerFilter(request.query_params, also=(*names, "snapshot"), snapshots=snapshots)
    if invalid := problems(request.query_params, form, {*form.fields, *names}):
        raise bad_question(invalid)
    return form


def _csv_rows(cells: Any) -> Iterator[dict[str, Any]]:
    for record in player_reads.records_of(cells):
        parts = {"game": [record.whole], "role": record.by_role, "ruleset": record.by_ruleset}
        for part, rows in parts.items():
            for row in rows:
                fields = {"kind": record.kind.slug, "part": part, "label": row.label}
                yield fields | _ends(row.counts) | flat_rate(row.counts.rate)


def _player(found: Player, form: PlayerFilter, request: Request) -> schemas.Player:
    sums = form.sums()
    player = player_reads.at_snapshot(found, sums)
    cells = player_reads.cells_of(player.handles, form.conditions(), sums)
    records = player_reads.records_of(cells)
    games = _url(request, "player-games", player.handle)

    def record(row: Record) -> schemas.Record:
        url = f"{games}?{urlencode(form.games_params(**row.params))}"
        return schemas.Record(
            **_counts(row.counts), label=row.label, params=dict(row.params), games_url=url
        )

    habits = (player_reads.habits_of(cells, row.kind, sums) for row in records)
    return schemas.Player.make(
        player,
        **_basis(form, [row.kind.slug for row in records]),
        definition=f"{insight.PLAYERS} {insight.RECORD}",
        games=schemas.GamesByPlayers(**player.games),
        question={name: value for name, value in form.params().items() if name in GAME_PARAMS},
        records=[
            schemas.KindRecord(
                of_kind.kind.slug,
                record(of_kind.whole),
                [*map(record, of_kind.by_role)],
                [*map(record, of_kind.by_ruleset)],
            )
            for of_kind in records
        ],
        habits_definition=insight.HABITS,
        habits=[_habits(of_kind, games) for of_kind in habits if of_kind is not None],
        ratings_definition=RATINGS,
        ratings=[*map(rating_body, ratings_of(player.handles, form.conditions(), sums))],
        opponents_definition=insight.AGAINST,
        opponents=_opponents(player_reads.opponents_in(cells, player.keys), sums),
        form=_form_results(player, form, cells),
    )


def _form_results(player: Player, form: PlayerFilter, cells: list[PlayerCell]) -> list[str] | None:
    if form.sums().snapshot:
        return player_reads.stored_results(cells)
    games = player_reads.drilldown_games(player, form.conditions(), role="", result="", against=())
    return player_reads.last_results(player, games)


def _opponents(vs: dict[str, list[int]], sums: SumsReader) -> list[schemas.Opponent]:
    opponents = opponents_of(vs)
    names = player_reads.names_of((each.name_key for each in opponents), sums.snapshot)
    return [
        schemas.Opponent(
            handle_of(opponent.name_key) if opponent.name_key in names else None,
            names.get(opponent.name_key),
            rate_body(opponent.ahead),
            opponent.level,
        )
        for opponent in opponents
    ]


def _basis(form: PlayerFilter, kinds: Iterable[str]) -> dict[str, Any]:
    """Return the fields of `KindsBasis`, with the versions of these games if any are counted."""
    sums, simulated = form.sums(), form.played_by
    read = sums.bases(KINDS, simulated)
    bases = {kind: basis_body(basis) for kind, basis in read.items()}
    pending = sum(basis.games_pending for kind, basis in bases.items() if kind in form.kinds)
    as_of = next(iter(read.values())).as_of
    return {
        **asdict(next(iter(bases.values()))),
        "as_of": as_of.isoformat() if as_of and not pending else None,
        "versions": {kind: bases[kind].versions for kind in kinds if bases[kind].versions.engine},
        "games_stale": sum(basis.games_stale for basis in bases.values()),
        "games_pending": pending,
    }


def _counts(counts: Counts) -> dict[str, Any]:
    ends = {name: n for name, n in _ends(counts).items() if name not in EARLIER}
    return {**ends, "rate": rate_body(counts.rate), "is_few": counts.rate.is_few}


def _ends(counts: Counts) -> dict[str, int]:
    """Return how games ended, also under the earlier names of columns."""
    return {**counts._asdict(), "abandoned": counts.nobody}


def _habits(habits: Habits, games: str) -> schemas.Habits:
    tables = [_table(table, games, habits.params) for table in habits.tables]
    return schemas.Habits.make(habits, kind=habits.kind.slug, tables=tables)


def _table(table: HabitTable, games: str, params: dict[str, str]) -> schemas.HabitTable:
    def url(key: str) -> str:
        return f"{games}?{urlencode({**params, **table.params(key)})}"

    return schemas.HabitTable.make(
        table,
        key=table.habit.metric.key,
        roles=list(table.habit.roles),
        layer=table.layer or None,
        rows=[
            schemas.HabitRow.make(
                row,
                player=schemas.HabitValue.make(row.mine),
                others=schemas.HabitValue.make(row.others),
                differs=row.differs or None,
                games_url=url("" if table.layer else row.key),
            )
            for row in table.rows
        ],
    )


def _url(request: Request, name: str, handle: str) -> str:
    return str(request.build_absolute_uri(reverse(name, args=[handle])))
