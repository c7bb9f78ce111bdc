"""Reads of notes on games."""

from replays.models import AnnotationSet, Game
from replays.models.identity import is_public_id
from replays.reads import games as game_reads


def notes_by_public_id(public_id: str) -> AnnotationSet:
    """A set of notes on a game that anyone may see. Raises AnnotationSet.DoesNotExist."""
    found = AnnotationSet.objects.select_related("game").prefetch_related("notes")
    return found.get(public_id=public_id, game__withdrawn_at__isnull=True)


def is_open(notes: AnnotationSet) -> bool:
    """Whether the view that the notes are of is open to anyone."""
    return notes.view in game_reads.open_views(notes.game)


def are_shown(notes: AnnotationSet, view: str) -> bool:
    """Whether a view may see the notes: they are its own, or the public's, who knows least."""
    return is_open(notes) and notes.view in (view, "public")


def are_on(public_id: str, game: Game) -> bool:
    """Whether there is a set of notes of this id on a game, open to anyone."""
    if not is_public_id(public_id):
        return False
    found = AnnotationSet.objects.filter(public_id=public_id, game=game).first()
    return found is not None and found.view in game_reads.open_views(game)
