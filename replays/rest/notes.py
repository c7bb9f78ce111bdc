"""`/api/v1/notes/<id>/`: notes and marks on the steps of a game."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.models import Annotation, AnnotationSet
from replays.reads import games as game_reads
from replays.reads import notes as note_reads

from . import made_schema as schema
from .base import plain
from .errors import ApiError
from .game import NOT_OPEN, game_or_404
from .made import MadeView, check_key, json_body

NAMES = {"title": str, "author": str}
NOTE = {"text": str, "glyph": str, "shapes": list}


def notes_or_404(public_id: str) -> AnnotationSet:
    """The set, or the same 404 for an unknown one and for one of a withdrawn game. Raises a 403
    where its view is not open.
    """
    try:
        notes = note_reads.notes_by_public_id(public_id)
    except AnnotationSet.DoesNotExist as error:
        raise Http404 from error
    if not note_reads.is_open(notes):
        raise ApiError(403, "game_unfinished", NOT_OPEN)
    return notes


def note_row(note: Annotation) -> dict[str, Any]:
    """One note."""
    return {"step": note.step, "text": note.text, "glyph": note.glyph, "shapes": note.shapes}


def notes_whole(notes: AnnotationSet, request: HttpRequest) -> dict[str, Any]:
    """A set with all its notes."""
    return {
        "id": notes.public_id,
        "url": request.build_absolute_uri(notes.get_absolute_url()),
        "api": request.build_absolute_uri(reverse("api-notes", args=[notes.public_id])),
        "game": request.build_absolute_uri(reverse("api-game", args=[notes.game.public_id])),
        "view": notes.view,
        "title": notes.title,
        "author": notes.author,
        "notes": [note_row(note) for note in notes.notes.all()],
    }


class NotesOfGameView(MadeView):
    """Sets of notes on a game."""

    makes_new = True

    @extend_schema(**schema.BEGIN_NOTES)
    def post(self, request: Request, public_id: str) -> Response:
        """Begin a set of notes. The answer tells the edit key, once."""
        game = game_or_404(public_id)
        body = json_body(request, {"as": str, **NAMES})
        view = body.get("as", game_reads.open_views(game)[0])
        words = {key: body[key] for key in NAMES if key in body}
        notes, key = services.begin_notes(game, view, **words)
        whole = notes_whole(notes, plain(request))
        return Response({**whole, "edit_key": key}, status=201, headers={"Location": whole["api"]})


class NotesView(MadeView):
    """One set of notes."""

    @extend_schema(**schema.NOTES)
    def get(self, request: Request, public_id: str) -> Response:
        """All notes of a set."""
        return Response(notes_whole(notes_or_404(public_id), plain(request)))

    @extend_schema(**schema.NAME_NOTES)
    def patch(self, request: Request, public_id: str) -> Response:
        """Give the set another title or author."""
        notes = notes_or_404(public_id)
        check_key(request, notes.edit_key)
        words = json_body(request, NAMES)
        return Response(notes_whole(services.name_notes(notes, **words), plain(request)))

    @extend_schema(**schema.DELETE_NOTES)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete the set."""
        notes = notes_or_404(public_id)
        check_key(request, notes.edit_key)
        services.delete_notes(notes)
        return HttpResponse(status=204)


class NoteView(MadeView):
    """The note on one step."""

    @extend_schema(**schema.NOTE)
    def get(self, request: Request, public_id: str, step: int) -> Response:
        """The note on a step."""
        note = notes_or_404(public_id).notes.filter(step=step).first()
        if note is None:
            raise Http404
        return Response(note_row(note))

    @extend_schema(**schema.PUT_NOTE)
    def put(self, request: Request, public_id: str, step: int) -> HttpResponse:
        """Write the note on a step, in place of the one there; nothing said takes it away."""
        notes = notes_or_404(public_id)
        check_key(request, notes.edit_key)
        note = services.put_note(notes, step, **json_body(request, NOTE))
        return HttpResponse(status=204) if note is None else Response(note_row(note))

    @extend_schema(**schema.DELETE_NOTE)
    def delete(self, request: Request, public_id: str, step: int) -> HttpResponse:
        """Take the note of a step away."""
        notes = notes_or_404(public_id)
        check_key(request, notes.edit_key)
        if not services.delete_note(notes, step):
            raise Http404
        return HttpResponse(status=204)
