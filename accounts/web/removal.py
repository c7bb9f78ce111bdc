"""`/account/delete/`: deleting the account."""

from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.services.deletion import GamesChoice, delete_account


@login_required
@reauthentication_required(allow_get=True, app="accounts")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("deleted")
def delete(request: HttpRequest) -> HttpResponse:
    """Explain what happens, or delete the account."""
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    games = request.POST.get("games", "")
    if games not in {choice.value for choice in GamesChoice}:
        problem = gettext("Choose what happens to your games.")
        return render(request, "accounts/delete.html", {"problem": problem}, status=400)
    choice = GamesChoice(games)
    deleted = delete_account(request.user, choice)  # type: ignore[arg-type]
    logout(request)
    context = {"deleted": deleted, "choice": choice.value}
    response = render(request, "accounts/deleted.html", context)
    response["Cache-Control"] = "private, no-store"
    return response
