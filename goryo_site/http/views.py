"""The site's own addresses."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goryo_site.runtime import health


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Database, broker and the age of the last beat: 200 where all is well, else 503."""
    return _answer(health.report())


@never_cache
@require_safe
def healthz_web(request: HttpRequest) -> JsonResponse:
    """What a web process needs to answer at all, for whoever routes to it: the database."""
    return _answer(health.report(("database",)))


def _answer(report: dict[str, object]) -> JsonResponse:
    return JsonResponse(report, status=200 if report["ok"] else 503)
