"""`/stats/`, `/stats/catalogue/`: overview and catalogue."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.insight import definitions
from analytics.insight.means import MEAN_INTERVAL, QUARTILES
from analytics.insight.terms import translated
from analytics.insight.verdicts import BALANCE_VERDICTS, VERDICTS
from analytics.reads import answers as answer_reads
from analytics.reads.catalogue import dimensions_of, entries_of
from analytics.reads.questions import first_filters
from analytics.reads.sums import LIVE
from analytics.web.responses import reject_query_params
from games.registry import KINDS

from .metrics import metric_links
from .questions import first_cards


@require_safe
@reject_query_params
def overview(request: HttpRequest) -> HttpResponse:
    """`/stats/`: the numbers of games of each kind, and what counts."""
    context = {
        "kinds": [_kind_card(slug) for slug in KINDS],
        "basis": replace(LIVE.basis(next(iter(KINDS))), n_pending=LIVE.count_pending(KINDS, "all")),
        "definitions": translated(definitions),
        "verdicts": f"{gettext(VERDICTS)} {gettext(BALANCE_VERDICTS)}",
        "means": f"{gettext(MEAN_INTERVAL)} {gettext(QUARTILES)}",
    }
    return render(request, "analytics/overview.html", context)


@require_safe
@reject_query_params
def catalogue(request: HttpRequest) -> HttpResponse:
    """`/stats/catalogue/`: the meaning of every metric, and its page, data and picture."""
    kinds = [
        {"kind": kind, "entries": list(entries_of(kind)), "dimensions": dimensions_of(kind)}
        for kind in KINDS.values()
    ]
    context = {
        "kinds": kinds,
        "definitions": translated(definitions),
    }
    return render(request, "analytics/catalogue.html", context)


def _kind_card(slug: str) -> dict[str, Any]:
    """Return a game's counts and the answer to its first question."""
    kind, counts = KINDS[slug], LIVE.count_by_player(slug)
    filters = first_filters(counts)
    params = filters.params()
    return {
        "kind": kind,
        "counts": counts,
        "is_simulated": filters.simulated == "yes",
        "address": with_params(reverse("stats-kind", args=[slug]), params),
        "cards": first_cards(slug, filters) if counts["all"] else [],
        "metrics": metric_links(kind, params),
        "spaces": answer_reads.spaces_metric(slug),
    }
