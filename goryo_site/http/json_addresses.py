"""`.json` after the address of a page: a redirect to the endpoint of the API with the same content.

The owner of a private game, who is known by a cookie only, gets the content at once.
`/games/<id>.json` leads to `/api/v1/games/<id>/`, in every language.
"""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_safe

from replays.access.viewer import viewer_of
from replays.models import Game
from replays.models.audience import OPEN
from replays.reads import games as game_reads
from replays.requests.http import note_shown
from replays.rest.body import BodyRenderer
from replays.rest.describe import whole_game
from replays.rest.openapi import PLAIN

SUFFIX = ".json"
ENDPOINTS = {
    "games": "api-games",
    "my-games": "api-my-games",
    "collections": "api-collections",
    "collection": "api-collection",
    "replay": "api-game",
    "from-here": "api-game-from-here",
    "deal": "api-deal",
    "events": "api-events",
    "event": "api-event",
    "own-event": "api-own-event",
    "branch": "api-branch",
    "notes": "api-notes",
    "review": "api-review",
    "review-state": "api-review",
    "room": "api-room",
    "upload-status": "api-upload",
    "search": "api-search",
    "status": "api-status",
    "players": "api-players",
    "player": "api-player",
    "data": "api-data",
    "stats-catalogue": "api-stats-catalogue",
    "stats-kind": "api-stats-metrics",
    "stats-metric": "api-stats-metric",
    **{
        f"stats-{name}": f"api-stats-{name}"
        for name in (
            *("balance", "cards", "cross", "games", "learning", "movers", "order", "ratings"),
            *("roles", "routes", "spaces", "trends", "ways"),
        )
    },
}
"""The route of the API for the route of a page. Both have the same arguments."""


def _own_game(request: HttpRequest, public_id: str) -> HttpResponse | None:
    """Return a private game to its owner's browser: the API ignores cookies, and would not answer.
    None: anyone who has the link can read the game there.
    """
    viewer = viewer_of(request)
    try:
        game = game_reads.game_by_public_id(public_id, viewer)
    except Game.DoesNotExist:
        return None
    if game.visibility in OPEN:
        return None
    note_shown(request, game)
    body = whole_game(game, request)
    return HttpResponse(BodyRenderer().render(body), content_type=PLAIN)


@require_safe
def json_address(request: HttpRequest, page: str) -> HttpResponse:
    """Redirect to the endpoint of a page. Raises Http404 for pages without one."""
    try:
        match = resolve(f"{request.path_info.removesuffix(SUFFIX)}/")
    except Resolver404 as error:
        raise Http404 from error
    endpoint = ENDPOINTS.get(match.url_name or "")
    if endpoint is None:
        raise Http404
    if match.url_name == "replay" and (own := _own_game(request, match.kwargs["public_id"])):
        return own
    query = request.META.get("QUERY_STRING", "")
    address = reverse(endpoint, kwargs=match.kwargs)
    return HttpResponseRedirect(f"{address}?{query}" if query else address)
