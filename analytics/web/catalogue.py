"""`/stats/catalogue/`: all metrics and dimensions of all games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analytics.insight import definitions
from analytics.insight.terms import translated
from analytics.reads.catalogue import dimensions_of, entries_of
from analytics.web.responses import reject_query_params
from games.registry import KINDS


@require_safe
@reject_query_params
def catalogue(request: HttpRequest) -> HttpResponse:
    """Show what every number means, and its page, data and picture."""
    kinds = [
        {"kind": kind, "entries": list(entries_of(kind)), "dimensions": dimensions_of(kind)}
        for kind in KINDS.values()
    ]
    return render(
        request,
        "analytics/catalogue.html",
        {"kinds": kinds, "definitions": translated(definitions)},
    )
