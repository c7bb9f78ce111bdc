"""`/api/v1/reviews/<id>/`: shared reviews of games."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.access.edit_keys import fits
from replays.models import Review
from replays.reads import games as game_reads
from replays.reads.reviews import state_of
from replays.requests.http import game_or_404, review_events, review_or_404
from replays.services.reviews import Shown
from replays.streams.responses import MEDIA_TYPE

from . import review_schemas as schemas
from .base import (
    KEY,
    KEY_HEADER,
    REFUSALS,
    EditingView,
    check_key,
    json_body,
    plain,
    private_response,
)
from .describe import api_url, links_of
from .events import LAST, EventsView, last_cursor
from .openapi import endpoint, in_path
from .owners import ID as GAME_ID

ID = in_path("public_id", "The id of the review.")
TAKING = (400, 403, 404, 409, 429)


def _answer(
    review: Review, request: Request, body: Any = schemas.Review, status: int = 200, **more: str
) -> Response:
    links = links_of(review, "api-review", plain(request))
    game = api_url(plain(request), "api-game", review.game.public_id)
    answer = body(**state_of(review), **links, game=game, **more)
    location = {} if status == 200 else {"Location": answer.api}
    return private_response(answer, status, **location)


def _shown(sent: dict[str, Any], default_view: str = "") -> Shown:
    view = sent.get("as", default_view)
    return Shown(sent.get("step", 0), view, sent.get("belief", ""), sent.get("shapes", ()))


def _led(request: Request, public_id: str) -> Review:
    """Return a review, if the request has the key of its leader."""
    review = review_or_404(plain(request), public_id)
    check_key(request, review.edit_key)
    return review


class ReviewsOfGameView(EditingView):
    """Shared reviews of a game."""

    makes_new = True

    @endpoint(
        "game_review", schemas.NewReview, GAME_ID,
        status=201, request=schemas.BeginReview, errors=REFUSALS, moves=True,
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Start a review of a game that you can reach. Only this response contains the leader's
        key.
        """
        game = game_or_404(plain(request), public_id)
        sent = json_body(request, schemas.BeginReview)
        shown = _shown(sent, game_reads.open_views(game)[0])
        review, key = services.begin_review(game, shown)
        return _answer(review, request, schemas.NewReview, 201, edit_key=key)


class ReviewView(EditingView):
    """One shared review."""

    @endpoint("review", schemas.Review, ID, errors=(400, 404))
    def get(self, request: Request, public_id: str) -> Response:
        """Return what the leader shows."""
        return _answer(review_or_404(plain(request), public_id), request)

    @endpoint("review_show", schemas.Review, ID, KEY, request=schemas.ShowStep, errors=REFUSALS)
    def post(self, request: Request, public_id: str) -> Response:
        """Show a step to all followers. A 409 `changed`: it builds on an earlier version."""
        review, sent = _led(request, public_id), json_body(request, schemas.ShowStep)
        return _answer(services.show_step(review, sent["version"], _shown(sent)), request)

    @endpoint("review_end", None, ID, KEY, status=204, errors=REFUSALS)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """End the review. A 409 `changed`: another person took the lead meanwhile."""
        services.end_review(_led(request, public_id))
        return HttpResponse(status=204)


class ReviewLeadView(EditingView):
    """The lead of a shared review."""

    @endpoint("review_offer", schemas.Review, ID, KEY, request=schemas.OfferLead, errors=REFUSALS)
    def put(self, request: Request, public_id: str) -> Response:
        """Offer the lead to anyone who follows, or keep it."""
        review, sent = _led(request, public_id), json_body(request, schemas.OfferLead)
        return _answer(services.offer_lead(review, is_offered=sent["offered"]), request)

    @endpoint("review_take", schemas.NewReview, ID, status=201, errors=TAKING)
    def post(self, request: Request, public_id: str) -> Response:
        """Take the lead that is offered. Only this response contains the new leader's key; that of
        the former leader has no effect any more.
        """
        taken, key = services.take_lead(review_or_404(plain(request), public_id))
        return _answer(taken, request, schemas.NewReview, 201, edit_key=key)


class ReviewEventsView(EventsView):
    """The events of a shared review."""

    @endpoint(
        "review_events", {(200, MEDIA_TYPE): schemas.ReviewState}, ID, LAST, errors=(400, 404, 429)
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Send what the leader shows now and after each change, as an event `state`, and `ended` at
        the end. With the leader's key, the stream does not count as a follower.
        """
        sent = plain(request)
        review = review_or_404(sent, public_id)
        leads = fits(request.headers.get(KEY_HEADER), review.edit_key)
        store = None if leads else partial(services.store_followers, review.pk)
        return self.stream(request, review_events(sent, review), last_cursor(request) or 0, store)
