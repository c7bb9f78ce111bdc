"""`/account/names/`: the names that an account claimed, and hiding those it holds."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from moderation.reads.claims import claims_of
from moderation.services.claims import hide_held, show_held
from replays.services import Refusal

ACTIONS = {"hide": hide_held, "show": show_held}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest) -> HttpResponse:
    """List the claims of the account, or hide or show a name that it holds."""
    if request.method != "POST":
        return _page(request)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        return _page(request, status=400)
    try:
        public_id = request.POST.get("id", "").replace("\0", "")  # PostgreSQL can't search for it
        action(request.user, public_id)  # type: ignore[arg-type]
    except Refusal as error:
        return _page(request, error.translated(), error.status)
    return HttpResponseRedirect(reverse("account-names"))


def _page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    claims = claims_of(request.user)  # type: ignore[arg-type]
    context = {"claims": claims, "problem": problem}
    return render(request, "moderation/names.html", context, status=status)
