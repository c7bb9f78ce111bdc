"""`/oauth/authorize/`: a user lets a program use the account; `/account/programs/`: all of them."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods
from oauth2_provider.models import Application
from oauth2_provider.views import AuthorizationView

from accounts.models import NAME_MAX
from accounts.services.programs import (
    MAX_ADDRESSES,
    BadProgram,
    allowed_programs,
    delete_program,
    register_program,
    revoke_program,
)
from replays.text.names import clean_line
from replays.text.numbers import is_number


class ConsentView(AuthorizationView):  # type: ignore[misc]
    """The page on which a user allows a program."""

    template_name = "accounts/consent.html"

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        """Return the page. Its form may lead to the program, which browsers check after it."""
        response: HttpResponse = super().render_to_response(context, **options)
        target = urlsplit(str(context.get("redirect_uri") or ""))
        if target.scheme and target.netloc:
            origin = f"{target.scheme}://{target.netloc}"
            response._csp_update = {"form-action": [origin]}  # type: ignore[attr-defined]
        return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def programs(request: HttpRequest) -> HttpResponse:
    """Show the programs of a user, and those that may use the account; or change them."""
    if request.method != "POST":
        return _page(request)
    user: Any = request.user
    pk = request.POST.get("id", "")
    number = int(pk) if is_number(pk) else 0
    match request.POST.get("action"):
        case "revoke":
            revoke_program(user, number)
        case "delete":
            delete_program(user, number)
        case _:
            name = clean_line(request.POST.get("name", ""))[:NAME_MAX]
            try:
                register_program(user, name, request.POST.get("addresses", "").split())
            except BadProgram:
                problem = gettext(
                    "Enter a name and one to five redirect URIs. A URI starts with https://, or "
                    "with http://localhost for an app on the user's machine."
                )
                return _page(request, problem, 400)
    return HttpResponseRedirect(reverse("account-programs"))


def _page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    user: Any = request.user
    context = {
        "problem": problem,
        "allowed": allowed_programs(user),
        "programs": Application.objects.filter(user=user).order_by("pk"),
        "name_max": NAME_MAX,
        "addresses_max": MAX_ADDRESSES,
        "name": request.POST.get("name", ""),
        "addresses": request.POST.get("addresses", ""),
    }
    return render(request, "accounts/programs.html", context, status=status)
