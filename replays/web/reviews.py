"""`/reviews/<id>/`: the replay page of a game, where people follow the steps of a leader."""

from functools import partial
from typing import Any

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
    QueryDict,
)
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from replays import services
from replays.access.addresses import client_network
from replays.access.budget import budget_of
from replays.access.edit_keys import may_change, remember
from replays.models import Game, Review
from replays.reads import games as game_reads
from replays.reads.reviews import state_of
from replays.requests.http import game_or_404, review_events, review_or_404
from replays.services.reviews import Shown
from replays.streams.responses import TooManyStreams, cursor_of, event_stream
from replays.text.numbers import is_number

from . import editing, note_shapes
from .address import Refused, check_step, refused_as_text
from .replay import page_context, title_of, view_name
from .replay_data import json_in_html
from .replay_drawing import drawing_of

PLACE = ("step", "as", "belief")
"""The parameters of an address that name what it shows; without them, what the leader shows."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/games/<id>/review/?step=12&as=samurai`: start a shared review."""
    game = game_or_404(request, public_id)
    if not game_reads.can_be_shown(game):
        raise Http404

    def create(step: int, params: QueryDict) -> HttpResponse:
        check_step(step, game.n_events)
        shown = Shown(step, params.get("as", ""), params.get("belief", ""))
        review, key = services.begin_review(game, shown)
        return editing.redirect_to_created(review, key, review.get_absolute_url())

    return editing.begin_page(request, create, partial(_begin_page, request, game))


def _begin_page(
    request: HttpRequest, game: Game, step: int, problem: str = "", status: int = 200
) -> HttpResponse:
    params, views = editing.params_of(request), game_reads.open_views(game)
    if step > game.n_events:
        step, problem, status = 0, *editing.no_step(step, problem, status)
    context = {
        "game": game,
        "title": title_of(game),
        "step": step,
        # players of an unfinished game may come from a view that others can't see
        "view": params["as"] if params.get("as") in views else views[0],
        "belief": params.get("belief", ""),
        "problem": problem,
    }
    return render(request, "replays/review_begin.html", context, status=status)


@never_cache
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def review_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what the leader shows, or the step and view of the address. A POST changes it."""
    review = review_or_404(request, public_id)
    show = partial(_page, request, review)
    if request.method != "POST":
        return show()
    return editing.attempt(request, lambda: _redirect_after(request, review), show)


def _redirect_after(request: HttpRequest, review: Review) -> HttpResponse:
    """Perform the action of a form. Raises Refusal or Refused."""
    if request.POST.get("action") == "end" and may_change(request, review):
        url = review.game.get_absolute_url()
        return editing.redirect_after_delete(review, services.end_review, url)
    changed, key = _act(request, review)
    response = HttpResponseRedirect(changed.get_absolute_url())
    if key:
        remember(response, changed, key)
    return response


def _act(request: HttpRequest, review: Review) -> tuple[Review, str]:
    """Change a review as a form says. Return it with the new key, if the sender became the leader.
    Raises Refusal or Refused.
    """
    params, action = request.POST, request.POST.get("action", "")
    if action == "take":
        return services.take_lead(review)
    if not may_change(request, review):
        raise Refused(403, gettext("Only the leader can do this. You follow now."))
    if action in ("offer", "keep"):
        return services.offer_lead(review, is_offered=action == "offer"), ""
    if action != "show":
        raise Refused(400, str(editing.UNEXPECTED_FORM))
    numbers = [params.get(name, "") for name in ("version", "step")]
    version, step = (int(text) if is_number(text) else -1 for text in numbers)
    shapes = note_shapes.parse_shapes(params.get("shapes", ""))
    shown = Shown(step, params.get("as", ""), params.get("belief", ""), shapes)
    return services.show_step(review, version, shown), ""


def _page(
    request: HttpRequest, review: Review, problem_text: str = "", status: int = 200
) -> HttpResponse:
    if problem_text:  # as it is now
        review = review_or_404(request, review.public_id)
    game, problem = review.game, editing.Problem(problem_text, status)
    if not game_reads.can_be_shown(game):
        raise Http404
    state = state_of(review)
    is_leaders = not any(name in request.GET for name in PLACE)
    view, prior, drawing = editing.chosen_drawing(
        request, game, state["view"], partial(drawing_of, game), problem,
        own_prior=state["belief"] if is_leaders else "",
    )  # fmt: skip
    default = min(state["step"], drawing.last) if is_leaders else 0
    step = editing.shown_step(request.GET.get("step", ""), drawing.last, default, problem)
    leads = may_change(request, review)
    is_there = (step, view, prior) == (state["step"], state["view"], state["belief"])
    context = {
        **page_context(game, drawing, view, step, prior),
        "can_branch": False,  # a variation is a separate page
        "review": review,
        "state": state,
        "state_data": json_in_html({**state, "leads": leads}),
        "leads": leads,
        "is_away": not (leads or is_there),
        "leaders_view": view_name(game, state["view"]),
        "shapes": note_shapes.paths(drawing.scene, state["shapes"]) if is_there else [],
        "link": request.build_absolute_uri(review.get_absolute_url()),
        "problem": problem.text,
    }
    response = render(request, "replays/review.html", context, status=problem.status)
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review_state(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return what the leader shows, for the script of the page. A POST changes it: its answer is
    the new state, or for a refused change the message, and the state as it is.
    """
    review = review_or_404(request, public_id)
    if request.method != "POST":
        return _state_response(request, review)

    def write() -> HttpResponse:
        changed, key = _act(request, review)
        response = JsonResponse({**state_of(changed), "leads": True})
        if key:
            remember(response, changed, key)
        return response

    return editing.attempt(request, write, partial(_state_response, request, review))


def _state_response(
    request: HttpRequest, review: Review, message: str = "", status: int = 200
) -> HttpResponse:
    if message:
        review = review_or_404(request, review.public_id)
    body: dict[str, Any] = {**state_of(review), "leads": may_change(request, review)}
    if message:
        body["message"] = message
    return JsonResponse(body, status=status)


@never_cache
@require_safe
@refused_as_text
def review_stream(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send what the leader shows after each change, to the script of the page. The streams of
    followers are counted, not that of the leader.
    """
    review = review_or_404(request, public_id)
    cursor = cursor_of(request.headers.get("Last-Event-ID", "")) or 0
    store = None if may_change(request, review) else partial(services.store_followers, review.pk)
    source, client = review_events(request, review), client_network(request)
    try:
        return event_stream(request, source, cursor, client, budget_of(request), store)
    except TooManyStreams as error:
        raise Refused(429, str(error), error.retry_seconds) from error
