"""Reads of notes on games."""

from replays import selectors
from replays.models import AnnotationSet


def notes_by_public_id(public_id: str) -> AnnotationSet:
    """A set of notes on a game that anyone may see. Raises AnnotationSet.DoesNotExist."""
    found = AnnotationSet.objects.select_related("game").prefetch_related("notes")
    return found.get(public_id=public_id, game__withdrawn_at__isnull=True)


def is_open(notes: AnnotationSet) -> bool:
    """Whether the view that the notes are of is open to anyone."""
    return notes.view in selectors.open_views(notes.game)


def are_shown(notes: AnnotationSet, view: str) -> bool:
    """Whether a view may see the notes: they are its own, or the public's, who knows least."""
    return is_open(notes) and notes.view in (view, "public")
