"""`/api/v1/webhooks/`: the webhooks of the account that a token belongs to."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.http import Http404, HttpResponse
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import models
from accounts.credentials import TokenCredential
from accounts.hooks import secret_of
from accounts.reads.webhooks import delivery_log, event_of, webhook_of, webhooks_of
from accounts.services import webhooks as services
from accounts.services.webhooks import InvalidWebhook
from replays.access.scopes import READ, WEBHOOKS
from replays.access.throttles import WriteThrottle
from replays.rest.base import PublicView, check_scope, json_body, plain, private_response
from replays.rest.errors import ApiError
from replays.rest.openapi import endpoint, in_path

from . import webhook_bodies as bodies

ID = in_path("public_id", "The id of the webhook.")
ERRORS = (400, 403, 404, 413, 415, 422, 429)
READING = (400, 403, 404, 429)
SENDING = (400, 403, 404, 409, 429)
PROBLEMS = {
    "address": "url must be an https address without a user name, on port 443 or above 1023.",
    "events": "events must name at least one event, and only known ones.",
    "games": "games must be own or public.",
    "waiting": f"{services.MAX_REQUESTED} tests and redeliveries are waiting. Try again later.",
    "many": f"An account can have at most {services.MAX_WEBHOOKS} webhooks, "
    f"{services.MAX_OF_PROGRAM} of them of one app.",
}


class WebhooksBase(PublicView):
    """A view for tokens with the scope `webhooks`."""

    scopes = dict.fromkeys(("GET", "HEAD", "POST", "PATCH", "DELETE"), WEBHOOKS)
    throttle_classes = (WriteThrottle,)

    def user(self, request: Request) -> AbstractBaseUser:
        """Return the user of the token. Raises a 403 without one."""
        if not isinstance(request.auth, TokenCredential):
            message = "Send a token with the scope webhooks. Create it at /account/tokens/."
            raise ApiError(403, "token_needed", message)
        return request.auth.user

    def hook(self, request: Request, public_id: str) -> models.Webhook:
        """Return a webhook of the user. Raises Http404."""
        try:
            return webhook_of(self.user(request), public_id, _program(request))
        except models.Webhook.DoesNotExist as error:
            raise Http404 from error

    def sending_hook(self, request: Request, public_id: str) -> models.Webhook:
        """Return a webhook of the user whose events the token may send. Raises Http404."""
        hook = self.hook(request, public_id)
        _check_games(request, hook.games)
        return hook


class WebhooksView(WebhooksBase):
    """All webhooks."""

    @endpoint("webhooks", bodies.Webhooks, errors=READING)
    def get(self, request: Request) -> Response:
        """Return the webhooks of your account; to an app only those that it created."""
        hooks = webhooks_of(self.user(request), _program(request))
        return private_response(bodies.Webhooks([_body(hook) for hook in hooks]))

    @endpoint(
        "webhook_create", bodies.Webhook, status=201, request=bodies.WebhookChange, errors=ERRORS
    )
    def post(self, request: Request) -> Response:
        """Create a webhook. Only this response contains its secret. It ends with the token, that of
        an app with the app's access.
        """
        user, values = self.user(request), _values(request)
        for name in ("url", "events", "games"):
            if name not in values:
                raise ApiError(400, "missing_field", f"The key {name} is missing.", field=name)
        root = plain(request).build_absolute_uri("/")
        token = request.auth.token if isinstance(request.auth, TokenCredential) else None
        try:
            hook = services.create_webhook(
                user, root=root, token=token, program_id=_program(request), **values
            )
        except InvalidWebhook as error:
            raise _problem(error) from error
        return private_response(_body(webhook_of(user, hook.public_id), secret=True), status=201)


class WebhookView(WebhooksBase):
    """One webhook."""

    @endpoint("webhook", bodies.Webhook, ID, errors=READING)
    def get(self, request: Request, public_id: str) -> Response:
        """Return a webhook."""
        return private_response(_body(self.hook(request, public_id)))

    @endpoint("webhook_change", bodies.Webhook, ID, request=bodies.WebhookChange, errors=ERRORS)
    def patch(self, request: Request, public_id: str) -> Response:
        """Change a webhook, pause or resume it, or replace its secret."""
        hook = self.hook(request, public_id)
        values = _values(request, hook)
        paused, is_new = values.pop("paused", None), bool(values.pop("new_secret", False))
        try:
            services.change_webhook(hook, **values)
        except InvalidWebhook as error:
            raise _problem(error) from error
        if is_new:
            services.new_secret(hook)
        if paused is not None:
            (services.pause if paused else services.resume)(hook)
        return private_response(_body(self.hook(request, public_id), secret=is_new))

    @endpoint("webhook_delete", None, ID, status=204, errors=READING)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete a webhook with its log."""
        self.hook(request, public_id).delete()
        return HttpResponse(status=204)


