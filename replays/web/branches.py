"""`/branches/<id>/`: a variation of a game, shown like a game and played on. All controls work as
forms without scripts.
"""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games.core import branching
from games.recorder.offers import MAX_LENGTH, parse_choices, parse_json
from games.registry import get_kind
from replays import services
from replays.access.costs import TooOften, count
from replays.access.edit_keys import may_change, sent_key
from replays.access.throttles import OfferThrottle
from replays.models import Branch, Game
from replays.models.branch import NAME_MAX
from replays.models.identity import is_public_id
from replays.reads import branches as branch_reads
from replays.reads.downloads import FORMS, branch_log_file
from replays.requests.http import attached_or_404, game_or_404
from replays.signals import row_created
from replays.text.numbers import is_number

from . import branch_offers, editing
from .address import Refused, check_step
from .attached import lines_around
from .replay import page_context, title_of, view_name
from .replay_drawing import drawing_of

FORM_NAMES = {file_ending: form for form, (file_ending, _) in FORMS.items()}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/games/<id>/branch/?step=12&as=samurai`: branch from the game, or from the branch `of`."""
    game = game_or_404(request, public_id)
    params = request.POST if request.method == "POST" else request.GET
    parent = branch_of(request, game, params.get("of", ""))
    last = parent.last_step if parent else game.n_events

    def create(step: int, params: QueryDict) -> HttpResponse:
        check_step(step, last)
        branch, key = services.begin_branch(
            game, step, params.get("as", ""), parent=parent, name=params.get("name", ""),
            event=_sent_event(params) if "event" in params else None,
            sent_key=sent_key(params.get("key", "")),
        )  # fmt: skip
        services.set_listed(branch, is_listed=params.get("listed") == "yes")
        row_created.send(sender=Branch, request=request, row=branch)
        url = f"{branch.get_absolute_url()}{_belief_query(game, params)}#board"
        return editing.redirect_to_created(branch, key, url)

    return editing.begin_page(request, create, partial(_begin_page, request, game, parent))


def _begin_page(
    request: HttpRequest, game: Game, parent: Branch | None, step: int, problem: str = "",
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    params = editing.params_of(request)
    last = parent.last_step if parent else game.n_events
    if step > last:
        step, problem, status = 0, *editing.no_step(step, problem, status)
    default_view = params.get("as", parent.view if parent else "")
    context = {
        **editing.view_choices(game, branch_reads.views_to_play(game), default_view),
        "game": game,
        "is_exact": branch_reads.is_exact(game),
        "parent": parent,
        "title": title_of(game),
        "step": step,
        "problem": problem,
        "name": params.get("name", ""),
        "listed": params.get("listed") == "yes",
        "name_max": NAME_MAX,
    }
    return _unindexed(render(request, "replays/branch_begin.html", context, status=status))


@never_cache
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def branch_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the branch at a step, and what can be played at its end. A POST plays, undoes, renames
    or deletes.
    """
    branch = _branch(request, public_id)
    if request.method != "POST":
        return _page(request, branch)
    if not may_change(request, branch):
        problem = gettext("Only the browser that created this variation can change it.")
        return _page(request, branch, problem, 403)
    return editing.attempt(
        request,
        lambda: _act(request, branch),
        lambda problem, status: _page(request, _branch(request, public_id), problem, status),
    )


def _act(request: HttpRequest, branch: Branch) -> HttpResponse:
    """Perform the action of the form. Raises Refusal or Refused."""
    params = request.POST
    action = params.get("action", "play")
    after = int(params["after"]) if is_number(params.get("after", "")) else None
    key = sent_key(params.get("key", ""))
    if action == "delete":
        url = f"{branch.game.get_absolute_url()}?step={branch.game_step}&as={branch.view}#board"
        return editing.redirect_after_delete(branch, services.delete_branch, url)
    if action == "name":
        branch = services.rename_branch(branch, params.get("name", ""))
        services.set_listed(branch, is_listed=params.get("listed") == "yes")
    elif action == "undo":
        branch = services.undo_event(branch, after=after)
    elif action in services.DECIDERS:
        branch = services.append_event(branch, action, after=after, sent_key=key)
    elif action == "play":
        event = _sent_event(params)
        branch = services.append_event(branch, event, after=after, sent_key=key)
    else:
        raise Refused(400, str(editing.UNEXPECTED_FORM))
    query = _belief_query(branch.game, request.GET)
    return HttpResponseRedirect(f"{branch.get_absolute_url()}{query}#board")


def _sent_event(params: QueryDict) -> dict[str, Any]:
    """Return the event of a form; an empty one, which is refused, if it is invalid."""
    event = parse_json(params.get("event", ""), MAX_LENGTH)
    return event if isinstance(event, dict) else {}


def _belief_query(game: Game, params: QueryDict) -> str:
    """Return the query of the prior that was shown, if the game has it."""
    prior = params.get("belief", "")
    is_known = prior in get_kind(game.kind).display.priors
    return f"?{urlencode({'belief': prior})}" if is_known else ""


@require_safe
def branch_log(request: HttpRequest, public_id: str, form: str) -> HttpResponse:
    """Send the log of a branch, the events of the game included, as a file."""
    branch = _branch(request, public_id)
    if form not in FORM_NAMES:
        raise Http404
    return branch_log_file(branch, FORM_NAMES[form])


def branch_of(request: HttpRequest, game: Game, public_id: str) -> Branch | None:
    """Return the variation of the game with this id; None without an id. Raises Http404."""
    branch = _branch(request, public_id) if public_id else None
    if branch is not None and branch.game_id != game.pk:
        raise Http404
    return branch


def _branch(request: HttpRequest, public_id: str) -> Branch:
    if not is_public_id(public_id):
        raise Http404
    return attached_or_404(request, branch_reads.branch_by_public_id, public_id)


def _unindexed(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    return response


def _page(
    request: HttpRequest, branch: Branch, problem_text: str = "", status: int = 200
) -> HttpResponse:
    game, problem = branch.game, editing.Problem(problem_text, status)
    step_text = request.GET.get("step", "")
    choices = parse_choices(request.GET.get("chosen", "[]"))
    if choices is None or (step_text and not is_number(step_text)):
        problem.add(editing.INVALID_PART, 400)
    played = branch_reads.line_of(branch)
    draw = partial(drawing_of, game, played=played)
    view, prior, drawing = editing.chosen_drawing(request, game, branch.view, draw, problem)
    step = editing.shown_step(step_text, drawing.last, drawing.last, problem)
    may_play = branch_reads.knows_as_much(branch, played.final, view)
    can_edit = may_change(request, branch)
    offers: dict[str, Any] = {}
    if may_play and can_edit:
        try:
            count(request, OfferThrottle())
            offers = branch_offers.offers_of(branch, choices or ())
        except TooOften as error:
            can_edit = False
            problem.add(error, 429)
    context = {
        **page_context(game, drawing, view, step, prior),
        "due": branching.due(get_kind(game.kind), played.final),
        **offers,
        "variations": lines_around(branch, view, drawing.last, f"&belief={prior}" if prior else ""),
        "may_play": may_play,
        "branch": branch,
        "own_view": view_name(game, branch.view),
        "own_events": branch_offers.own_rows(branch, view),
        "assumptions": branch_offers.assumption_rows(branch, view),
        "can_edit": can_edit,
        "is_stale": played.refusal is not None,
        "problem": problem.text,
        "name_max": NAME_MAX,
        "game_url": f"{reverse('replay', args=[game.public_id])}?"
        + urlencode({"step": str(branch.game_step), "as": view}),
    }
    return _unindexed(render(request, "replays/branch.html", context, status=problem.status))
