"""What all pages of statistics share: reading the request, and the context around the numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from analytics.forms.addresses import with_params
from analytics.insight import definitions
from analytics.insight.answer import Basis, Tally
from analytics.insight.question import Simulated
from analytics.insight.terms import translated
from analytics.models import Snapshot
from analytics.reads import archive
from analytics.reads.sums import LIVE, SumsReader
from analytics.requests.stats import BadQuestion, NoSuchPage, StatsRequest, read_question
from analytics.requests.stats_filter import Problem, reject_all
from analytics.web.present import filter_labels, stats_address
from games.core.contract import GameKind
from games.registry import KINDS


def read(
    request: HttpRequest, kind: str, *, metric: str = "", also: tuple[str, ...] = ()
) -> StatsRequest | HttpResponse:
    """Return the request that a URL means, or the page with its errors. Raises Http404 where there
    is no such page.
    """
    try:
        return read_question(kind, request.GET, metric_key=metric, also=also)
    except NoSuchPage as error:
        raise Http404 from error
    except BadQuestion as error:
        return bad_question(request, error.problems, kind=KINDS[kind])


def bad_question(
    request: HttpRequest, problems: list[Problem], kind: GameKind | None = None
) -> HttpResponse:
    """Return the page with the errors of a request. It links to the statistics of the kind, if
    any, else to the same page without parameters. For a snapshot that was removed, redirect to the
    page that states what it was.
    """
    dump = archive.dump_named(request.GET.get("snapshot", ""))
    if dump is not None and dump.removed_at is not None:
        return HttpResponseRedirect(reverse("data-dump", args=[dump.name]))
    context = {"problems": problems, "kind": kind, "way_out": request.path}
    return render(request, "analytics/bad_question.html", context, status=400)


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
        "is_filtered": bool(filters.but(simulated="no").params()),
        "is_simulated": filters.simulated != "no",
        "plain_address": stats_address(stats, **dict.fromkeys(filters.params(), "")),
        "simulated_address": stats_address(stats, simulated="yes"),
        "counts": stats.sums.count_by_player(stats.kind.slug),
        "basis": basis,
        "open_data": _open_data(stats, basis),
        "live_address": stats_address(stats, snapshot=""),
        "tally": tally,
        "definitions": translated(definitions),
    }


def _open_data(stats: StatsRequest, basis: Basis) -> dict[str, Any] | None:
    """Return the open data to rebuild a chart from: that of the snapshot, else the newest."""
    dump = archive.open_data_of(stats.kind.slug, [basis.snapshot] if basis.snapshot else [])
    if dump is None:
        return None
    address = stats_address(stats, snapshot=dump.name)
    is_this = dump.name == basis.snapshot
    return {"name": dump.name, "address": address, "is_this": is_this, "dump": dump}


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

    other = _of_all(kinds, [name for name in names if name != sums.name])
    simulated = cast(Simulated, params.get("simulated") or "no")
    bases = {kind: sums.basis(kind, simulated) for kind in kinds}
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
