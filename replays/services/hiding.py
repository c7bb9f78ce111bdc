"""Hiding pages of owners after a report: collections and events. Nothing is deleted."""

from django.db import transaction
from django.utils import timezone

from replays.models import Collection, Event
from replays.models.identity import REASON_MAX
from replays.services.retries import retrying
from replays.signals import collection_changed
from replays.text.names import clean_line


@retrying
def hide_page(model: type[Collection] | type[Event], public_id: str, reason: str) -> bool:
    """Hide a collection or an event from everyone but its owner, who sees the reason, and staff;
    return whether it was shown before.
    """
    text = clean_line(reason)[:REASON_MAX]
    with transaction.atomic():
        rows = model._default_manager.filter(public_id=public_id, hidden_at__isnull=True)
        is_changed = bool(rows.update(hidden_at=timezone.now(), hidden_reason=text))
        _announce(model, public_id)
    return is_changed


@retrying
def show_page(model: type[Collection] | type[Event], public_id: str) -> None:
    """Show a collection or an event again."""
    with transaction.atomic():
        rows = model._default_manager.filter(public_id=public_id)
        rows.update(hidden_at=None, hidden_reason="")
        _announce(model, public_id)


def _announce(model: type[Collection] | type[Event], public_id: str) -> None:
    """Let the statistics of a collection follow: its members see its private games no more."""
    if model is Collection:
        for pk in Collection.objects.filter(public_id=public_id).values_list("pk", flat=True):
            collection_changed.send(sender=Collection, collection_id=pk)
