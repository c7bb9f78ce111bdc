"""`/players/…`: the list of players, and their pages."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.habits import HabitTable, Value
from analytics.forms.registry import form_of
from analytics.forms.tables import interval, rate_context
from analytics.insight import definitions, player
from analytics.insight.means import Mean
from analytics.insight.player import Counts, Record, opponents_of
from analytics.insight.rounding import decimal, mean_interval, percent, percent_of
from analytics.insight.terms import SIMULATED, result_text, translated
from analytics.insight.wilson import FEW, Rate
from analytics.models import PlayerCell, Snapshot
from analytics.reads import archive
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.paging import page_of_rows
from analytics.reads.players import Habits, KindRecord, Player
from analytics.reads.ratings import Rating
from analytics.reads.sums import LIVE
from analytics.requests.player_filter import PlayerFilter
from analytics.requests.stats_filter import PLAYED_BY, problems
from analytics.rollups import players as player_rollups
from analytics.web.present import undecided_text
from analytics.web.responses import bad_question, snapshot_context
from games.registry import KINDS, get_kind
from replays.reads import names as name_reads
from replays.text.names import handle_of, without_direction_marks
from replays.text.numbers import page_number

from . import player_profile as profile
from .player_card import card_of
from .player_chips import name_counts, player_filters
from .ratings import rating_rows

RECENT = 10
OPPONENTS = 50
HABIT_PARAMS = ("habit", "layer", "group", "won")


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """`/players/`: all names, with a search."""
    names = player_reads.snapshot_names()
    form = PlayerFilter(request.GET, also=("q", "sort", "snapshot"), snapshots=names)
    if invalid := _problems(request, form, "page"):
        return invalid
    cleaned, params, sums = form.cleaned_data, form.params(), form.sums()
    listed = player_reads.list_players(form.conditions(), cleaned["q"], cleaned["sort"], sums)
    page, counts = _page(listed, request.GET.get("page", "1")), name_counts(form)
    context = {
        "form": form,
        "page": page,
        "rows": listed_rows(page, params, sums.snapshot),
        "page_params": params,
        "is_simulated": cleaned["simulated"] == "yes",
        "counts": counts,
        "filter": player_filters(form, counts),
        "search_fields": [form["q"], form["sort"]],
        "hidden": {name: value for name, value in params.items() if name not in {"q", "sort"}},
        **snapshot_context([*KINDS], sums, names, reverse("players"), params),
        "definitions": translated(player),
        "rounding": gettext(definitions.ROUNDING),
    }
    return render(request, "analytics/players.html", context)


@require_safe
def player_page(request: HttpRequest, handle: str) -> HttpResponse:
    """`/players/<handle>/`: a name's games, record, habits and opponents."""
    found = _find(handle)
    address = reverse("player", args=[found.handle])
    if found.handle != handle:  # another name of the same person
        return HttpResponseRedirect(with_params(address, request.GET.dict()))
    names = player_reads.snapshot_names()
    form = _form(request, found, ("snapshot",), names)
    if invalid := _problems(request, form):
        return invalid
    conditions, sums, games_params = form.conditions(), form.sums(), form.games_params()
    cells = player_reads.cells_of(found.handles, conditions, sums)
    records = player_reads.records_of(cells)
    played = form.cleaned_data["simulated"] or "no"
    vs = player_reads.opponents_in(cells, found.keys)
    spellings = name_reads.spellings(found.keys[0], player_reads.MAX_SPELLINGS)
    ratings = rating_reads.ratings_of(found.handles, conditions, sums)
    chances = rating_reads.chances_against(ratings, map(handle_of, vs), sums)
    context = {
        **_profile(found, form, cells, records, ratings),
        "player": found,
        "title_name": without_direction_marks(found.name),
        "holder": name_reads.holder_of(found.keys),
        "other_names": [*name_reads.newest_spellings(found.keys[1:]).values()],
        "spellings": [spelling for spelling in spellings if spelling != found.name],
        "form": form,
        "played_by": gettext(SIMULATED[played]),
        "is_simulated": played != "no",
        "other_address": with_params(address, {"simulated": "yes" if found.is_bot else ""}),
        "records": [record_rows(handle, record, games_params) for record in records],
        "habits": [
            habit_rows(habits, sums.counted_board_labels(habits.kind.slug), handle)
            for record in records
            if (habits := player_reads.habits_of(cells, record.kind, sums))
        ],
        "ratings": rating_rows(ratings),
        "rating_text": gettext(rating_reads.RATINGS),
        "opponents": opponent_rows(handle, vs, games_params, chances, sums.snapshot),
        "has_chances": bool(chances),
        "n_more_opponents": max(0, len(vs) - OPPONENTS),
        "games_address": games_address(handle, games_params),
        **_source_context(address, form.params(), names),
        **snapshot_context([*KINDS], sums, names, address, form.params()),
        "definitions": translated(player),
        "rounding": gettext(definitions.ROUNDING),
    }
    return render(request, "analytics/player.html", context)


