"""Services that create and change notes on a game."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.registry import get_kind
from replays.access.edit_keys import digest_of, new_key
from replays.models import Annotation, AnnotationSet, Game, Glyph
from replays.models.notes import AUTHOR_MAX, SHAPES_MAX, TEXT_MAX, TITLE_MAX
from replays.reads import games as game_reads
from replays.services.retries import retrying
from replays.text import drawings

from .editing import checked_line, checked_text, delete_empty
from .errors import refusal

NOTES_MAX = 500
"""Notes in one set."""
COLOURS = ("green", "red", "blue", "yellow")
FORMS: Mapping[str, tuple[str, ...]] = {"circle": ("cell",), "arrow": ("from", "to")}
"""For each form of a shape, the keys that name cells of the game's scene."""


@retrying
def begin_notes(
    game: Game, view: str, *, title: str = "", author: str = ""
) -> tuple[AnnotationSet, str]:
    """Create an empty set of notes on a game as a view sees it. Return it with its edit key, which
    is shown only once. Raises Refusal.
    """
    views = game_reads.open_views(game)
    if view not in views:
        message = gettext("Available views: {views}.")
        raise refusal(403, "view_not_open", message, views=", ".join(views))
    key = new_key()
    notes = AnnotationSet.objects.create(
        game=game, view=view, title=_title(title), author=_author(author), edit_key=digest_of(key)
    )
    return notes, key


@retrying
def name_notes(
    notes: AnnotationSet, *, title: str | None = None, author: str | None = None
) -> AnnotationSet:
    """Set the title and the author of a set; None leaves them unchanged. Raises Refusal."""
    # Both are checked before one is set: a refusal leaves the notes unchanged.
    new_title = notes.title if title is None else _title(title)
    new_author = notes.author if author is None else _author(author)
    notes.title, notes.author = new_title, new_author
    notes.touched_at = timezone.now()
    with transaction.atomic():
        _lock(notes)
        notes.save(update_fields=["title", "author", "touched_at"])
    return notes


@retrying
def put_note(
    notes: AnnotationSet, step: int, *, text: str = "", glyph: str = "", shapes: Any = ()
) -> Annotation | None:
    """Create or replace the note on a step. An empty note is deleted; then the result is None.
    Raises Refusal.
    """
    game = notes.game
    if not 0 <= step <= game.n_events:
        message = gettext("step must be a number from 0 to {last}.")
        raise refusal(422, "no_such_step", message, last=game.n_events)
    if glyph and glyph not in Glyph.values:
        message = gettext("Unknown symbol. Use one of {glyphs}, or leave it empty.")
        raise refusal(422, "no_glyph", message, glyphs=" ".join(Glyph.values))
    message = gettext("The note is too long: at most {most} characters.")
    clean = checked_text(text, TEXT_MAX, message)
    all_shapes = checked_shapes(game, shapes)
    if drawings.has_drawings(clean):
        drawn = drawings.read_drawings(clean, _spaces(game))
        all_shapes += [shape for shape in drawn if shape not in all_shapes]
        all_shapes = all_shapes[:SHAPES_MAX]
        clean = drawings.without_drawings(clean)
    if not (clean or glyph or all_shapes):
        delete_note(notes, step)
        return None
    with transaction.atomic():
        _lock(notes)
        if notes.notes.exclude(step=step).count() >= NOTES_MAX:
            message = gettext("There can be at most {most} notes.")
            raise refusal(422, "too_many", message, most=NOTES_MAX)
        note, _ = Annotation.objects.update_or_create(
            of=notes, step=step, defaults={"text": clean, "glyph": glyph, "shapes": all_shapes}
        )
        _count(notes)
    return note


@retrying
def delete_note(notes: AnnotationSet, step: int) -> bool:
    """Delete the note on a step; return False if there is none."""
    with transaction.atomic():
        _lock(notes)
        n_deleted = notes.notes.filter(step=step).delete()[0]
        _count(notes)
    return bool(n_deleted)


@retrying
def delete_notes(notes: AnnotationSet) -> None:
    """Delete a set with all its notes."""
    notes.delete()


def sweep_notes() -> int:
    """Delete sets that stayed empty for a day; return how many."""
    return delete_empty(AnnotationSet, "n_notes")


def _lock(notes: AnnotationSet) -> None:
    if not AnnotationSet.objects.select_for_update().filter(pk=notes.pk).exists():
        raise refusal(409, "gone", gettext("These notes have just been deleted."))


def _count(notes: AnnotationSet) -> None:
    # A new query: `notes.notes` may be prefetched from before the change.
    notes.n_notes = Annotation.objects.filter(of=notes).count()
    notes.touched_at = timezone.now()
    notes.save(update_fields=["n_notes", "touched_at"])


def _title(text: str) -> str:
    message = gettext("The title is too long: at most {most} characters.")
    return checked_line(text, TITLE_MAX, message)


def _author(text: str) -> str:
    message = gettext("The author's name is too long: at most {most} characters.")
    return checked_line(text, AUTHOR_MAX, message)


def checked_shapes(game: Game, shapes: Any) -> list[dict[str, str]]:
    """Return shapes of known forms and colours, on cells of the game's board. Raises Refusal."""
    if not isinstance(shapes, list | tuple):
        raise refusal(422, "no_shapes", gettext("shapes must be a list of circles and arrows."))
    if len(shapes) > SHAPES_MAX:
        message = gettext("A step can have at most {most} shapes.")
        raise refusal(422, "too_many", message, most=SHAPES_MAX)
    if not shapes:
        return []
    spaces = _spaces(game)
    return [_shape(shape, spaces) for shape in shapes]


def _spaces(game: Game) -> set[str]:
    """Return the names of the spaces of a game's board."""
    scene = get_kind(game.kind).display.scene(game_reads.replay_of(game).record)
    return {cell["id"] for cell in scene["cells"]}


def _shape(shape: Any, cells: set[str]) -> dict[str, str]:
    form = shape.get("form") if isinstance(shape, dict) else None
    cell_keys = FORMS.get(form) if isinstance(form, str) else None
    if cell_keys is None or set(shape) != {"form", "colour", *cell_keys}:
        valid = '{"form": "circle", "cell", "colour"}, {"form": "arrow", "from", "to", "colour"}'
        message = gettext("Invalid shape. Use one of: {shapes}")
        raise refusal(422, "no_shape", message, shapes=valid)
    if shape["colour"] not in COLOURS:
        message = gettext("Unknown colour. Use one of: {colours}.")
        raise refusal(422, "no_colour", message, colours=", ".join(COLOURS))
    for key in cell_keys:
        if not isinstance(shape[key], str) or shape[key] not in cells:
            message = gettext("{key} must be the name of a space on this board.")
            raise refusal(422, "no_cell", message, key=key)
    return {key: shape[key] for key in ("form", *cell_keys, "colour")}
