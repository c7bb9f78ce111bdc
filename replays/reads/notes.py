"""Queries of notes on games."""

from replays.access.viewer import STRANGER, Viewer
from replays.models import AnnotationSet, Game
from replays.models.identity import is_public_id
from replays.models.visibility import reachable
from replays.reads import games as game_reads


def notes_by_public_id(public_id: str, viewer: Viewer = STRANGER) -> AnnotationSet:
    """Return notes on a game that a viewer can reach. Raises AnnotationSet.DoesNotExist."""
    sets = AnnotationSet.objects.select_related("game").prefetch_related("notes")
    return sets.get(reachable(viewer.keys, "game__", is_staff=viewer.is_staff), public_id=public_id)


def listed_notes(game: Game, most: int) -> list[AnnotationSet]:
    """Return the newest sets of notes that the page of the game lists, if their view is public."""
    rows = game.annotations.filter(is_listed=True, n_notes__gt=0, hidden_at__isnull=True)
    return list(rows.filter(view__in=game_reads.open_views(game))[:most])


def is_open(notes: AnnotationSet) -> bool:
    """Return whether the view of the notes is public."""
    return notes.view in game_reads.open_views(notes.game)


def are_shown(notes: AnnotationSet, view: str) -> bool:
    """Return whether a view may see the notes: they belong to it or to the public view."""
    return is_open(notes) and notes.view in (view, "public")


def are_on(public_id: str, game: Game) -> bool:
    """Return whether the game has a public set of notes with this id."""
    if not is_public_id(public_id):
        return False
    notes = AnnotationSet.objects.filter(
        public_id=public_id, game=game, hidden_at__isnull=True
    ).first()
    return notes is not None and notes.view in game_reads.open_views(game)
