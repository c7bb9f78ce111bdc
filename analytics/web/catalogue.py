"""`/stats/catalogue/`: all metrics and dimensions of all games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analytics.insight import definitions
from analytics.insight.terms import translated
from analytics.reads.catalogue import dimensions_of, entries_of
from analytics.web.responses import reads_no_words
from games.registry import KINDS


@require_safe
@reads_no_words
def catalogue(request: HttpRequest) -> HttpResponse:
    """What every number means, and where it is as a page, as data and as a picture."""
    kinds = [
        {"kind": kind, "entries": list(entries_of(kind)), "dimensions": dimensions_of(kind)}
        for kind in KINDS.values()
    ]
    return render(
        request,
        "analytics/catalogue.html",
        {"kinds": kinds, "definitions": translated(definitions)},
    )
