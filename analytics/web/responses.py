"""What all pages of statistics share: reading the request, and the context around the numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, cast

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from analytics.forms.addresses import games_address, with_params
from analytics.insight import definitions
from analytics.insight.answer import Basis, Tally
from analytics.insight.question import SET, Simulated
from analytics.insight.terms import translated
from analytics.models import Snapshot
from analytics.reads import archive
from analytics.reads.sums import LIVE, SumsReader
from analytics.requests.stats import BadQuestion, NoSuchPage, StatsRequest, read_question
from analytics.requests.stats_filter import Problem, reject_all
from analytics.web.present import filter_labels, stats_address
from games.core.contract import GameKind
from games.registry import KINDS
from replays.access.viewer import viewer_of
from replays.requests.http import note_shown

CORRECTED = {
    *("simulated", "kind", "edition", "mode", "board", "winner", "reason", "month", "from", "to"),
    *("player", "rating", "rated", "q", "sort"),
}
"""The fields that the page of errors shows again."""


def read(
    request: HttpRequest, kind: str, *, metric: str = "", also: tuple[str, ...] = ()
) -> StatsRequest | HttpResponse:
    """Return the request that a URL means, or the page with its errors. Raises Http404 where there
    is no such page.
    """
    try:
        stats = read_question(
            kind, request.GET, metric_key=metric, also=also, viewer=viewer_of(request)
        )
    except NoSuchPage as error:
        raise Http404 from error
    except BadQuestion as error:
        response = bad_question(request, error.problems, kind=KINDS[kind], form=error.form)
        if SET in request.GET:  # the known values can be those of private games
            response["Cache-Control"] = "private, no-store"
        return response
    if stats.filters.games is not None:
        note_shown(request, stats.filters.games)
    return stats


def bad_question(
    request: HttpRequest,
    problems: list[Problem],
    kind: GameKind | None = None,
    form: Form | None = None,
) -> HttpResponse:
    """Return the page with the errors of a request: the form with the entries and their errors, if
    there is one, and the other errors. It links to the statistics of the kind, if any, else to the
    same page without parameters. For a snapshot that was removed, redirect to the page that states
    what it was.
    """
    dump = archive.dump_named(request.GET.get("snapshot", ""))
    if dump is not None and dump.removed_at is not None:
        return HttpResponseRedirect(reverse("data-dump", args=[dump.name]))
    context = {"kind": kind, "way_out": request.path, **_mistakes(request, problems, form)}
    return render(request, "analytics/bad_question.html", context, status=400)


def _mistakes(request: HttpRequest, problems: list[Problem], form: Form | None) -> dict[str, Any]:
    """Return the fields to correct, with what else the form sends, and the problems of parameters
    that have no field.
    """
    fields = [field for field in form.visible_fields() if field.name in CORRECTED] if form else []
    names = {field.name for field in fields}
    if not any(field.errors for field in fields):
        return {"problems": problems}
    known = form.fields if form else {}
    sent = {name: value for name, value in request.GET.items() if name in known}
    hidden = {name: value for name, value in sent.items() if name not in names}
    kept = {n: v for n, v in hidden.items() if form is not None and n not in form.errors}
    others = [each for each in problems if each["parameter"] not in names]
    return {"problems": others, "fields": fields, "hidden": kept}


def reject_query_params(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return a view that answers requests with any query parameter with an error."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.GET:
            return view(request, *args, **kwargs)
        return bad_question(request, reject_all(request.GET))

    return checked


def page_context(
    stats: StatsRequest, tally: Tally, basis: Basis, boards: dict[str, str]
) -> dict[str, Any]:
    """Return the context of a page about the games that a request selects; `boards` are labels."""
    filters = stats.filters
    return {
        "kind": stats.kind,
        "filters": filter_labels(stats.kind, filters, boards),
        "scope": filters.games,
        "is_filtered": bool(filters.but(simulated="no", games=None).params()),
        "is_simulated": filters.simulated != "no",
        "plain_address": stats_address(stats, **filters.without()),
        "simulated_address": stats_address(stats, simulated="yes"),
        "counts": stats.sums.count_by_player(stats.kind.slug),
        "basis": basis,
        "open_data": _open_data(stats, basis),
        "live_address": stats_address(stats, snapshot=""),
        "tally": tally,
        "definitions": translated(definitions),
    }


def address_context(
    stats: StatsRequest, route: str, extra: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the addresses of a page of statistics that is no metric, and of its downloads; `extra`
    are its parameters that are not filters.
    """
    args, params, extra = [stats.kind.slug], stats.filters.params(), extra or {}
    path, own = reverse(route, args=args), {**params, **extra}
    api = f"api-{route}"
    return {
        "games_address": games_address(stats.filters.games_params(stats.kind.slug)),
        "kind_address": with_params(reverse("stats-kind", args=args), params),
        "plain_address": with_params(path, {**stats.filters.scope_params(), **extra}),
        "simulated_address": with_params(path, {**own, "simulated": "yes"}),
        "live_address": with_params(path, {**own, "snapshot": ""}),
        "downloads": {
            "CSV": with_params(reverse(f"{api}-csv", args=args), own),
            "JSON": with_params(reverse(api, args=args), own),
        },
    }


