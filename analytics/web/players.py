"""`/players/…`: who played, and what their games say of them."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.registry import form_of
from analytics.insight import definitions, player
from analytics.insight.terms import SIMULATED, result_text, translated
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.paging import page_of_rows
from analytics.reads.players import Player
from analytics.reads.sums import LIVE
from analytics.requests.player_filter import PlayerFilter
from analytics.requests.stats_filter import problems
from analytics.rollups.players import handle
from analytics.web.responses import snapshot_context
from games.registry import KINDS, get_kind
from replays.reads import names as name_reads

from .player_tables import against_rows, games_address, habit_rows, listed_rows, record_rows
from .ratings import rating_rows

RECENT = 10
OPPONENTS = 50
HABIT_WORDS = ("habit", "layer", "group", "won")


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """`/players/`: all names, with a search."""
    names = player_reads.snapshot_names()
    form = PlayerFilter(request.GET, also=("q", "sort", "snapshot"), snapshots=names)
    if wrong := _problems(request, form, "page"):
        return wrong
    said = form.cleaned_data
    sums = form.sums()
    found = player_reads.list_players(form.chosen(), said["q"], said["sort"], sums)
    page = _page(found, request.GET.get("page", "1"))
    context = {
        "form": form,
        "page": page,
        "rows": listed_rows(page, form.words()),
        "page_words": form.words(),
        "is_simulated": said["simulated"] == "yes",
        "counts": _counts(form),
        **snapshot_context([*KINDS], sums, names, reverse("players"), form.words()),
        "definitions": translated(player),
        "rounding": gettext(definitions.ROUNDING),
    }
    return render(request, "analytics/players.html", context)


@require_safe
def player_page(request: HttpRequest, handle: str) -> HttpResponse:
    """`/players/<handle>/`: a name's games, record, habits and opponents."""
    one = _find(handle)
    if one.handle != handle:  # another of the same person's names
        return HttpResponseRedirect(_address(one, **request.GET.dict()))
    names = player_reads.snapshot_names()
    form = _form(request, one, ("snapshot",), names)
    if wrong := _problems(request, form):
        return wrong
    chosen, sums = form.chosen(), form.sums()
    cells = player_reads.cells_of(one.handles, chosen, sums)
    records = player_reads.records_of(cells)
    played = form.cleaned_data["simulated"] or "no"
    vs = player_reads.opponents_in(cells, one.keys)
    context = {
        "player": one,
        "other_names": [*name_reads.newest_spellings(one.keys[1:]).values()],
        "spellings": [
            n
            for n in name_reads.spellings(one.keys[0], player_reads.MAX_SPELLINGS)
            if n != one.name
        ],
        "form": form,
        "played_by": gettext(SIMULATED[played]),
        "is_simulated": played != "no",
        "other_address": _address(one, simulated="yes" if one.is_bot else ""),
        "records": [record_rows(one, record, form.games_words()) for record in records],
        "habits": [
            habit_rows(found, sums.counted_board_labels(found.kind.slug), one)
            for record in records
            if (found := player_reads.habits_of(cells, record.kind, sums))
        ],
        "ratings": rating_rows(rating_reads.ratings_of(one.handles, chosen, sums)),
        "rating_words": gettext(rating_reads.RATINGS),
        "opponents": against_rows(one, vs, form.games_words(), OPPONENTS),
        "n_more_opponents": max(0, len(vs) - OPPONENTS),
        "games": _rows(_behind(one, form)[:RECENT]),
        "n_games": player_reads.counts_of(cells).games,
        "games_address": games_address(one, form.games_words()),
        **snapshot_context([*KINDS], sums, names, _address(one), form.words()),
        "definitions": translated(player),
        "rounding": gettext(definitions.ROUNDING),
    }
    return render(request, "analytics/player.html", context)


