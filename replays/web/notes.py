"""`/notes/<id>/`: a game with somebody's notes and marks on its steps, which are written here."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from games.registry import get_kind
from replays import services
from replays.access.costs import TooOften, counts_belief
from replays.access.edit_keys import forget, may_change, remember
from replays.models import AnnotationSet, Game, Glyph
from replays.models.notes import AUTHOR_MAX, TEXT_MAX, TITLE_MAX
from replays.reads import games as game_reads
from replays.reads import notes as note_reads
from replays.services import Refusal

from . import note_shapes
from . import replay_drawing as draw
from .branches import BELIEF_WAITS, NOTHING_SAID, too_often
from .replay import STEP, VIEW_NAMES, page_context, prior_context, title_of

MOST = {"title_max": TITLE_MAX, "author_max": AUTHOR_MAX, "text_max": TEXT_MAX}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/games/<id>/notes/?step=12&as=samurai`: begin a set of notes on what a view sees."""
    try:
        game = game_reads.game_by_public_id(public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    given = request.POST if request.method == "POST" else request.GET
    step = given.get("step", "0")
    if not STEP.fullmatch(step):
        problem = gettext("“step” must be the number of a step.")
        return _begin_page(request, game, "0", problem, 400)
    if request.method != "POST":
        return _begin_page(request, game, step)
    wait = too_often(request, makes_new=True)
    if wait is not None:
        return _begin_page(request, game, step, wait, 429)
    words = {key: given.get(key, "") for key in ("title", "author")}
    try:
        notes, key = services.begin_notes(game, given.get("as", ""), **words)
    except Refusal as refused:
        return _begin_page(request, game, step, refused.translated(), refused.status)
    response = HttpResponseRedirect(_place(notes, step))
    remember(response, notes, key)
    return response


def _place(notes: AnnotationSet, step: int | str) -> str:
    return f"{notes.get_absolute_url()}?{urlencode({'step': str(step), 'as': notes.view})}#board"


def _begin_page(
    request: HttpRequest, game: Game, step: str, problem: str = "", status: int = 200
) -> HttpResponse:
    kind, views = get_kind(game.kind), game_reads.open_views(game)
    asked = request.GET.get("as", "")
    context = {
        "game": game,
        "title": title_of(game),
        "step": min(int(step), game.n_events),
        "views": [(view, VIEW_NAMES.get(view) or kind.identity.roles[view]) for view in views],
        "view": asked if asked in views else views[0],
        "problem": problem,
        **MOST,
    }
    return render(request, "replays/notes_begin.html", context, status=status)


@never_cache
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def notes_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game with the notes; a POST writes, names or deletes."""
    try:
        notes = note_reads.notes_by_public_id(public_id)
    except AnnotationSet.DoesNotExist as error:
        raise Http404 from error
    if not note_reads.is_open(notes):
        raise Http404
    if request.method != "POST":
        return _page(request, notes)
    if not may_change(request, notes):
        problem = gettext("Only the browser that created these notes can change them.")
        return _page(request, notes, problem, 403)
    wait = too_often(request)
    if wait is not None:
        return _page(request, notes, wait, 429)
    try:
        return _act(request, notes)
    except Refusal as refused:
        return _page(request, notes, refused.translated(), refused.status)


def _act(request: HttpRequest, notes: AnnotationSet) -> HttpResponse:
    """What the form asks for. Raises Refusal."""
    given, action = request.POST, request.POST.get("action", "save")
    step = given.get("step", "0")
    if action == "delete":
        response = HttpResponseRedirect(notes.game.get_absolute_url())
        forget(response, notes)
        services.delete_notes(notes)
        return response
    if action == "name":
        services.name_notes(notes, title=given.get("title", ""), author=given.get("author", ""))
    elif action == "save" and STEP.fullmatch(step):
        services.put_note(
            notes,
            int(step),
            text=given.get("text", ""),
            glyph=given.get("glyph", ""),
            shapes=note_shapes.read_words(given.get("shapes", "")),
        )
    elif action == "remove" and STEP.fullmatch(step):
        services.delete_note(notes, int(step))
    else:
        return _page(request, notes, gettext("The form contains unexpected data."), 400)
    return HttpResponseRedirect(_place(notes, step if STEP.fullmatch(step) else 0))


def _page(
    request: HttpRequest, notes: AnnotationSet, problem: str = "", status: int = 200
) -> HttpResponse:
    game, kind = notes.game, get_kind(notes.game.kind)
    views = game_reads.open_views(game)
    given = request.POST if problem and request.method == "POST" else request.GET
    view, asked = request.GET.get("as", notes.view), given.get("step", "0")
    if not problem and (view not in views or not STEP.fullmatch(asked)):
        problem, status = str(NOTHING_SAID), 400
    view = view if view in views else notes.view
    prior = request.GET.get("belief", "")
    if prior and prior not in kind.display.priors:
        prior, problem, status = "", problem or str(NOTHING_SAID), status if problem else 400
    try:
        drawing = draw.drawing_of(game, view, prior, counts_belief(request, prior))
    except TooOften:
        prior, problem, status = "", problem or str(BELIEF_WAITS), status if problem else 429
        drawing = draw.drawing_of(game, view)
    step = min(int(asked), drawing.last) if STEP.fullmatch(asked) else 0
    are_shown = note_reads.are_shown(notes, view)
    rows = note_shapes.rows(drawing.scene, notes) if are_shown else []
    here = next((row for row in rows if row["step"] == step), note_shapes.nothing(step))
    typed = {key: given.get(key, "") for key in ("text", "glyph", "shapes")} if problem else {}
    context = {
        **page_context(game, drawing, view, views, step),
        **prior_context(game, drawing, prior, step),
        **MOST,
        "notes": notes,
        "rows": rows,
        "here": here,
        "form": {**here, **typed} if request.method == "POST" else here,
        "shapes": here["paths"],
        "glyphs": Glyph.choices,
        "are_shown": are_shown,
        "own_view": VIEW_NAMES.get(notes.view) or kind.identity.roles[notes.view],
        "own_place": f"?{urlencode({'step': str(step), 'as': notes.view})}#board",
        "can_edit": are_shown and may_change(request, notes),
        "notes_data": note_shapes.as_json(rows),
        "problem": problem,
        "plain": f"{reverse('replay', args=[game.public_id])}?{urlencode({'step': str(step)})}",
    }
    response = render(request, "replays/notes.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response
