"""`/notes/<id>/`: a game with the notes of a user on its steps, and forms to write them."""

from functools import partial

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from replays import services
from replays.access.edit_keys import may_change
from replays.models import AnnotationSet, Game, Glyph
from replays.models.notes import AUTHOR_MAX, TEXT_MAX, TITLE_MAX
from replays.reads import games as game_reads
from replays.reads import notes as note_reads
from replays.requests.http import attached_or_404, game_or_404
from replays.signals import row_created
from replays.text.numbers import is_number

from . import editing, note_shapes
from .address import Refused, check_step
from .attached import note_sets
from .replay import page_context, title_of, view_name
from .replay_data import json_in_html
from .replay_drawing import drawing_of

LENGTHS = {"title_max": TITLE_MAX, "author_max": AUTHOR_MAX, "text_max": TEXT_MAX}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/games/<id>/notes/?step=12&as=samurai`: start a set of notes on a view."""
    game = game_or_404(request, public_id)

    def create(step: int, params: QueryDict) -> HttpResponse:
        check_step(step, game.n_events)
        texts = {key: params.get(key, "") for key in ("title", "author")}
        shapes = note_shapes.parse_shapes(params.get("shapes", ""))
        with transaction.atomic():
            notes, key = services.begin_notes(game, params.get("as", ""), **texts)
            if shapes:
                services.put_note(notes, step, shapes=shapes)
        services.set_listed(notes, is_listed=params.get("listed") == "yes")
        row_created.send(sender=AnnotationSet, request=request, row=notes)
        return editing.redirect_to_created(notes, key, _step_url(notes, step))

    return editing.begin_page(request, create, partial(_begin_page, request, game))


def _step_url(notes: AnnotationSet, step: int) -> str:
    return f"{notes.get_absolute_url()}?{urlencode({'step': str(step), 'as': notes.view})}#board"


def _begin_page(
    request: HttpRequest, game: Game, step: int, problem: str = "", status: int = 200
) -> HttpResponse:
    params = editing.params_of(request)
    if step > game.n_events:
        step, problem, status = 0, *editing.no_step(step, problem, status)
    context = {
        **editing.view_choices(game, game_reads.open_views(game), params.get("as", "")),
        "notes_title": params.get("title", ""),
        "author": params.get("author", ""),
        "listed": params.get("listed") == "yes",
        "game": game,
        "title": title_of(game),
        "step": step,
        "shapes": params.get("shapes", ""),
        "problem": problem,
        **LENGTHS,
    }
    return render(request, "replays/notes_begin.html", context, status=status)


@never_cache
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def notes_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the game with the notes. A POST writes, renames or deletes."""
    notes = attached_or_404(request, note_reads.notes_by_public_id, public_id)
    if not note_reads.is_open(notes):
        raise Http404
    show = partial(_page, request, notes)
    if request.method != "POST":
        return show()
    if not may_change(request, notes):
        return show(gettext("Only the browser that created these notes can change them."), 403)
    return editing.attempt(request, lambda: _act(request, notes), show)


def _act(request: HttpRequest, notes: AnnotationSet) -> HttpResponse:
    """Perform the action of the form. Raises Refusal or Refused."""
    params, action = request.POST, request.POST.get("action", "save")
    step = int(params.get("step", "0")) if is_number(params.get("step", "0")) else None
    if action == "delete":
        url = notes.game.get_absolute_url()
        return editing.redirect_after_delete(notes, services.delete_notes, url)
    if action == "name":
        services.name_notes(notes, title=params.get("title", ""), author=params.get("author", ""))
        services.set_listed(notes, is_listed=params.get("listed") == "yes")
    elif action == "save" and step is not None:
        services.put_note(
            notes,
            step,
            text=params.get("text", ""),
            glyph=params.get("glyph", ""),
            shapes=note_shapes.parse_shapes(params.get("shapes", "")),
        )
    elif action == "remove" and step is not None:
        services.delete_note(notes, step)
    else:
        raise Refused(400, str(editing.UNEXPECTED_FORM))
    return HttpResponseRedirect(_step_url(notes, step or 0))


def _page(
    request: HttpRequest, notes: AnnotationSet, problem_text: str = "", status: int = 200
) -> HttpResponse:
    game, problem = notes.game, editing.Problem(problem_text, status)
    params = request.POST if problem.text and request.method == "POST" else request.GET
    step_text = params.get("step", "0")
    if not is_number(step_text):
        problem.add(editing.INVALID_PART, 400)
    view, prior, drawing = editing.chosen_drawing(
        request, game, notes.view, partial(drawing_of, game), problem
    )
    step = editing.shown_step(step_text, drawing.last, 0, problem)
    are_shown = note_reads.are_shown(notes, view)
    rows = note_shapes.rows(drawing.scene, notes) if are_shown else []
    here = next((row for row in rows if row["step"] == step), note_shapes.empty_row(step))
    fields = ("text", "glyph", "shapes") if problem.text and request.method == "POST" else ()
    context = {
        **page_context(game, drawing, view, step, prior),
        **LENGTHS,
        "notes": notes,
        "note_sets": note_sets(game, notes),
        "rows": rows,
        "here": here,
        # What was typed; a form without these fields leaves the stored note.
        "form": {**here, **{key: params[key] for key in fields if key in params}},
        "shapes": here["paths"],
        "glyphs": Glyph.choices,
        "colours": note_shapes.colours(),
        "are_shown": are_shown,
        "own_view": view_name(game, notes.view),
        "own_view_url": f"?{urlencode({'step': str(step), 'as': notes.view})}#board",
        "can_edit": are_shown and may_change(request, notes),
        "notes_data": json_in_html({"notes": rows, "empty": note_shapes.empty_row(0)}),
        "problem": problem.text,
        "game_url": f"{reverse('replay', args=[game.public_id])}?{urlencode({'step': str(step)})}",
    }
    response = render(request, "replays/notes.html", context, status=problem.status)
    response["X-Robots-Tag"] = "noindex"
    return response
