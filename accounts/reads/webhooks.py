"""Queries of webhooks and their delivery log."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from oauth2_provider.models import AccessToken

from accounts.models import HookEvent, HookGames, HookState, Webhook
from replays.access.scopes import READ, WEBHOOKS

REFRESH_SECONDS = float(str(settings.OAUTH2_PROVIDER["REFRESH_TOKEN_EXPIRE_SECONDS"]))
"""For how long an app can refresh a token."""
LOG_SIZE = 50
"""Events of a webhook that are shown."""


def webhooks_of(user: AbstractBaseUser, program_id: int | None = None) -> QuerySet[Webhook]:
    """Return the webhooks of a user, each with `n_waiting`: how many events wait. For an app only
    those that it created.
    """
    waiting = Count("queue", filter=Q(queue__state=HookState.PENDING))
    hooks = Webhook.objects.filter(user_id=user.pk).select_related("program")
    if program_id is not None:
        hooks = hooks.filter(program=program_id)
    return hooks.annotate(n_waiting=waiting)


def webhook_of(user: AbstractBaseUser, public_id: str, program_id: int | None = None) -> Webhook:
    """Return a webhook of a user, for an app only its own. Raises Webhook.DoesNotExist."""
    return webhooks_of(user, program_id).get(public_id=public_id)


def is_live(hook: str = "") -> Q:
    """Return the condition that a webhook may send: it was created without a token, or its personal
    token is valid, or the user still allows the app that created it. `hook` is the prefix of its
    columns, such as `hook__`.
    """
    now = timezone.now()
    by_user = Q(**{f"{hook}token": None, f"{hook}program": None})
    allowed = AccessToken.objects.filter(
        Q(expires__gt=now) | Q(refresh_token__isnull=False, refresh_token__revoked=None),
        user=OuterRef(f"{hook}user"),
        application=OuterRef(f"{hook}program"),
        scope__contains=WEBHOOKS,
        expires__gt=now - timedelta(seconds=REFRESH_SECONDS),
    )
    of_public = Q(**{f"{hook}games": HookGames.PUBLIC}) & Q(Exists(allowed))
    of_program = of_public | Q(Exists(allowed.filter(scope__contains=READ)))
    return by_user | Q(**{f"{hook}token__expires_at__gt": now}) | of_program


def delivery_log(hook: Webhook) -> list[HookEvent]:
    """Return the newest events of a webhook with their attempts."""
    return list(hook.queue.prefetch_related("attempts").defer("body")[:LOG_SIZE])


def event_of(hook: Webhook, pk: int) -> HookEvent:
    """Return an event of a webhook. Raises HookEvent.DoesNotExist."""
    return hook.queue.select_related("hook").get(pk=pk)
