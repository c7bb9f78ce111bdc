"""`/branches/<id>/`: a what-if branch, watched like a game and played on; every control works as a
form without a script.
"""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games.core import branching
from games.registry import get_kind
from replays import services
from replays.access.costs import TooOften, count, counts_belief
from replays.access.edit_keys import forget, may_change, remember
from replays.access.throttles import NewThrottle, OfferThrottle, WriteThrottle
from replays.models import Branch, Game
from replays.models.branch import NAME_MAX
from replays.models.identity import is_public_id
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.reads.downloads import FORMS, branch_log_file
from replays.requests.choices import LONGEST, chosen_of
from replays.services import Refusal

from . import branch_offers as offered
from . import replay_drawing as draw
from .replay import STEP, VIEW_NAMES, page_context, prior_context, title_of

BELIEF_WAITS = gettext_lazy("Too many requests for possible positions. Wait a minute.")
NOTHING_SAID = gettext_lazy("Part of this link is invalid and was ignored.")
FORM_NAMES = {file_ending: form for form, (file_ending, _) in FORMS.items()}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/games/<id>/branch/?step=12&as=samurai`: play on from here, or from `of`, a branch of it."""
    try:
        game = game_reads.game_by_public_id(public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    given = request.POST if request.method == "POST" else request.GET
    if given.get("of") and not is_public_id(given["of"]):
        raise Http404
    parent = _branch(given["of"]) if given.get("of") else None
    if parent is not None and parent.game_id != game.pk:
        raise Http404
    step = given.get("step", "0")
    if not STEP.fullmatch(step):
        problem = gettext("“step” must be the number of a step.")
        return _begin_page(request, game, parent, 0, problem, 400)
    if request.method != "POST":
        return _begin_page(request, game, parent, int(step))
    wait = too_often(request, makes_new=True)
    if wait is not None:
        return _begin_page(request, game, parent, int(step), wait, 429)
    try:
        branch, key = services.begin_branch(
            game, int(step), given.get("as", ""), parent=parent, name=given.get("name", "")
        )
    except Refusal as refused:
        return _begin_page(request, game, parent, int(step), refused.translated(), refused.status)
    response = HttpResponseRedirect(f"{branch.get_absolute_url()}#board")
    remember(response, branch, key)
    return response


def _begin_page(
    request: HttpRequest, game: Game, parent: Branch | None, step: int, problem: str = "",
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    kind = get_kind(game.kind)
    views = branch_reads.views_to_play(game)
    last = parent.last_step if parent else game.n_events
    asked = request.GET.get("as", parent.view if parent else "")
    context = {
        "game": game,
        "parent": parent,
        "title": title_of(game),
        "step": min(step, last),
        "views": [(view, VIEW_NAMES.get(view) or kind.identity.roles[view]) for view in views],
        "view": asked if asked in views else next(iter(views), ""),
        "problem": problem,
        "name_max": NAME_MAX,
    }
    return _private(render(request, "replays/branch_begin.html", context, status=status))


@never_cache
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def branch_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The branch at a step, and what can be played at its end; a POST plays, undoes, names or
    deletes.
    """
    branch = _branch(public_id)
    if request.method != "POST":
        return _page(request, branch)
    if not may_change(request, branch):
        problem = gettext("Only the browser that created this variation can change it.")
        return _page(request, branch, problem, 403)
    wait = too_often(request)
    if wait is not None:
        return _page(request, branch, wait, 429)
    try:
        return _act(request, branch)
    except Refusal as refused:
        return _page(request, _branch(public_id), refused.translated(), refused.status)


def _act(request: HttpRequest, branch: Branch) -> HttpResponse:
    """What the form asks for. Raises Refusal."""
    action = request.POST.get("action", "play")
    if action == "delete":
        response = HttpResponseRedirect(
            f"{branch.game.get_absolute_url()}?step={branch.game_step}&as={branch.view}#board"
        )
        forget(response, branch)
        services.delete_branch(branch)
        return response
    if action == "name":
        services.rename_branch(branch, request.POST.get("name", ""))
    elif action == "undo":
        branch = services.undo_event(branch, after=_number(request.POST.get("after", "")))
    elif action in ("play", *services.WAYS):
        chosen = action if action in services.WAYS else _event(request.POST.get("event", ""))
        branch = services.append_event(branch, chosen, after=_number(request.POST.get("after", "")))
    else:
        return _page(request, branch, gettext("The form contains unexpected data."), 400)
    belief = request.GET.get("belief", "")
    kept = (
        f"?{urlencode({'belief': belief})}"
        if belief in get_kind(branch.game.kind).display.priors
        else ""
    )
    return HttpResponseRedirect(f"{branch.get_absolute_url()}{kept}#board")


def _number(text: str) -> int | None:
    return int(text) if STEP.fullmatch(text) else None


def _event(text: str) -> Any:
    """The event of a form; what is none stays one that will be refused."""
    if len(text) > LONGEST:
        return {}
    try:
        event = json.loads(text)
        json.dumps(event, ensure_ascii=False).encode()  # half a surrogate pair can be sent nowhere
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


@require_safe
def branch_log(request: HttpRequest, public_id: str, form: str) -> HttpResponse:
    """The whole line as a file."""
    branch = _branch(public_id)
    if form not in FORM_NAMES:
        raise Http404
    return branch_log_file(branch, FORM_NAMES[form])


def _branch(public_id: str) -> Branch:
    try:
        return branch_reads.branch_by_public_id(public_id)
    except Branch.DoesNotExist as error:
        raise Http404 from error


def too_often(request: HttpRequest, *, makes_new: bool = False) -> str | None:
    """What is said to who writes, or begins, too much; None where it is not. Counts this time."""
    try:
        count(request, WriteThrottle(), *([NewThrottle()] if makes_new else []))
    except TooOften as often:
        return str(often)
    return None


def _private(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    return response


def _page(
    request: HttpRequest, branch: Branch, problem: str = "", status: int = 200
) -> HttpResponse:
    game, kind = branch.game, get_kind(branch.game.kind)
    views = game_reads.open_views(game)
    view, asked = request.GET.get("as", branch.view), request.GET.get("step", "")
    chosen = chosen_of(request.GET.get("chosen", "[]"))
    if not problem and (view not in views or chosen is None or (asked and _number(asked) is None)):
        problem, status = str(NOTHING_SAID), 400
    view = view if view in views else branch.view
    played = branch_reads.line_of(branch)
    prior = request.GET.get("belief", "")
    if prior and prior not in kind.display.priors:
        prior, problem, status = "", problem or str(NOTHING_SAID), status if problem else 400
    try:
        drawing = draw.drawing_of_replay(
            game.kind, played, view, prior, counts_belief(request, prior)
        )
    except TooOften:
        prior, problem, status = "", problem or str(BELIEF_WAITS), status if problem else 429
        drawing = draw.drawing_of_replay(game.kind, played, view)
    number = _number(asked)
    step = drawing.last if number is None else min(number, drawing.last)
    may_play = branch_reads.knows_as_much(branch, played.final, view)
    can_edit = may_change(request, branch)
    offers: dict[str, Any] = {}
    if may_play and can_edit:
        try:
            count(request, OfferThrottle())
            offers = offered.offers_of(branch, chosen or ())
        except TooOften as often:
            can_edit, problem, status = False, problem or str(often), status if problem else 429
    context = {
        **page_context(game, drawing, view, views, step),
        **prior_context(game, drawing, prior, step),
        "due": branching.due(kind, played.final),
        **offers,
        "may_play": may_play,
        "branch": branch,
        "own_view": VIEW_NAMES.get(branch.view) or kind.identity.roles[branch.view],
        "own": offered.own_rows(branch, view),
        "assumes": offered.assumed_words(branch, view),
        "can_edit": can_edit,
        "is_stale": played.refusal is not None,
        "problem": problem,
        "name_max": NAME_MAX,
        "back": f"{reverse('replay', args=[game.public_id])}?"
        + urlencode({"step": str(branch.game_step), "as": view}),
    }
    return _private(render(request, "replays/branch.html", context, status=status))
