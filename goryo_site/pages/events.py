"""`/events/…`: the list of events, and the page of one: schedule, standings and cross-table."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.requests.stats_filter import problems
from analytics.web.responses import bad_question
from games.registry import KINDS
from replays.access.viewer import viewer_of
from replays.models import Game
from replays.reads import events as event_reads
from replays.requests.http import note_shown
from replays.text.names import clean_line, handle_of, name_key
from replays.text.numbers import page_number
from replays.web.rows import game_row

from .event_games import Choice, EventGames, choose, games_of_choice
from .standings import Meeting, Table

PAGE_SIZE, N_OWNED = 50, 20
MAX_COLUMNS = 24
"""Players of a cross-table: those with the best places."""
MARKS = {2: "1", 1: "½", 0: "0"}
SIMULATED = (("no", gettext_lazy("Humans")), ("yes", gettext_lazy("Bots")))


class EventFilter(forms.Form):
    """Which games of an event are shown."""

    kind = forms.ChoiceField(required=False, choices=[("", "")] + [(slug, slug) for slug in KINDS])
    simulated = forms.ChoiceField(required=False, choices=[("", ""), *SIMULATED])


class EventListFilter(EventFilter):
    """Which events are listed."""

    q = forms.CharField(required=False, max_length=80)


def points(halves: int) -> str:
    """Return a number of half points as text.

    >>> points(5), points(1), points(0)
    ('2½', '½', '0')
    """
    whole, half = divmod(halves, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """List the events that logs name, newest first, and those of owners."""
    form = EventListFilter(request.GET)
    if wrong := problems(request.GET, form, {*form.fields, "page"}):
        return bad_question(request, wrong)
    kind, simulated = form.cleaned_data["kind"], form.cleaned_data["simulated"] or "no"
    query = clean_line(form.cleaned_data["q"])
    params = {name: value for name, value in form.cleaned_data.items() if value}
    found = event_reads.list_tags(simulated=simulated == "yes", kind=kind, name=name_key(query))
    pages, number = Paginator(found, PAGE_SIZE), page_number(request.GET.get("page", "1"))
    if not 1 <= number <= pages.num_pages:
        raise Http404
    page = pages.page(number)
    names = event_reads.names_of_tags(row["newest"] for row in page)
    context = {
        "query": query,
        "hidden": {name: value for name, value in params.items() if name != "q"},
        "chips": [
            _chips("simulated", gettext("Played by"), dict(SIMULATED), simulated, "no", params),
            _chips("kind", gettext("Game"), _kinds(), kind, "", params),
        ],
        "page": page,
        "page_params": params,
        "rows": [{**row, "name": names.get(row["handle"], row["handle"])} for row in page],
        "owned": event_reads.list_owned(query, N_OWNED) if number == 1 else [],
        "is_filtered": bool(params),
        "is_simulated": simulated == "yes",
    }
    return render(request, "site/events.html", context)


def _kinds() -> dict[str, str]:
    return {"": pgettext("games", "All"), **{slug: kind.title for slug, kind in KINDS.items()}}


def _chips(
    name: str,
    label: str,
    choices: Mapping[str, Any],
    current: str,
    default: str,
    params: Mapping[str, str],
) -> dict[str, Any]:
    """Return a choice as links; the default value is omitted from addresses."""
    others = {key: value for key, value in params.items() if key != name}
    return {
        "name": name,
        "label": label,
        "choices": [
            {
                "label": text,
                "is_current": value == current,
                "url": with_params(".", others | ({} if value == default else {name: value})),
            }
            for value, text in choices.items()
        ],
    }


@require_safe
def event_page(request: HttpRequest, handle: str = "", public_id: str = "") -> HttpResponse:
    """Show an event that logs name, or that an owner describes."""
    viewer = viewer_of(request)
    event = event_reads.find_tagged(handle) if handle else event_reads.find_owned(public_id, viewer)
    if event is None:
        raise Http404
    if event.own is not None:
        note_shown(request, event.own)
    form = EventFilter(request.GET)
    if wrong := problems(request.GET, form, {*form.fields, "page"}):
        return bad_question(request, wrong)
    counts = event_reads.count_games(event)
    choice = choose(counts, form.cleaned_data["kind"], form.cleaned_data["simulated"])
    first, last = event_reads.days_of(event)
    context: dict[str, Any] = {
        "event": event,
        "is_own": event.own is not None and viewer.owns([event.own.owner]),
        "first": first,
        "last": last,
        "places": event_reads.places_of(event),
        "owned": event_reads.owned_with_tag(handle) if handle else [],
        "choice": choice,
    }
    if choice is not None:
        shown = games_of_choice(event, choice)
        context |= {
            "chips": _choice_chips(counts, choice),
            **_schedule(request, shown, choice),
            **table_context(shown),
        }
    return render(request, "site/event.html", context)


def _choice_chips(counts: Mapping[tuple[str, bool], int], choice: Choice) -> list[dict[str, Any]]:
    """Return the games of the event by population and kind, where it has several."""
    slug, is_simulated = choice.kind.slug, choice.is_simulated
    populations = sorted({key[1] for key in counts})
    kinds = [key for key in KINDS if (key, is_simulated) in counts]

    def chip(label: str, kind: str, simulated: bool, n: int) -> dict[str, Any]:
        params = {"kind": kind, "simulated": "yes" if simulated else "no"}
        is_current = simulated == is_simulated and kind in ("", slug)
        return {"label": label, "n": n, "url": with_params(".", params), "is_current": is_current}

    rows = []
    if len(populations) > 1:
        labels = {False: pgettext("played by", "Humans"), True: pgettext("played by", "Bots")}
        chips = [
            chip(labels[each], "", each, sum(n for key, n in counts.items() if key[1] == each))
            for each in populations
        ]
        rows.append({"name": "simulated", "label": gettext("Played by"), "choices": chips})
    if len(kinds) > 1:
        chips = [chip(KINDS[k].title, k, is_simulated, counts[k, is_simulated]) for k in kinds]
        rows.append({"name": "kind", "label": gettext("Game"), "choices": chips})
    return rows


def _schedule(request: HttpRequest, shown: EventGames, choice: Choice) -> dict[str, Any]:
    """Return a page of the games, by round, in order of play."""
    games = [game for _, group in shown.rounds(shown.oldest_first) for game in group]
    pages, number = Paginator(games, PAGE_SIZE), page_number(request.GET.get("page", "1"))
    if not 1 <= number <= pages.num_pages:
        raise Http404
    page = pages.page(number)
    rounds = [
        (title, [(game_row(game), _players(game)) for game in group])
        for title, group in shown.rounds(page)
    ]
    simulated = "yes" if choice.is_simulated else "no"
    return {
        "rounds": rounds,
        "page": page,
        "page_params": {"kind": choice.kind.slug, "simulated": simulated},
        "n_games": shown.n_games,
        "n_read": len(shown.games),
        "is_cut": shown.n_games > len(shown.games),
    }


def _players(game: Game) -> list[tuple[str | None, bool]]:
    """Return the players of a game: the name, and whether the player won."""
    winners = (game.winner or "").split("+")
    return [(seat.name, seat.role in winners) for seat in game.seats.all()]


def table_context(shown: EventGames) -> dict[str, Any]:
    """Return the standings and the cross-table of some games."""
    table, names = shown.table, shown.names
    rows: list[dict[str, Any]] = [
        {
            "row": row,
            "name": names.get(row.key, row.key),
            "handle": handle_of(row.key),
            "points": points(row.halves),
            "most": points(row.most),
            "direct": points(row.direct),
        }
        for row in table.rows
    ]
    players = [row.key for row in table.rows[:MAX_COLUMNS]]
    return {
        "standings": rows,
        "table": table,
        "n_pending": shown.n_pending,
        "has_tables": any(len(result.players) > 2 for result in shown.results),
        "cross_rows": _cross_rows(table, players, names) if len(players) > 1 else [],
        "columns": [(n, names.get(key, key)) for n, key in enumerate(players, 1)],
        "n_more_columns": max(0, len(rows) - MAX_COLUMNS),
    }


def _cross_rows(table: Table, players: list[str], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return for each player the games against each other one, as mark and game, the oldest first;
    None in the column of the player.
    """

    def marks(meetings: Iterable[Meeting]) -> list[tuple[str, str]]:
        return [(MARKS[meeting.halves], meeting.game) for meeting in meetings]

    return [
        {
            "name": names.get(key, key),
            "handle": handle_of(key),
            "cells": [
                None if key == other else marks(table.meetings.get((key, other), ()))
                for other in players
            ],
        }
        for key in players
    ]
