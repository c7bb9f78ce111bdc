"""`/record/<code>/`: a table, where a game is recorded on one phone or several. Everything works as
forms. A script sends them with the header `X-Part: screen`, and gets the screen without the page
around it.
"""

import hashlib
from typing import NamedTuple

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
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.core.turns import STOPS
from games.recorder.offers import MAX_LENGTH, board_moves, parse_choices, parse_json
from games.recorder.screens import stays_with
from replays.access.addresses import client_network
from replays.access.budget import budget_of
from replays.access.costs import TooOften, count
from replays.access.quotas import quotas_of
from replays.access.throttles import OfferThrottle, StreamThrottle, WriteThrottle
from replays.access.uploaders import remember
from replays.access.viewer import viewer_of
from replays.requests.http import row_or_404
from replays.services.errors import OverQuota, Refusal
from replays.streams.responses import TooManyStreams, cursor_of, event_stream
from replays.text.numbers import is_number
from replays.web.audience import audience_context, audience_of
from rooms import services
from rooms.access.keys import (
    GUEST,
    SEAT_COOKIE,
    Access,
    access_of,
    is_closed,
    keys_in_browser,
    remember_key,
)
from rooms.access.throttles import RoomThrottle
from rooms.models import Room
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads
from rooms.reads.following import RoomVersions, shown_room

from .again import again_address
from .invitations import seat_rows
from .screens import (
    WITH_CHOICES,
    Screen,
    screen_context,
    screen_of,
    shown_replay,
    table_of,
)

PART = "X-Part"
"""The header with which a script asks for a part of the page."""
SCREEN = "screen"


class _Again(Exception):
    """The page is shown again with a problem, or with more chosen."""

    def __init__(self, problem: str = "", status: int = 200, chosen: str = "[]") -> None:
        super().__init__(problem)
        self.problem, self.status, self.chosen = problem, status, chosen


class _Done(NamedTuple):
    """An action that leads to an address, and the key of a seat that it gives to the phone."""

    path: str
    key: str = ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the screen of the person who holds the phone; a POST enters, undoes or hands over."""
    room, access = room_and_access(request, code)
    if not room_reads.is_playable(room):
        return _refused(request, room, access)
    edited = _edited(request)
    try:
        if request.method == "POST":
            count(request, WriteThrottle())
            return _after(request, code, _act(request, room, access, edited))
        count(request, RoomThrottle())
    except _Again as again:
        room, access = room_and_access(request, code)
        return _page(request, room, access, edited, again)
    except Refusal as refusal:
        room, access = room_and_access(request, code)
        problem = _Again(refusal.translated(), refusal.status)
        return _page(request, room, access, edited, problem)
    except (OverQuota, TooOften) as error:
        return _page(request, room, access, edited, _Again(str(error), 429))
    return _page(request, room, access, edited, _Again())


def _after(request: HttpRequest, code: str, action: _Done) -> HttpResponse:
    """Answer an action: by a redirect, or for a script by the screen that follows, or the address
    if it is another page.
    """
    response = _answer_to(request, code, action)
    if action.key:
        room = row_or_404(room_reads.room_by_code, code)
        remember_key(response, room, action.key, SEAT_COOKIE)
    return response


def _answer_to(request: HttpRequest, code: str, action: _Done) -> HttpResponse:
    if not _is_for_part(request):
        return HttpResponseRedirect(action.path)
    here, _, query = action.path.partition("#")[0].partition("?")
    if here != request.path:
        return _closed(JsonResponse({"location": action.path}))
    room, access = room_and_access(request, code, action.key)
    edited = _index(QueryDict(query).get("edit", ""))
    return _page(request, room, access, edited, _Again())


def _is_for_part(request: HttpRequest) -> bool:
    return request.headers.get(PART) == SCREEN


@never_cache
@require_safe
def moves(request: HttpRequest, code: str) -> HttpResponse:
    """Send what can be entered on the board of the current screen, or of a correction (`of`)."""
    try:
        count(request, OfferThrottle())
    except TooOften as error:
        return HttpResponse(str(error), status=429)
    room, access = room_and_access(request, code)
    if not room_reads.is_playable(room):
        raise Http404
    screen = screen_of(room, access, _edited(request, "of"))
    if screen.turn is None or screen.name not in WITH_CHOICES:
        return _closed(JsonResponse({"moves": []}))
    kind, state = room_reads.kind_of(room), shown_replay(room, screen).final
    narrow = house_reads.narrow_of(room, screen.index)
    rows = board_moves(kind, state, screen.turn, narrow)
    return _closed(JsonResponse({"moves": rows}))


@require_safe
def versions(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send an event for each change that the browser may see, to the script of the page, which then
    fetches the screen. `since` is the version that it shows.
    """
    room, access = room_and_access(request, code)
    text = request.headers.get("Last-Event-ID") or request.GET.get("since", "")
    try:
        count(request, StreamThrottle())
        return event_stream(
            request, RoomVersions.seen_by(room, access), cursor_of(text), client_network(request),
            budget_of(request),
        )  # fmt: skip
    except (TooManyStreams, TooOften) as error:
        wait = error.wait if isinstance(error, TooOften) else error.retry_seconds
        response = HttpResponse(str(error), status=429, content_type="text/plain")
        response["Retry-After"] = str(wait)
        return response


