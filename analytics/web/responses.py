"""What all statistics pages share: reading the address, and what stands around the numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import urlencode

from analytics.insight import definitions
from analytics.insight.answer import Basis, Tally
from analytics.insight.terms import translated
from analytics.models import Snapshot
from analytics.reads import answers as answer_reads
from analytics.reads import archive
from analytics.requests.stats import Asked, BadQuestion, NoSuchPage, read_question
from analytics.requests.stats_filter import unread
from analytics.web.present import filter_words, page_address, stats_address
from games.registry import KINDS


def read(
    request: HttpRequest, kind: str, *, metric: str = "", also: tuple[str, ...] = ()
) -> Asked | HttpResponse:
    """The question of an address, or the page that says what is wrong with it. Raises Http404 where
    there is no such page.
    """
    try:
        return read_question(kind, request.GET, metric_key=metric, also=also)
    except NoSuchPage as error:
        raise Http404 from error
    except BadQuestion as error:
        context = {"problems": error.problems, "kind": KINDS[kind]}
        return render(request, "analytics/bad_question.html", context, status=400)


def reads_no_words(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page on which nothing can be chosen: an address that tries to is told so, and never
    answered as if it had been heard.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.GET:
            return view(request, *args, **kwargs)
        context = {"problems": unread(request.GET), "way_out": request.path}
        return render(request, "analytics/bad_question.html", context, status=400)

    return answered


def surroundings(
    asked: Asked, tally: Tally, basis: Basis, boards: dict[str, str]
) -> dict[str, Any]:
    """The context of a page about the games an address chooses; `boards` are their names."""
    filters = asked.filters
    return {
        "kind": asked.kind,
        "form": asked.form,
        "page_address": page_address(asked),
        "months": answer_reads.months_known(asked.kind.slug, filters.snapshot),
        "filters": filter_words(asked.kind, filters, boards),
        "is_filtered": bool(filters.but(simulated="no").words()),
        "is_simulated": filters.simulated != "no",
        "fixed_winner": filters.winner or filters.reason,
        "plain_address": stats_address(asked, **dict.fromkeys(filters.words(), "")),
        "simulated_address": stats_address(asked, simulated="yes"),
        "counts": answer_reads.counts_by_player(asked.kind.slug, filters.snapshot),
        "basis": basis,
        "open_data": _open_data(asked, basis),
        "live_address": stats_address(asked, snapshot=""),
        "tally": tally,
        "definitions": translated(definitions),
    }


def _open_data(asked: Asked, basis: Basis) -> dict[str, Any] | None:
    """The open data a chart can be rebuilt from: of a snapshot its own, else the newest."""
    names = [basis.snapshot] if basis.snapshot else []
    found = archive.open_data_of(asked.kind.slug, names)
    if found is None:
        return None
    address = stats_address(asked, snapshot=found)
    return {"name": found, "address": address, "is_this": found == basis.snapshot}


def kept_context(
    kinds: Sequence[str],
    snapshot: str,
    kept: Sequence[str],
    path: str,
    words: Mapping[str, str],
    has_it: Callable[[str, Mapping[str, str], str], bool] = lambda *_: True,
) -> dict[str, Any]:
    """What a page about players says of when its numbers are of: `kept` are the snapshots that have
    such numbers, the newest first; `path` and `words` are the page's own. `has_it` says whether
    what the words choose of a game is in a snapshot, or (the empty name) among the numbers of now.
    """

    def address(name: str) -> str:
        asked = {**(words if has_it(kinds[0], words, name) else {}), "snapshot": name}
        return f"{path}?{urlencode({word: said for word, said in asked.items() if said})}"

    other = _of_all(kinds, [name for name in kept if name != snapshot])
    found = [(KINDS[kind].title, answer_reads.basis_for(kind, snapshot)) for kind in kinds]
    return {
        "basis": replace(found[0][1], n_behind=sum(basis.n_behind for _, basis in found)),
        "versions": [(title, basis) for title, basis in found if basis.engine_version],
        "live_address": address("").removesuffix("?"),
        "kept": {"name": other, "address": address(other)} if other else None,
    }


def _of_all(kinds: Sequence[str], names: Sequence[str]) -> str:
    """The first of some snapshots that is of all those games that are counted now; empty where none
    is: what a re-analysis keeps is of one game only.
    """
    counted = {kind for kind in kinds if answer_reads.counts_by_player(kind)["all"]}
    versions = dict(Snapshot.objects.filter(name__in=names).values_list("name", "versions"))
    return next((name for name in names if counted <= versions[name].keys()), "")


def named_boards(kind: str, snapshot: str = "") -> dict[str, str]:
    """The boards of counted games: digest → what people read."""
    return {
        digest: name for digest, (_, name) in answer_reads.counted_boards(kind, snapshot).items()
    }
