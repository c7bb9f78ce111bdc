"""`/account/tokens/`: creating, listing and revoking personal tokens."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.models import NAME_MAX, PersonalToken
from accounts.oauth_scopes import MEANINGS
from accounts.tokens import LIFETIMES, InvalidToken, create_token
from replays.access.uploaders import digest_of_random
from replays.text.names import clean_line
from replays.text.numbers import is_number

DEFAULT_DAYS = 90
COOKIE, COOKIE_SECONDS = "new-token", 60


@login_required
@reauthentication_required(allow_get=True, app="accounts")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the tokens, create one, or revoke one."""
    if request.method != "POST":
        return _show(request)
    if request.POST.get("action") == "revoke":
        user: Any = request.user
        pk = request.POST.get("id", "")
        rows = PersonalToken.objects.filter(user=user, pk=int(pk) if is_number(pk) else 0)
        rows.delete()
        return HttpResponseRedirect(reverse("account-tokens"))
    return _create(request)


@sensitive_variables("text")
def _create(request: HttpRequest) -> HttpResponse:
    """Create a token, and redirect to the page that shows it once."""
    days = request.POST.get("days", "")
    name = clean_line(request.POST.get("name", ""))[:NAME_MAX]
    scopes = frozenset(request.POST.getlist("scope"))
    lifetime = int(days) if is_number(days) else 0
    try:
        token, text = create_token(request.user, name, scopes, lifetime)  # type: ignore[arg-type]
    except InvalidToken:
        problem = gettext("Enter a name and choose at least one permission.")
        return _page(request, problem=problem, name=name, status=400)
    response = HttpResponseRedirect(reverse("account-tokens"))
    response.set_cookie(
        COOKIE,
        f"{token.pk}:{text}",
        max_age=COOKIE_SECONDS,
        path=reverse("account-tokens"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return response


def _show(request: HttpRequest) -> HttpResponse:
    """Show the tokens, and once the one that was just created. Its text comes back from the browser
    in a cookie of a minute: the site stores only its digest, and a reload creates no second one.
    """
    pk, _, text = request.COOKIES.get(COOKIE, "").partition(":")
    user: Any = request.user
    token = user.personal_tokens.filter(pk=int(pk) if is_number(pk) else 0).first()
    if token is None or token.digest != digest_of_random(text):
        return _page(request)
    response = _page(request, created=token, text=text)
    response.delete_cookie(COOKIE, path=reverse("account-tokens"), samesite="Strict")
    return response


def _page(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    user: Any = request.user
    context |= {
        "tokens": PersonalToken.objects.filter(user=user),
        "scopes": MEANINGS.items(),
        "lifetimes": LIFETIMES,
        "default_days": DEFAULT_DAYS,
        "name_max": NAME_MAX,
    }
    return render(request, "accounts/tokens.html", context, status=status)
