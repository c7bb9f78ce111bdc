"""`/account/webhooks/`: webhooks of an account, their secrets, tests and delivery logs."""

from collections.abc import Callable
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.hooks import CHANGED, REMOVED, STORED, UPLOAD_DONE, URL_MAX, secret_of
from accounts.models import HookEvent, HookGames, Webhook
from accounts.reads.webhooks import delivery_log, event_of, webhook_of, webhooks_of
from accounts.services import webhooks as services
from accounts.services.webhooks import MAX_WEBHOOKS, InvalidWebhook
from replays.access.costs import TooOften, count
from replays.access.throttles import WriteThrottle
from replays.text.numbers import is_number

MEANINGS: dict[str, Promise] = {
    STORED: gettext_lazy("A game was stored or became public"),
    CHANGED: gettext_lazy("A game was corrected, completed or renamed, or its visibility changed"),
    REMOVED: gettext_lazy("A game was deleted or is no longer public"),
    UPLOAD_DONE: gettext_lazy("One of your uploads was read"),
}
PROBLEMS: dict[str, Promise] = {
    "address": gettext_lazy(
        "This URL can't be used. It must start with https://, without a user name, on port 443 "
        "or above 1023."
    ),
    "events": gettext_lazy("Choose at least one event."),
    "games": gettext_lazy("Choose your games or all public games."),
    "waiting": gettext_lazy(
        "Several tests and redeliveries are still waiting. Try again when they are sent."
    ),
    "many": gettext_lazy("You have reached the maximum number of webhooks. Delete one first."),
}
FAILURES: dict[str, Promise] = {
    "address": gettext_lazy("The host has a private address, which is not allowed."),
    "timeout": gettext_lazy("No response in time."),
    "tls": gettext_lazy("The certificate of the host is not valid."),
    "connection": gettext_lazy("No connection to the host."),
}


@login_required
@reauthentication_required(allow_get=True, app="accounts")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("secret")
def webhooks(request: HttpRequest) -> HttpResponse:
    """Show the webhooks, or create one and show its secret, which is shown only once."""
    user: Any = request.user
    if request.method != "POST":
        return _list(request)
    try:
        count(request, WriteThrottle())
        hook = services.create_webhook(
            user, root=request.build_absolute_uri("/"), **_values(request)
        )
    except InvalidWebhook as error:
        return _list(request, problem=PROBLEMS[error.field], status=400)
    except TooOften as error:
        response = _list(request, problem=str(error), status=429)
        response["Retry-After"] = str(error.wait)
        return response
    return _one(request, hook, secret=secret_of(hook))


@login_required
@reauthentication_required(allow_get=True, app="accounts")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a webhook, or perform the action of a form."""
    user: Any = request.user
    try:
        hook = webhook_of(user, public_id)
    except Webhook.DoesNotExist as error:
        raise Http404 from error
    if request.method != "POST":
        return _one(request, hook)
    try:
        count(request, WriteThrottle())
        return _act(request, hook)
    except InvalidWebhook as error:
        return _one(request, hook, PROBLEMS[error.field], 400)
    except TooOften as error:
        response = _one(request, hook, str(error), 429)
        response["Retry-After"] = str(error.wait)
        return response


def _act(request: HttpRequest, hook: Webhook) -> HttpResponse:
    """Perform the action of a form. Raises InvalidWebhook."""
    action = request.POST.get("action", "")
    if action == "secret":
        services.new_secret(hook)
        return _one(request, hook, secret=secret_of(hook))
    if action == "delete":
        hook.delete()
        return HttpResponseRedirect(reverse("account-webhooks"))
    if action == "save":
        services.change_webhook(hook, **_values(request))
    elif action in ACTIONS:
        ACTIONS[action](hook)
    elif action == "redeliver":
        _redeliver(request, hook)
    else:
        return _one(request, hook, gettext("The form was incomplete. Try again."), 400)
    return HttpResponseRedirect(reverse("account-webhook", args=[hook.public_id]))


ACTIONS: dict[str, Callable[[Webhook], object]] = {
    "pause": services.pause,
    "resume": services.resume,
    "test": services.send_test,
}


def _redeliver(request: HttpRequest, hook: Webhook) -> None:
    pk = request.POST.get("id", "")
    try:
        services.redeliver(event_of(hook, int(pk) if is_number(pk) else 0))
    except HookEvent.DoesNotExist as error:
        raise Http404 from error


def _values(request: HttpRequest) -> dict[str, Any]:
    return {
        "url": request.POST.get("url", ""),
        "events": request.POST.getlist("event"),
        "games": request.POST.get("games", ""),
    }


def _list(request: HttpRequest, *, problem: str | Promise = "", status: int = 200) -> HttpResponse:
    user: Any = request.user
    context = {
        "hooks": webhooks_of(user),
        "problem": problem,
        "form": _values(request) if request.POST else {"games": HookGames.OWN, "events": [STORED]},
        "most": MAX_WEBHOOKS,
        **_options(),
    }
    return render(request, "accounts/webhooks.html", context, status=status)


def _one(
    request: HttpRequest,
    hook: Webhook,
    problem: str | Promise = "",
    status: int = 200,
    *,
    secret: str = "",
) -> HttpResponse:
    form = {"url": hook.url, "games": hook.games, "events": hook.event_list}
    log = [
        (event, [(each, FAILURES.get(each.problem, "")) for each in event.attempts.all()])
        for event in delivery_log(hook)
    ]
    context = {
        "hook": hook,
        "problem": problem,
        "secret": secret,
        "log": log,
        "n_waiting": hook.queue.filter(state="pending").count(),
        "form": _values(request) if problem and "url" in request.POST else form,
        **_options(),
    }
    return render(request, "accounts/webhook.html", context, status=status)


def _options() -> dict[str, Any]:
    return {"meanings": MEANINGS.items(), "games": HookGames.choices, "url_max": URL_MAX}
