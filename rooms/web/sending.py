"""Games that were recorded without a connection: the site receives them, and the phone of a table
gets a copy to continue with.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.log.json_reader import read_only_value
from replays.access.costs import TooOften, count
from replays.access.quotas import quotas_of
from replays.access.throttles import NewThrottle, WriteThrottle
from replays.access.uploaders import browser_key, remember
from replays.services.errors import OverQuota, Refusal, TooLarge, UploadFault, refusal
from replays.web.audience import audience_of
from rooms import services
from rooms.access.keys import Access
from rooms.access.throttles import RoomThrottle
from rooms.models import Room
from rooms.reads import rooms as room_reads

from .table import room_and_access

MAX_LOG = 1024 * 1024
"""Bytes of a draft that is sent."""
Body = dict[str, Any]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, code: str) -> HttpResponse:
    """Send the entries of a table to the only phone at it, which stores them to continue without a
    connection. A POST replaces the entries by those of the phone.
    """
    if request.method == "POST":
        return _answered(request, lambda body: _continued(*_recorded(request, code), body))
    try:
        count(request, RoomThrottle())
    except TooOften as error:
        return JsonResponse({"state": "later", "message": str(error)}, status=429)
    room, access = _recorded(request, code)
    if not services.can_copy(room, access):
        return _private({"is_possible": False})
    body = {
        "is_possible": True,
        "code": room.code,
        "game": room.kind,
        "version": room.version,
        "header": room.header,
        "rows": room.events,
    }
    return _private(body)


def _recorded(request: HttpRequest, code: str) -> tuple[Room, Access]:
    """Return a table and the key that records it. Raises Http404."""
    room, access = room_and_access(request, code)
    if not access.is_recorder or not room_reads.is_playable(room):
        raise Http404
    return room, access


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def send(request: HttpRequest) -> HttpResponse:
    """Receive a draft as a game; a GET returns the token that a POST needs."""
    if request.method != "POST":
        return _private({"token": get_token(request)})
    return _answered(request, lambda body: _stored(request, body))


def _private(body: Body) -> HttpResponse:
    response = JsonResponse(body)
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def _answered(request: HttpRequest, use: Callable[[Body], HttpResponse]) -> HttpResponse:
    """Return the response to a draft that was sent, or why it is not stored."""
    try:
        count(request, WriteThrottle(), NewThrottle())
        return use(_body(request))
    except Refusal as refused:
        return _refused(refused)
    except services.Conflict as conflict:
        body = {
            "state": "conflict",
            "ours": conflict.ours,
            "sent": conflict.sent,
            "differs": conflict.differs,
            "version": conflict.version,
        }
        return JsonResponse(body, status=409)
    except TooLarge as error:
        return JsonResponse({"state": "refused", "message": str(error)}, status=413)
    except (OverQuota, TooOften) as error:
        return JsonResponse({"state": "later", "message": str(error)}, status=429)
    except UploadFault:
        message = gettext("The game is stored. The site reads it in a moment.")
        return JsonResponse({"state": "later", "message": message}, status=503)


def _body(request: HttpRequest) -> Body:
    """Return the body of a request. Raises Refusal, TooLarge."""
    if len(request.body) > MAX_LOG:
        raise TooLarge(MAX_LOG)
    try:
        body = read_only_value(request.body)
    except ValueError:
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("draft"), str):
        message = gettext("Send a JSON object with “draft” and the game.")
        raise refusal(422, "bad_draft", message)
    return body


def _stored(request: HttpRequest, body: Body) -> HttpResponse:
    """Store a game. Raises Refusal, Conflict and what uploads raise."""
    if not isinstance(body.get("log"), dict):
        message = gettext("Send the log of the game as a JSON object (“log”).")
        raise refusal(422, "bad_draft", message)
    audience = audience_of(request, sent={"visibility": str(body.get("visibility", ""))})
    owner = browser_key(request, keep=True)
    sent = services.Sent(body["draft"], body["log"], is_new=body.get("is_new") is True)
    upload = services.send_draft(sent, owner, audience, quotas_of(request, owner))
    remember(request, [upload.public_id])
    game = room_reads.game_of_upload(upload, owner)
    url = upload.get_absolute_url() if game is None else game.get_absolute_url()
    return JsonResponse({"state": "sent", "url": url}, status=201)


def _continued(room: Room, access: Access, body: Body) -> HttpResponse:
    """Replace the entries of a table. Raises Refusal and Conflict."""
    version, rows = body.get("version"), body.get("rows")
    if type(version) is not int or not isinstance(rows, list):
        message = gettext("Send the “version” of the table, and its “rows”.")
        raise refusal(422, "bad_draft", message)
    continued = services.Continued(version, rows)
    room = services.continue_room(room, access, body["draft"], continued)
    return JsonResponse({"state": "continued", "url": room.get_absolute_url()})


def _refused(refused: Refusal) -> HttpResponse:
    """Return a refusal: where it is, what is wrong, the rule, and what is possible instead."""
    finding = refused.finding
    if finding.code in ("room_saved", "gone"):  # only a separate game is possible
        return JsonResponse({"state": "gone"}, status=refused.status)
    body = {
        "state": "refused",
        "message": refused.translated(),
        "step": None if finding.event is None else finding.event + 1,
        "rule": finding.citation,
        "legal": list(finding.legal),
    }
    return JsonResponse(body, status=refused.status)