def _open_data(stats: StatsRequest, basis: Basis) -> dict[str, Any] | None:
    """Return the open data to rebuild a chart from: that of the snapshot, else the newest. None for
    games selected by who played them or from a set.
    """
    if stats.filters.is_selected:
        return None
    dump = archive.open_data_of(stats.kind.slug, [basis.snapshot] if basis.snapshot else [])
    if dump is None:
        return None
    address = stats_address(stats, snapshot=dump.name)
    is_this = dump.name == basis.snapshot
    return {"name": dump.name, "address": address, "is_this": is_this, "dump": dump}


def source_context(
    open_data: Mapping[str, Any] | None, path: str, params: Mapping[str, str], *, has_figure: bool
) -> dict[str, Any]:
    """Return the context of `parts/source.html` on a page of the statistics that is no metric: its
    address and parameters are the page's own, and its question has the same path.
    """
    question = with_params(path.removeprefix(reverse("stats")), {**params, "snapshot": ""})
    address = (
        {"address": with_params(path, {**params, "snapshot": open_data["name"]})}
        if open_data
        else {}
    )
    return {
        "open_data": {**open_data, **address} if open_data else None,
        "question": question,
        "has_figure": has_figure,
    }


def snapshot_context(
    kinds: Sequence[str],
    sums: SumsReader,
    names: Sequence[str],
    path: str,
    params: Mapping[str, str],
    has_selection: Callable[[SumsReader, str, Mapping[str, str]], bool] = lambda *_: True,
) -> dict[str, Any]:
    """Return the context of a page about players that states the snapshot of its numbers: `names`
    are the snapshots that have such numbers, newest first; `path` and `params` are the page's own.
    `has_selection` returns whether the selection of the parameters exists for a kind.
    """

    def address(other: SumsReader) -> str:
        selected = params if has_selection(other, kinds[0], params) else {}
        return with_params(path, {**selected, "snapshot": other.name})

    others = [name for name in names if name != sums.name] if sums.games is None else []
    other = _of_all(kinds, others)
    simulated = cast(Simulated, params.get("simulated") or "no")
    bases = sums.bases(kinds, simulated)
    pending = {kind: basis.n_pending for kind, basis in bases.items()}
    selected = params.get("kind")
    return {
        "basis": replace(
            bases[kinds[0]],
            n_stale=sum(basis.n_stale for basis in bases.values()),
            n_pending=pending[selected] if selected else sum(pending.values()),
        ),
        "versions": [(KINDS[k].title, basis) for k, basis in bases.items() if basis.engine_version],
        "live_address": address(LIVE),
        "other_snapshot": {"name": other.name, "address": address(other)} if other else None,
    }


def _of_all(kinds: Sequence[str], names: Sequence[str]) -> SumsReader | None:
    """Return the first of some snapshots that has all kinds of games that are counted now, if any:
    a re-analysis has one kind only.
    """
    counted = {kind for kind in kinds if LIVE.count_by_player(kind)["all"]}
    snapshots = {snapshot.name: snapshot for snapshot in Snapshot.objects.filter(name__in=names)}
    complete = (snapshots[name] for name in names if counted <= snapshots[name].versions.keys())
    return next(map(SumsReader, complete), None)
