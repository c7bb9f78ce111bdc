"""Shared by what users write about games: checks of texts, and the removal of empty rows."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from replays.models import AnnotationSet, Branch
from replays.pipeline import storable
from replays.services.retries import retrying
from replays.text.names import clean_line

from .errors import refusal

EMPTY_DAYS = 1
"""Days after which a variation or a set of notes without content is deleted."""
SWEEP_BATCH_SIZE = 500


def checked_line(text: str, limit: int, message: str, code: str = "too_long") -> str:
    """Return the text as one clean line. Raises Refusal if it is longer than the limit."""
    clean = clean_line(text)
    if len(clean) > limit:
        raise refusal(422, code, message, most=limit)
    return clean


def checked_text(text: str, limit: int, message: str) -> str:
    """Return the text of several lines as it is stored. Raises Refusal if it is longer than the
    limit.
    """
    clean = str(storable(text)).replace("\r\n", "\n").strip()
    if len(clean) > limit:
        raise refusal(422, "too_long", message, most=limit)
    return clean


@retrying
def set_listed(row: Branch | AnnotationSet, *, is_listed: bool) -> None:
    """List a variation or notes on the page of the game, or only by link."""
    row.is_listed = is_listed
    row.save(update_fields=["is_listed"])


@retrying
def delete_empty(model: type[Branch | AnnotationSet], count_field: str) -> int:
    """Delete the oldest rows without content, last changed over a day ago; return how many."""
    due = timezone.now() - timedelta(days=EMPTY_DAYS)
    empty = model._default_manager.filter(**{count_field: 0}, touched_at__lt=due)
    ids = list(empty.order_by("touched_at").values_list("pk", flat=True)[:SWEEP_BATCH_SIZE])
    with transaction.atomic():
        # Locked and read again: content may have been added, and delete() goes by primary key.
        locked = list(empty.select_for_update().filter(pk__in=ids).values_list("pk", flat=True))
        rows = model._default_manager.filter(pk__in=locked)
        return rows.delete()[1].get(model._meta.label, 0)