@require_safe
def player_games(request: HttpRequest, handle: str) -> HttpResponse:
    """`/players/<handle>/games/`: the games behind a number of a player's page."""
    one = _find(handle)
    form = _form(request, one, also=("role", "result", "against", *HABIT_WORDS))
    if wrong := _problems(request, form, "page"):
        return wrong
    against = form.cleaned_data["against"]
    other = _find(against) if against else None
    page = page_of_rows(_behind(one, form), request.GET.get("page", "1"))
    words = form.words()
    context = {
        "player": one,
        "other": other,
        "page": page,
        "rows": _rows(page.rows),
        "page_words": words,
        "said": [*form.said(), *_habit_said(form)],
    }
    return render(request, "analytics/player_games.html", context)


def _find(handle: str) -> Player:
    found = player_reads.find_player(handle)
    if found is None:
        raise Http404
    return found


def _form(
    request: HttpRequest, one: Player, also: tuple[str, ...], snapshots: Iterable[str] = ()
) -> PlayerFilter:
    played = player_reads.boards_of(one)
    boards = {
        digest: name
        for slug in KINDS
        for digest, name in LIVE.counted_board_labels(slug).items()
        if digest in played
    }
    return PlayerFilter(request.GET, also=also, boards=boards, snapshots=snapshots)


def _behind(one: Player, form: PlayerFilter) -> Any:
    said = form.cleaned_data
    against = said.get("against", "")
    other = _find(against) if against else None
    return player_reads.drilldown_games(
        one,
        form.chosen(),
        role=said.get("role", ""),
        result=said.get("result", ""),
        against=other.keys if other else (),
        habit=form.habit_path() if said.get("habit") else None,
    )


def _habit_said(form: PlayerFilter) -> list[tuple[str, str]]:
    """The habit that was chosen, in words."""
    words = form.words()
    if "habit" not in words:
        return []
    habits = KINDS[words["kind"]].counting.habits
    metric = next(one.metric for one in habits if one.metric.key == words["habit"])
    return [form_of(metric).habit_label(metric, words)]


def _rows(games: Any) -> list[dict[str, Any]]:
    rows = []
    for game in games:
        kind = get_kind(game.kind)
        rows.append(
            {
                "game": game,
                "kind": kind.title,
                "players": [
                    (
                        kind.identity.roles.get(seat.role, seat.role),
                        seat.name,
                        handle(seat.name_key) if seat.name_key else "",
                    )
                    for seat in game.seats.all()
                ],
                "rules": kind.identity.rules_text(game.edition, game.mode),
                "result": result_text(kind, game.winner, game.reason),
            }
        )
    return rows


def _problems(request: HttpRequest, form: PlayerFilter, *also: str) -> HttpResponse | None:
    """The page that says what is wrong with an address, if anything is."""
    wrong = problems(request.GET, form, {*form.fields, *also})
    if not wrong:
        return None
    context = {"problems": wrong, "way_out": request.path}
    return render(request, "analytics/bad_question.html", context, status=400)


def _counts(form: PlayerFilter) -> dict[str, int]:
    """How many names there are among people's games and among programs'."""
    chosen = {word: said for word, said in form.chosen().items() if word != "is_simulated"}
    return {
        played: player_reads.list_players({**chosen, "is_simulated": simulated}).count()
        for played, simulated in (("no", False), ("yes", True))
    }


def _address(one: Player, /, **words: str) -> str:
    said = {word: value for word, value in words.items() if value}
    asked = f"?{urlencode(said)}" if said else ""
    return f"{reverse('player', args=[one.handle])}{asked}"


def _page(rows: Any, number: str) -> Page[Any]:
    """One page. Raises Http404 where there is none of this number."""
    pages = Paginator(rows, player_reads.PAGE_SIZE)
    is_number = number.isascii() and number.isdecimal() and len(number) <= 9
    if not is_number or not 1 <= int(number) <= pages.num_pages:
        raise Http404
    return pages.page(int(number))