def _profile(
    found: Player,
    form: PlayerFilter,
    cells: list[PlayerCell],
    records: list[KindRecord],
    ratings: list[Rating],
) -> dict[str, Any]:
    """Return the parts of the page that are worth sharing."""
    counts, games = player_reads.counts_of(cells), _drilldown(found, form)
    won = player_reads.drilldown_games(
        found, form.conditions(), role="", result=player_rollups.WON, against=()
    )
    address = reverse("player", args=[found.handle])
    choices = dict.fromkeys(("kind", "edition", "mode", "board_digest"))
    of_all = {k: v for k, v in form.conditions().items() if k not in choices}
    by_kind = player_reads.games_by_kind(found.handles, of_all, form.sums())
    return {
        "counts": counts,
        "n_games": counts.games,
        "is_thin": counts.games < FEW,
        "overall": rate_context(counts.rate),
        "crest": profile.crest_of(found.name),
        "results": _form_results(found, form, cells, games) if records else [],
        "favourite": profile.favourite_of(records),
        "chart": profile.rating_chart(ratings),
        "games": profile.played_games(found, games, RECENT) if records else [],
        "best": profile.best_games(found, won) if records else [],
        "card": card_of(found),
        "played_by_chips": _played_by_chips(found, form, address),
        "kind_chips": profile.kind_chips(
            by_kind, form.cleaned_data["kind"], address, form.params()
        ),
    }


def _form_results(
    found: Player, form: PlayerFilter, cells: list[PlayerCell], games: Any
) -> list[str]:
    if form.sums().snapshot:
        return player_reads.stored_results(cells) or []
    return player_reads.last_results(found, games)


def _source_context(
    address: str, params: Mapping[str, str], names: Iterable[str]
) -> dict[str, Any]:
    """Return the context of the command that rebuilds the numbers of the page from open data;
    `names` are the snapshots with players.
    """
    chosen = params.get("snapshot", "")
    dump = next((one for one in archive.open_data() if one.name in [chosen or one.name]), None)
    if dump is None or dump.name not in names:
        return {"open_data": None}
    own = address.removeprefix(reverse("players"))
    return {
        "open_data": {
            "name": dump.name,
            "is_this": dump.name == chosen,
            "address": with_params(address, {**params, "snapshot": dump.name}),
        },
        "question": f"players/{with_params(own, {**params, 'snapshot': ''})}",
    }


def _played_by_chips(found: Player, form: PlayerFilter, address: str) -> list[dict[str, Any]]:
    """Return the choice between human games, bot games and both, if the name has both."""
    if not (found.games["no"] and found.games["yes"]):
        return []
    return [
        {
            "label": label,
            "n": found.games[key],
            "is_current": form.played_by == key,
            "url": with_params(address, form.params(simulated=key if key != "no" else "")),
        }
        for key, label in PLAYED_BY.items()
    ]


@require_safe
def player_games(request: HttpRequest, handle: str) -> HttpResponse:
    """`/players/<handle>/games/`: the games that a number of a player's page counts."""
    found = _find(handle)
    form = _form(request, found, also=("role", "result", "against", *HABIT_PARAMS))
    if invalid := _problems(request, form, "page"):
        return invalid
    against = form.cleaned_data["against"]
    page = page_of_rows(_drilldown(found, form), request.GET.get("page", "1"))
    context = {
        "player": found,
        "title_name": without_direction_marks(found.name),
        "other": _find(against) if against else None,
        "page": page,
        "rows": _rows(page.rows),
        "n_pending": LIVE.count_pending(form.kinds, form.played_by),
        "page_params": form.params(),
        "filters": [*form.labels(), *_habit_labels(form)],
    }
    return render(request, "analytics/player_games.html", context)


def _find(handle: str) -> Player:
    found = player_reads.find_player(handle)
    if found is None:
        raise Http404
    return found


def _form(
    request: HttpRequest, found: Player, also: tuple[str, ...], snapshots: Iterable[str] = ()
) -> PlayerFilter:
    played = player_reads.boards_of(found)
    boards = {
        digest: name
        for slug in KINDS
        for digest, name in LIVE.counted_board_labels(slug).items()
        if digest in played
    }
    return PlayerFilter(request.GET, also=also, boards=boards, snapshots=snapshots)


def _drilldown(found: Player, form: PlayerFilter) -> Any:
    cleaned = form.cleaned_data
    against = cleaned.get("against", "")
    return player_reads.drilldown_games(
        found,
        form.conditions(),
        role=cleaned.get("role", ""),
        result=cleaned.get("result", ""),
        against=_find(against).keys if against else (),
        habit=form.habit_path() if cleaned.get("habit") else None,
    )


def _habit_labels(form: PlayerFilter) -> list[tuple[str, str]]:
    """Return the selected habit as label and text."""
    params = form.params()
    if "habit" not in params:
        return []
    habits = KINDS[params["kind"]].counting.habits
    metric = next(habit.metric for habit in habits if habit.metric.key == params["habit"])
    return [form_of(metric).habit_label(metric, params)]