def room_and_access(request: HttpRequest, code: str, new_key: str = "") -> tuple[Room, Access]:
    """Return a room and what the browser may do in it, with a key that it gets just now. Raises
    Http404.
    """
    room = row_or_404(room_reads.room_by_code, code)
    viewer = viewer_of(request)
    access = access_of(room, viewer.keys, new_key, *keys_in_browser(request, room))
    if is_overlay(request):
        access = GUEST
    if is_closed(room, access, is_staff=viewer.is_staff):
        raise Http404
    return row_or_404(lambda _: shown_room(room, access), code), access


def _refused(request: HttpRequest, room: Room, access: Access) -> HttpResponse:
    """Say that the rules engine refuses the events of a room, and let its phone delete it."""
    if access.is_recorder and request.POST.get("action") == "delete":
        services.delete_room(room)
        return HttpResponseRedirect(reverse("record"))
    context = {"kind": room_reads.kind_of(room), "may_delete": access.is_recorder}
    return _closed(render(request, "rooms/refused.html", context, status=409))


def is_overlay(request: HttpRequest) -> bool:
    """Return whether a page is shown in a video stream: the public view without controls."""
    return request.method != "POST" and request.GET.get("overlay") == "1"


def _edited(request: HttpRequest, name: str = "edit") -> int | None:
    """Return the index of the event that the address corrects, from 0."""
    return _index(request.GET.get(name, ""))


def _index(text: str) -> int | None:
    return int(text) - 1 if is_number(text) and int(text) else None


def _closed(response: HttpResponse) -> HttpResponse:
    """Forbid that a page with secrets is stored or indexed."""
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def _page(
    request: HttpRequest, room: Room, access: Access, edited: int | None, again: _Again
) -> HttpResponse:
    screen = screen_of(room, access, edited)
    chosen = parse_choices(again.chosen) or ()
    game = room_reads.game_of(room, room_reads.owner_as_viewer(room))
    context = {
        **screen_context(room, access, screen, chosen),
        **audience_context(request),
        "problem": again.problem,
        "game": game,
        "again": again_address(room) if screen.name == "saved" else "",
        "address": request.build_absolute_uri(room.get_absolute_url()),
    }
    if room.is_shared and access.may_write:
        context["seat_rows"] = seat_rows(room, access, request)
        is_new = access.is_recorder and not room.n_events
        context["seats_are_open"] = is_new or request.POST.get("action") == "invite"
    name = "overlay" if is_overlay(request) else "room"
    template = f"rooms/_{name}_screen.html" if _is_for_part(request) else f"rooms/{name}.html"
    return _closed(render(request, template, context, status=again.status))


