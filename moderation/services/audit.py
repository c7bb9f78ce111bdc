"""The audit log: what staff changed."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from moderation.models import AuditEntry
from replays.models.identity import REASON_MAX
from replays.text.names import MAX_KEY, clean_line


class Actor(NamedTuple):
    """A member of the staff, and the id of the request with which they did something."""

    name: str
    request_id: str = ""

    @property
    def as_author(self) -> str:
        """The text that the log of names has for staff."""
        return f"administrator: {self.name}"


def actor_of(request: HttpRequest) -> Actor:
    """Return who sends a request."""
    user = request.user
    name = f"{user.get_username()} ({user.pk})" if user.is_authenticated else "anonymous"
    return Actor(name, request.META.get("goryo_site.request_id", ""))


def record(
    actor: Actor,
    action: str,
    target_kind: str,
    target: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Add an entry. For the transaction of the change."""
    AuditEntry.objects.create(
        who=actor.name[:160],
        action=action[:60],
        target_kind=target_kind[:60],
        target=target[:MAX_KEY],
        before=dict(before or {}),
        after=dict(after or {}),
        reason=clean_line(reason)[:REASON_MAX],
        request_id=actor.request_id[:40],
    )


def record_sign_in(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Record that a member of the staff signed in. Receives `user_logged_in`."""
    if getattr(user, "is_staff", False):
        name = f"{user.get_username()} ({user.pk})"
        actor = Actor(name, request.META.get("goryo_site.request_id", ""))
        record(actor, "signed in", "user", name)
