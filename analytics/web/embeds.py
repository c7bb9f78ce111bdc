"""`/stats/<kind>/<page>/embed/`: an answer for a frame of another site."""

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.insight.options import has_fixed_sides
from analytics.reads.catalogue import ROLES
from analytics.web.boards import spaces_context
from analytics.web.images import SPACES
from analytics.web.metrics import metric_context
from analytics.web.responses import read
from analytics.web.roles import roles_context


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its views take no more
def embed(request: HttpRequest, kind: str, metric: str) -> HttpResponse:
    """Show what the page with the same parameters shows, always with the current numbers."""
    stats = read(request, kind, metric="" if metric in (ROLES, SPACES) else metric)
    if isinstance(stats, HttpResponse):
        return stats
    if metric == ROLES:
        if not has_fixed_sides(stats.kind):
            raise Http404
        context = roles_context(request, stats)
        page = reverse("stats-roles", args=[kind])
    elif metric == SPACES:
        if stats.spaces is None:
            raise Http404
        context = spaces_context(request, stats)
        page = reverse("stats-spaces", args=[kind])
    else:
        context = metric_context(request, stats)
        page = reverse("stats-metric", args=[kind, metric])
    context["page_address"] = with_params(page, stats.params())
    return render(request, "analytics/embed.html", context)
