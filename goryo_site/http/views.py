"""Health endpoints."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goryo_site.runtime import health


@never_cache
@require_safe
def healthz(request: HttpRequest, parts: tuple[str, ...] = tuple(health.CHECKS)) -> JsonResponse:
    """Check database, broker and the age of the last heartbeat, or some of them: 200 or 503."""
    report = health.report(parts)
    return JsonResponse(report, status=200 if report["ok"] else 503)
