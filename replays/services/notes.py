"""Making and changing notes on a game: the only code that writes their rows."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.registry import get_kind
from replays.access.edit_keys import digest_of, new_key
from replays.models import Annotation, AnnotationSet, Game, Glyph
from replays.models.notes import AUTHOR_MAX, SHAPES_MAX, TEXT_MAX, TITLE_MAX
from replays.pipeline import storable
from replays.reads import games as game_reads
from replays.services.retries import retrying
from replays.text.names import clean_line

from .errors import refusal

EMPTY_DAYS = 1
NOTES_MAX = 500
"""Notes in one set."""
A_SWEEP = 500
COLOURS = ("green", "red", "blue", "yellow")
FORMS: Mapping[str, tuple[str, ...]] = {"circle": ("cell",), "arrow": ("from", "to")}
"""What a shape is drawn on, by its form: names of cells of the game's scene."""


@retrying
def begin_notes(
    game: Game, view: str, *, title: str = "", author: str = ""
) -> tuple[AnnotationSet, str]:
    """A new, empty set of notes on a game as a view sees it; and its edit key, which is told only
    here. Raises Refusal.
    """
    views = game_reads.open_views(game)
    if view not in views:
        message = gettext("Available views: {views}.").format(views=", ".join(views))
        raise refusal(403, "view_not_open", message)
    key = new_key()
    made = AnnotationSet.objects.create(
        game=game,
        view=view,
        title=_title(title),
        author=_author(author),
        edit_key=digest_of(key),
    )
    return made, key


@retrying
def name_notes(
    notes: AnnotationSet, *, title: str | None = None, author: str | None = None
) -> AnnotationSet:
    """Give a set another title or author; None leaves it. Raises Refusal."""
    if title is not None:
        notes.title = _title(title)
    if author is not None:
        notes.author = _author(author)
    notes.touched_at = timezone.now()
    with transaction.atomic():
        _locked(notes)
        notes.save(update_fields=["title", "author", "touched_at"])
    return notes


@retrying
def put_note(
    notes: AnnotationSet, step: int, *, text: str = "", glyph: str = "", shapes: Any = ()
) -> Annotation | None:
    """The note on a step, in place of the one there; one that says nothing is taken away (None).
    Raises Refusal.
    """
    game = notes.game
    if not 0 <= step <= game.n_events:
        message = gettext("step must be a number from 0 to {last}.").format(last=game.n_events)
        raise refusal(422, "no_such_step", message)
    if glyph and glyph not in Glyph.values:
        message = gettext("Unknown mark. Use one of {glyphs}, or leave it empty.")
        raise refusal(422, "no_glyph", message.format(glyphs=" ".join(Glyph.values)))
    clean = str(storable(text)).replace("\r\n", "\n").strip()
    if len(clean) > TEXT_MAX:
        message = gettext("The note is too long: at most {most} characters.").format(most=TEXT_MAX)
        raise refusal(422, "too_long", message)
    drawn = _shapes(game, shapes)
    if not (clean or glyph or drawn):
        delete_note(notes, step)
        return None
    with transaction.atomic():
        _locked(notes)
        others = notes.notes.exclude(step=step).count()
        if others >= NOTES_MAX:
            message = gettext("There can be at most {most} notes.").format(most=NOTES_MAX)
            raise refusal(422, "too_many", message)
        note, _ = Annotation.objects.update_or_create(
            of=notes, step=step, defaults={"text": clean, "glyph": glyph, "shapes": drawn}
        )
        _count(notes)
    return note


@retrying
def delete_note(notes: AnnotationSet, step: int) -> bool:
    """Take the note of a step away. False where there is none."""
    with transaction.atomic():
        _locked(notes)
        gone = notes.notes.filter(step=step).delete()[0]
        _count(notes)
    return bool(gone)


@retrying
def delete_notes(notes: AnnotationSet) -> None:
    """Delete a set with all its notes."""
    notes.delete()


@retrying
def sweep_notes() -> int:
    """Delete sets that stayed empty for a day. Gives how many."""
    due = timezone.now() - timedelta(days=EMPTY_DAYS)
    empty = AnnotationSet.objects.filter(n_notes=0, touched_at__lt=due)
    ids = list(empty.order_by("touched_at").values_list("pk", flat=True)[:A_SWEEP])
    if not ids:
        return 0
    with transaction.atomic():
        # held and asked again: a note may have come since, and a delete goes by primary key alone
        found = AnnotationSet.objects.select_for_update().filter(
            pk__in=ids, n_notes=0, touched_at__lt=due
        )
        held = list(found.values_list("pk", flat=True))
        return AnnotationSet.objects.filter(pk__in=held).delete()[1].get("replays.AnnotationSet", 0)


def _locked(notes: AnnotationSet) -> None:
    if not AnnotationSet.objects.select_for_update().filter(pk=notes.pk).exists():
        raise refusal(409, "gone", gettext("These notes have just been deleted."))


def _count(notes: AnnotationSet) -> None:
    # asked anew: the set may have been read together with the notes it had then
    notes.n_notes = Annotation.objects.filter(of=notes).count()
    notes.touched_at = timezone.now()
    notes.save(update_fields=["n_notes", "touched_at"])


def _title(text: str) -> str:
    clean = clean_line(text)
    if len(clean) > TITLE_MAX:
        message = gettext("The title is too long: at most {most} characters.").format(
            most=TITLE_MAX
        )
        raise refusal(422, "too_long", message)
    return clean


def _author(text: str) -> str:
    clean = clean_line(text)
    if len(clean) > AUTHOR_MAX:
        message = gettext("The author's name is too long: at most {most} characters.")
        raise refusal(422, "too_long", message.format(most=AUTHOR_MAX))
    return clean


def _shapes(game: Game, shapes: Any) -> list[dict[str, str]]:
    """The shapes, checked: known forms and colours, on cells that the game's board has."""
    if not isinstance(shapes, list | tuple):
        raise refusal(422, "no_shapes", gettext("shapes must be a list of circles and arrows."))
    if len(shapes) > SHAPES_MAX:
        message = gettext("A step can have at most {most} shapes.").format(most=SHAPES_MAX)
        raise refusal(422, "too_many", message)
    if not shapes:
        return []
    scene = get_kind(game.kind).display.scene(game_reads.record_of(game))
    cells = {cell["id"] for cell in scene["cells"]}
    return [_shape(shape, cells) for shape in shapes]


def _shape(shape: Any, cells: set[str]) -> dict[str, str]:
    form = shape.get("form") if isinstance(shape, dict) else None
    places = FORMS.get(form) if isinstance(form, str) else None
    if places is None or set(shape) != {"form", "colour", *places}:
        raise refusal(
            422,
            "no_shape",
            gettext("Invalid shape. Use one of: {shapes}").format(
                shapes='{"form": "circle", "cell", "colour"}, '
                '{"form": "arrow", "from", "to", "colour"}'
            ),
        )
    if shape["colour"] not in COLOURS:
        message = gettext("Unknown colour. Use one of: {colours}.").format(
            colours=", ".join(COLOURS)
        )
        raise refusal(422, "no_colour", message)
    for place in places:
        if not isinstance(shape[place], str) or shape[place] not in cells:
            message = gettext("{key} must be the name of a space on this board.").format(key=place)
            raise refusal(422, "no_cell", message)
    return {key: shape[key] for key in ("form", *places, "colour")}
