"""Health of the site: for load balancers as JSON, for people as a page."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goryo_site.runtime import health


class Part(NamedTuple):
    """A part of the site: its name, and what it does for users."""

    name: str | Promise
    purpose: str | Promise


PARTS = {
    "database": Part(_("Database"), _("Games, statistics and pages.")),
    "broker": Part(_("Queue"), _("Passes uploads to the workers.")),
    "beat": Part(_("Workers"), _("Read uploads and count games.")),
}


@never_cache
@require_safe
def healthz(request: HttpRequest, parts: tuple[str, ...] = tuple(health.CHECKS)) -> JsonResponse:
    """Check database, broker and the age of the last heartbeat, or some of them: 200 or 503."""
    report = health.report(parts)
    return JsonResponse(report, status=200 if report["ok"] else 503)


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show the health of each part of the site. The page itself always answers with 200."""
    report = health.report(tuple(PARTS))
    ages = {key: report[key].get("age_seconds") for key in PARTS}
    parts = [
        (part, report[key]["ok"], None if ages[key] is None else round(ages[key]))
        for key, part in PARTS.items()
    ]
    return render(request, "site/status.html", {"is_well": report["ok"], "parts": parts})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the site stores, and who can see it."""
    return render(request, "site/privacy.html")
