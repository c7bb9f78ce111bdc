"""Health endpoints."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goryo_site.runtime import health


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Check database, broker and the age of the last heartbeat: 200 or 503."""
    return _answer(health.report())


@never_cache
@require_safe
def healthz_web(request: HttpRequest) -> JsonResponse:
    """Check the database, the only thing a web process needs, for load balancers."""
    return _answer(health.report(("database",)))


def _answer(report: dict[str, object]) -> JsonResponse:
    return JsonResponse(report, status=200 if report["ok"] else 503)