class WebhookTestView(WebhooksBase):
    """Tests of a webhook."""

    @endpoint("webhook_test", bodies.Delivery, ID, status=202, errors=SENDING)
    def post(self, request: Request, public_id: str) -> Response:
        """Send an event `ping`, even if the webhook is paused."""
        hook = self.sending_hook(request, public_id)
        try:
            event = services.send_test(hook)
        except InvalidWebhook as error:
            raise _problem(error) from error
        return private_response(_delivery(event), status=202)


class DeliveriesView(WebhooksBase):
    """The delivery log of a webhook."""

    @endpoint("webhook_deliveries", bodies.Deliveries, ID, errors=READING)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the newest 50 events of a webhook and the attempts to deliver them."""
        log = delivery_log(self.hook(request, public_id))
        return private_response(bodies.Deliveries([_delivery(event) for event in log]))


class RedeliveryView(WebhooksBase):
    """Sending an event again."""

    @endpoint(
        "webhook_redeliver",
        bodies.Delivery,
        ID,
        in_path("number", "The id of the delivery."),
        status=202,
        errors=SENDING,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Send an event once more, with the same id and body."""
        try:
            event = services.redeliver(event_of(self.sending_hook(request, public_id), number))
        except models.HookEvent.DoesNotExist as error:
            raise Http404 from error
        except InvalidWebhook as error:
            raise _problem(error) from error
        return private_response(_delivery(event), status=202)


def _program(request: Request) -> int | None:
    """Return the app whose token a request has; None: it has a personal one."""
    return request.auth.program_id if isinstance(request.auth, TokenCredential) else None


def _values(request: Request, hook: models.Webhook | None = None) -> dict[str, Any]:
    """Return the sent values, for a new webhook or one that is changed."""
    values = json_body(request, bodies.WebhookChange)
    _check_games(request, values.get("games"), hook.games if hook is not None else None)
    return values


def _check_games(request: Request, *games: str | None) -> None:
    """Raise a 403 if events of own games, also private ones, need a scope that the token lacks."""
    if models.HookGames.OWN in games:
        check_scope(request, READ)


def _problem(error: InvalidWebhook) -> ApiError:
    if error.field == "waiting":
        return ApiError(409, "too_many", PROBLEMS[error.field])
    field = {"address": "url", "many": "webhooks"}.get(error.field, error.field)
    return ApiError(422, "bad_webhook", PROBLEMS[error.field], field=field)


def _body(hook: models.Webhook, *, secret: bool = False) -> bodies.Webhook:
    return bodies.Webhook(
        id=hook.public_id,
        url=hook.url,
        games=hook.games,
        events=hook.event_list,
        created_at=hook.created_at.isoformat(),
        paused=hook.paused_for or None,
        n_failures=hook.n_failures,
        n_waiting=getattr(hook, "n_waiting", 0),
        secret=secret_of(hook) if secret else UNSET,
    )


def _delivery(event: models.HookEvent) -> bodies.Delivery:
    attempts = [
        bodies.Attempt(each.at.isoformat(), each.ms, each.status, each.problem, each.excerpt)
        for each in event.attempts.all()
    ]
    at = event.created_at.isoformat()
    return bodies.Delivery(event.pk, event.public_id, event.type, event.state, at, attempts)
