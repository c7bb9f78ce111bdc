"""`/report/…`: the form for a report, and what happens with it."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from moderation import services
from moderation.models import TEXT_MAX, Reason
from moderation.targets import TARGETS, Reported
from replays.access.addresses import client_network
from replays.access.costs import TooOften, count
from replays.access.throttles import ReportThrottle
from replays.services import Refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, what: str, **names: str) -> HttpResponse:
    """Show the form for a report about one thing, or store a report. A thing that the client can't
    see is a 404. `names` has the identifier in the address.
    """
    reported = TARGETS[what].find(request, *names.values())
    if request.method != "POST":
        return _form(request, what, reported)
    reason, text = request.POST.get("reason", ""), request.POST.get("text", "")
    try:
        count(request, ReportThrottle())
        services.add_report(what, reported.target, reason, text, client_network(request))
    except TooOften as error:
        response = _form(request, what, reported, str(error), 429)
        response["Retry-After"] = str(error.wait)
        return response
    except Refusal as error:
        return _form(request, what, reported, error.translated(), error.status)
    return HttpResponseRedirect(reverse("report-sent"))


def _form(
    request: HttpRequest, what: str, reported: Reported, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "label": TARGETS[what].label,
        "reported": reported,
        "reasons": Reason.choices,
        "reason": request.POST.get("reason", ""),
        "text": request.POST.get("text", ""),
        "text_max": TEXT_MAX,
        "problem": problem,
    }
    return render(request, "moderation/report.html", context, status=status)


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """Explain what happens with a report."""
    return render(request, "moderation/sent.html")