def _rows(games: Any) -> list[dict[str, Any]]:
    rows = []
    for game in games:
        kind = get_kind(game.kind)
        players = [
            (
                kind.identity.roles.get(seat.role, seat.role),
                seat.shown_name,
                handle_of(seat.name_key) if seat.name_key else "",
            )
            for seat in game.seats.all()
        ]
        row = {
            "game": game,
            "kind": kind.title,
            "players": players,
            "rules": kind.identity.rules_text(game.edition, game.mode),
            "result": result_text(kind, game.winner, game.reason),
        }
        rows.append(row)
    return rows


def _problems(request: HttpRequest, form: PlayerFilter, *also: str) -> HttpResponse | None:
    """Return the page with the errors of a request, if it has any."""
    wrong = problems(request.GET, form, {*form.fields, *also})
    return bad_question(request, wrong, form=form) if wrong else None


def _page(rows: Any, number: str) -> Page[Any]:
    """Return a page of a list. Raises Http404 if there is no such page."""
    pages = Paginator(rows, player_reads.PAGE_SIZE)
    if not 1 <= page_number(number) <= pages.num_pages:
        raise Http404
    return pages.page(page_number(number))


def games_address(handle: str, params: Mapping[str, str]) -> str:
    """Return the address of the list of a player's games."""
    return with_params(reverse("player-games", args=[handle]), params)


def listed_rows(
    page: Iterable[Mapping[str, Any]], params: Mapping[str, str], snapshot: Snapshot | None = None
) -> list[dict[str, Any]]:
    """Return the names of a list; each links to its page with the same filters."""
    rows = list(page)
    names = player_reads.names_by_handle((row["player"] for row in rows), snapshot)
    filters = {name: value for name, value in params.items() if name not in {"q", "sort"}}
    return [
        {
            **_record(Counts(*(row[f"n_{name}"] for name in Counts._fields))),
            "name": names[row["player"]],
            "address": with_params(reverse("player", args=[row["player"]]), filters),
            "games_address": games_address(row["player"], {**filters, "snapshot": ""}),
        }
        for row in rows
    ]


def record_rows(handle: str, record: KindRecord, params: Mapping[str, str]) -> dict[str, Any]:
    """Return a player's record in one game."""

    def rows(records: list[Record]) -> list[dict[str, Any]]:
        return [
            {
                **_record(row.counts),
                "label": row.label,
                "address": games_address(handle, {**params, **row.params}),
                "won_address": games_address(handle, {**params, **row.params, "result": "won"}),
            }
            for row in records
        ]

    return {
        "kind": record.kind,
        "by_role": rows(record.by_role),
        "by_ruleset": rows(record.by_ruleset),
    }


def _record(counts: Counts) -> dict[str, Any]:
    undecided = undecided_text(counts.nobody, counts.unfinished, counts.shared)
    return {"counts": counts, "undecided": undecided, **rate_context(counts.rate)}


def habit_rows(habits: Habits, boards: Mapping[str, str], handle: str) -> dict[str, Any]:
    """Return a player's habits in one game."""
    return {
        "kind": habits.kind,
        "rules": habits.kind.identity.rules_text(habits.edition, habits.mode),
        "board": boards.get(habits.board, habits.board[:8]),
        "tables": [_habit_table(table, habits.params, handle) for table in habits.tables],
    }


def _habit_table(table: HabitTable, params: Mapping[str, str], handle: str) -> dict[str, Any]:
    def address(key: str, *, won: bool = False) -> str:
        return games_address(handle, {**params, **table.params(key, won=won)})

    rows = [
        {
            "label": row.label,
            "mine": row.mine,
            "others": row.others,
            "sides": [_value(row.mine), _value(row.others)],
            "differs": row.differs,
            "k_address": address(row.key, won=not table.layer) if row.mine.k else "",
            "n_address": address("" if table.layer else row.key),
        }
        for row in table.rows
    ]
    return {"table": table, "rows": rows}


def _value(value: Value) -> dict[str, str]:
    if value.is_share:
        rate = Rate(value.k, value.n, value.value, value.low, value.high)
        return {"text": percent_of(value.k, value.n), "interval": interval(rate)}
    mean = Mean(value.n, value.n, value.value, value.low, value.high)
    return {"text": decimal(value.value), "interval": mean_interval(mean)}


def opponent_rows(
    handle: str,
    vs: Mapping[str, list[int]],
    params: Mapping[str, str],
    chances: Mapping[str, float],
    snapshot: Snapshot | None,
) -> list[dict[str, Any]]:
    """Return the records against opponents, most games first, at most `OPPONENTS`; `chances` are
    those to beat them by the ratings, by handle.
    """
    opponents = opponents_of(vs)[:OPPONENTS]
    names = player_reads.names_of((opponent.name_key for opponent in opponents), snapshot)
    rows = list[dict[str, Any]]()
    for opponent in opponents:
        row = rate_context(opponent.ahead) | {"name": "", "level": opponent.level}
        if name := names.get(opponent.name_key):  # else it is hidden on public pages
            other = handle_of(opponent.name_key)
            row |= {
                "name": name,
                "address": reverse("player", args=[other]),
                "games_address": games_address(handle, {**params, "against": other}),
                "chance": percent(chances.get(other)),
            }
        rows.append(row)
    return rows