def _act(request: HttpRequest, room: Room, access: Access, edited: int | None) -> _Done:
    """Perform the action of a form. Raises Refusal, OverQuota and _Again."""
    action = request.POST.get("action", "play")
    _check_action(room, access, action)
    params, here = request.POST, room.get_absolute_url()
    if "pick" in params:
        raise _Again(chosen=params["pick"])
    screen = screen_of(room, access, edited)
    role = screen.turn.role if screen.turn else None
    change = services.Change(access, _version(request, room), role, _request_key(request, action))
    if action == "take":
        services.take_phone(room, params.get("role", ""))
        return _Done(here if edited is None else f"{here}?edit={edited + 1}#now")
    if action == "delete":
        services.delete_room(room)
        return _Done(reverse("record"))
    if action == "sit":
        return _Done(here, services.sit(room, access, params.get("role", "")).key)
    if action == "give":
        services.give_phone(room, is_covered=params.get("covered") == "yes")
    elif action == "invite":
        services.invite(room, access, params.get("role", ""))
    elif action == "play":
        _enter(request, room, change, screen)
    elif action == "save":
        _save(request, room, change)
    else:
        _edit(request, room, change, action)
    return _Done(f"{here}#now")


def _check_action(room: Room, access: Access, action: str) -> None:
    """Raise _Again if a phone may not perform an action."""
    if not access.may_write or not (access.is_recorder or room.is_shared):
        raise _Again(gettext("Only the phones at this table can change the game."), 403)
    if action in ("take", "give") and room.is_shared:
        raise _Again(gettext("At this table each side has its own phone."), 403)
    if action in ("delete", "sit") and not access.is_recorder:
        raise _Again(gettext("Only the phone that opened this table can do this."), 403)


def _save(request: HttpRequest, room: Room, change: services.Change) -> None:
    room = services.save_room(room, change, audience_of(request), quotas_of(request, room.owner))
    if room.upload is not None:
        remember(request, [room.upload.public_id])


def _edit(request: HttpRequest, room: Room, change: services.Change, action: str) -> None:
    """Take back, or write a note."""
    if action == "undo":
        services.undo_events(room, change, _length(request, room))
        if not room.is_shared:
            services.give_phone(room)
    elif action == "ask":
        services.propose_take_back(room, change, _length(request, room))
    elif action == "pass":
        services.pass_turn(room, change)
    elif action == "claim":
        services.claim_time(room, change)
    elif action in ("accept", "decline"):
        services.answer_take_back(room, change, accepts=action == "accept")
    elif action == "note":
        step = request.POST.get("step", "")
        index = int(step) - 1 if is_number(step) else -1
        services.add_note(room, change, index, request.POST.get("note", ""))
    else:
        raise _Again(gettext("The form contains unexpected data."), 400)


def _enter(request: HttpRequest, room: Room, change: services.Change, screen: Screen) -> None:
    """Enter or correct an event. The phone stays with a side that enters the next secret too."""
    event = parse_json(request.POST.get("event", ""), MAX_LENGTH)
    if not isinstance(event, dict):
        raise _Again(gettext("The form contains unexpected data."), 400)
    services.check_types(event)
    if event["type"] in STOPS:
        change = services.Change(change.access, change.version, event.get("role"), change.key)
    if screen.index is not None:
        cuts = request.POST.get("cut") == "yes"
        room = services.replace_event(room, change, screen.index, event, cuts=cuts)
    else:
        room = services.append_event(room, change, event)
    if screen.view == "public" or screen.name == "solo" or room.is_shared:
        return
    room = row_or_404(room_reads.room_by_code, room.code)
    if not stays_with(table_of(room), screen):
        services.give_phone(room, is_covered=True)


def _version(request: HttpRequest, room: Room) -> int:
    text = request.POST.get("after", "")
    return int(text) if is_number(text) else room.version


def _length(request: HttpRequest, room: Room) -> int:
    """Return how many events stay after an undo: by default all but the last."""
    text = request.POST.get("length", "")
    return int(text) if is_number(text) else room.n_events - 1


def _request_key(request: HttpRequest, action: str) -> str:
    """Return a key of a form, the same if it is sent twice from the same page."""
    fields = ("after", "event", "length", "step", "note")
    sent = [action, *(request.POST.get(name, "") for name in fields)]
    return hashlib.sha256("\n".join(sent).encode()).hexdigest()[:40]
