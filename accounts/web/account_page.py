"""`/account/`: what a user chose, keys, passkeys and sessions; and the export."""

from collections.abc import Callable
from typing import Any

from allauth.core.ratelimit import consume_or_429
from allauth.mfa.models import Authenticator
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.keys import account_of, unclaimed_key
from accounts.models import NAME_MAX, ClaimedKey
from accounts.reads.export import export_zip
from accounts.reads.uploads import count_uploads, keys_with_counts
from accounts.services import claims, profile, sessions
from accounts.services.claims import NotClaimed
from accounts.services.statistics import save_statistics
from replays.access.uploaders import MAX_LENGTH, MIN_LENGTH
from replays.models import Statistics
from replays.services import Refusal
from replays.text.numbers import is_number


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show the account, or perform the action of a form."""
    if request.method != "POST":
        return _page(request)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        return _page(request, gettext("The form was incomplete. Try again."), 400)
    try:
        action(request, request.user)
    except NotClaimed:
        return _page(request, _not_claimed(), 409)
    except Refusal as error:
        return _page(request, error.translated(), error.status)
    except profile.BadLink:
        message = gettext("The link is not valid. Enter the address of a page: https://…")
        return _page(request, message, 422)
    return HttpResponseRedirect(reverse("account"))


def _not_claimed() -> str:
    return gettext(
        "This key could not be added. A key has {least} to {most} characters and can't belong to "
        "another account."
    ).format(least=MIN_LENGTH, most=MAX_LENGTH)


def _save(request: HttpRequest, user: AbstractBaseUser) -> None:
    profile.save_profile(user, request.POST.get("name", ""), request.POST.get("link", ""))
    if "statistics" in request.POST:
        save_statistics(user, request.POST["statistics"])


def _claim_program(request: HttpRequest, user: AbstractBaseUser) -> None:
    claims.claim_program(user, request.POST.get("key", "").strip())


def _release(request: HttpRequest, user: AbstractBaseUser) -> None:
    claims.release_key(user, _number(request))


def _end_session(request: HttpRequest, user: AbstractBaseUser) -> None:
    sessions.end_session(user, _number(request))


def _end_others(request: HttpRequest, user: AbstractBaseUser) -> None:
    sessions.end_other_sessions(user, request.session.session_key)


def _remove_passkey(request: HttpRequest, user: AbstractBaseUser) -> None:
    profile.remove_passkey(user, _number(request))


def _number(request: HttpRequest) -> int:
    """Return the row that a form is about; 0: none."""
    text = request.POST.get("id", "")
    return int(text) if is_number(text) else 0


ACTIONS: dict[str, Callable[[HttpRequest, Any], None]] = {
    "save": _save,
    "claim-browser": claims.claim_browser,
    "claim-program": _claim_program,
    "release": _release,
    "end-session": _end_session,
    "end-others": _end_others,
    "remove-passkey": _remove_passkey,
}


def _page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    user: Any = request.user
    browser_key = unclaimed_key(request)
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    context = {
        "account": account_of(user),
        "problem": problem,
        "statistics_choices": Statistics.choices,
        "name_max": NAME_MAX,
        "key_min": MIN_LENGTH,
        "key_max": MAX_LENGTH,
        "browser_key": browser_key,
        "n_browser_uploads": count_uploads(browser_key) if browser_key else 0,
        "keys": keys_with_counts(ClaimedKey.objects.filter(user=user)),
        "passkeys": [(passkey, passkey.wrap().name) for passkey in passkeys],
        "sessions": sessions.sessions_of(user),
        "session_key": request.session.session_key,
        "n_tokens": user.personal_tokens.count(),
    }
    return render(request, "accounts/account.html", context, status=status)


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """Return everything of the account as a zip; 429 after too many exports of the account."""
    limited: HttpResponseBase | None = consume_or_429(
        request, action="export", user=request.user, limit_get=True
    )
    if limited is not None:
        return limited
    file = export_zip(request.user)  # type: ignore[arg-type]
    return FileResponse(file, as_attachment=True, filename="kifu-house.zip")
