"""`/account/following/`: what a user follows, and the digest; `…/stop/<token>/` ends the digest."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.keys import account_of
from accounts.models import DigestChoice, Follow
from accounts.services import following
from accounts.services.digests import user_of_token
from replays.access.costs import TooOften, count
from replays.access.throttles import WriteThrottle
from replays.reads.following import Target, find_target, find_targets
from replays.services import Refusal
from replays.text.numbers import is_number


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def following_page(request: HttpRequest) -> HttpResponse:
    """List what the user follows; `?kind=player&key=Ann` offers to follow it."""
    if request.method != "POST":
        return _page(request, _offered(request.GET))
    try:
        count(request, WriteThrottle())
        return _act(request)
    except Refusal as error:
        return _page(request, problem=error.translated(), status=error.status)
    except TooOften as error:
        response = _page(request, problem=str(error), status=429)
        response["Retry-After"] = str(error.wait)
        return response


def _act(request: HttpRequest) -> HttpResponse:
    """Perform the action of a form. Raises Refusal."""
    user: Any = request.user
    match request.POST.get("action"):
        case "follow":
            target = _offered(request.POST)
            if target is None:
                raise Http404
            following.follow(user, target)
        case "unfollow":
            pk = request.POST.get("id", "")
            following.unfollow(user, int(pk) if is_number(pk) else 0)
        case "digest":
            choice, language = (request.POST.get(name, "") for name in ("digest", "language"))
            if choice not in DigestChoice.values or language not in dict(settings.LANGUAGES):
                return _page(request, problem=gettext("Choose one of the options."), status=400)
            following.choose_digest(user, choice, language)
        case _:
            problem = gettext("The form was incomplete. Try again.")
            return _page(request, problem=problem, status=400)
    return HttpResponseRedirect(reverse("account-following"))


def _offered(given: Any) -> Target | None:
    """Return what a request is about. Raises Http404 if there is no such thing (any more)."""
    if not given.get("kind"):
        return None
    target = find_target(given["kind"], given.get("key", ""))
    if target is None:
        raise Http404
    return target


def _page(
    request: HttpRequest, offered: Target | None = None, problem: str = "", status: int = 200
) -> HttpResponse:
    user: Any = request.user
    account = account_of(user)
    follows = list(Follow.objects.filter(user=user))
    targets = find_targets((row.kind, row.key) for row in follows)
    rows = [(row, targets.get((row.kind, row.key))) for row in follows]
    is_followed = offered is not None and any(
        (row.kind, row.key) == (offered.kind, offered.key) for row, _ in rows
    )
    language = account.language if account.digest != DigestChoice.OFF else get_language()
    context = {
        "rows": rows,
        "offered": None if is_followed else offered,
        "followed": offered if is_followed else None,
        "problem": problem,
        "digest": account.digest,
        "digests": DigestChoice.choices,
        "language": language,
        "languages": settings.LANGUAGES,
        "email": user.email,
    }
    return render(request, "accounts/following.html", context, status=status)


@csrf_exempt  # mail programs send the request of RFC 8058; the token is secret
@require_http_methods(["GET", "HEAD", "POST"])
def stop_digest(request: HttpRequest, token: str) -> HttpResponse:
    """End the digests of the user who got a link by e-mail: at once by POST, after a click by GET,
    since mail programs open links to check them.
    """
    user_id = user_of_token(token)
    if user_id is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        following.stop_digests(user_id)
    return render(request, "accounts/digest_stopped.html", {"is_done": is_done})
