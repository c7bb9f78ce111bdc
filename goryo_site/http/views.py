"""Health of the site for load balancers, metrics, and pages about the site."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goryo_site.runtime import health

from .errors import not_found


@never_cache
@require_safe
def healthz(request: HttpRequest, parts: tuple[str, ...] = tuple(health.CHECKS)) -> JsonResponse:
    """Check database, broker and the age of the last heartbeat, or some of them: 200 or 503."""
    report = health.report(parts)
    return JsonResponse(report, status=200 if report["ok"] else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return metrics for Prometheus, to clients with the token; to others there is no such page."""
    token = settings.METRICS_TOKEN
    sent = request.headers.get("Authorization", "")
    if not token or not constant_time_compare(sent, f"Bearer {token}"):
        return not_found(request)
    from goryo_site.runtime.metrics import exposition

    return HttpResponse(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the site stores, and who can see it."""
    return render(request, "site/privacy.html")
