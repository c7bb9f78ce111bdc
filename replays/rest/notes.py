"""`/api/v1/notes/<id>/`: notes and marks on the steps of a game."""

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.models import Annotation, AnnotationSet
from replays.reads import games as game_reads
from replays.reads import notes as note_reads
from replays.requests.http import attached_or_404, game_or_404
from replays.signals import row_created

from . import editing_schemas
from .base import DELETING, KEY, REFUSALS, EditingView, check_key, json_body, plain
from .describe import api_url, links_of
from .editing_schemas import Notes
from .errors import ApiError
from .game import NOT_OPEN
from .openapi import endpoint, in_path
from .owners import ID

STEP = in_path("step", "A step of the game, from 0.", OpenApiTypes.INT)


def notes_or_404(request: Request, public_id: str) -> AnnotationSet:
    """Return the set. Raises the same Http404 for an unknown set and for one of a game that
    the client can't reach, and a 403 where its view is not open.
    """
    notes = attached_or_404(plain(request), note_reads.notes_by_public_id, public_id)
    if not note_reads.is_open(notes):
        raise ApiError(403, "game_unfinished", NOT_OPEN)
    return notes


def editable_notes(request: Request, public_id: str) -> AnnotationSet:
    """Return the set, if the request has its edit key."""
    notes = notes_or_404(request, public_id)
    check_key(request, notes.edit_key)
    return notes


def _body(body: type[Notes], notes: AnnotationSet, request: Request, **more: str) -> Notes:
    """Return a body of a set."""
    return body.make(
        notes,
        **links_of(notes, "api-notes", plain(request)),
        game=api_url(plain(request), "api-game", notes.game.public_id),
        title=notes.shown_title,
        author=notes.shown_author,
        notes=[_note(note) for note in notes.notes.all()],
        **more,
    )


def _note(note: Annotation) -> editing_schemas.Note:
    return editing_schemas.Note.make(note, text=note.shown_text)


class NotesOfGameView(EditingView):
    """Sets of notes on a game."""

    makes_new = True

    @endpoint(
        "game_notes",
        editing_schemas.NewNotes,
        ID,
        status=201,
        request=editing_schemas.BeginNotes,
        errors=REFUSALS,
        moves=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a set of notes. Only this response contains the edit key."""
        game = game_or_404(plain(request), public_id)
        names = json_body(request, editing_schemas.BeginNotes)
        view = names.pop("as", game_reads.open_views(game)[0])
        notes, key = services.begin_notes(game, view, **names)
        row_created.send(sender=AnnotationSet, request=plain(request), row=notes)
        body = _body(editing_schemas.NewNotes, notes, request, edit_key=key)
        return Response(body, status=201, headers={"Location": body.api})


class NotesView(EditingView):
    """One set of notes."""

    @endpoint("notes", editing_schemas.Notes, ID, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str) -> Response:
        """Return all notes of a set."""
        notes = notes_or_404(request, public_id)
        return Response(_body(Notes, notes, request))

    @endpoint(
        "notes_name",
        editing_schemas.Notes,
        ID,
        KEY,
        request=editing_schemas.NameNotes,
        errors=REFUSALS,
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """Change the title or author."""
        notes = editable_notes(request, public_id)
        notes = services.name_notes(notes, **json_body(request, editing_schemas.NameNotes))
        return Response(_body(Notes, notes, request))

    @endpoint("notes_delete", None, ID, KEY, status=204, errors=DELETING)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete the set."""
        services.delete_notes(editable_notes(request, public_id))
        return HttpResponse(status=204)


class NoteView(EditingView):
    """The note on one step."""

    @endpoint("note", editing_schemas.Note, ID, STEP, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str, step: int) -> Response:
        """Return the note on a step."""
        note = notes_or_404(request, public_id).notes.filter(step=step).first()
        if note is None:
            raise Http404
        return Response(_note(note))

    @endpoint(
        "note_put", {200: editing_schemas.Note, 204: None}, ID, STEP, KEY,
        request=editing_schemas.PutNote, errors=REFUSALS,
    )  # fmt: skip
    def put(self, request: Request, public_id: str, step: int) -> HttpResponse:
        """Replace the note on a step. An empty note deletes it (204)."""
        notes = editable_notes(request, public_id)
        note = services.put_note(notes, step, **json_body(request, editing_schemas.PutNote))
        return HttpResponse(status=204) if note is None else Response(_note(note))

    @endpoint("note_delete", None, ID, STEP, KEY, status=204, errors=DELETING)
    def delete(self, request: Request, public_id: str, step: int) -> HttpResponse:
        """Delete the note on a step."""
        if not services.delete_note(editable_notes(request, public_id), step):
            raise Http404
        return HttpResponse(status=204)
