"""`/record/join/`: a phone takes a seat with a code; and the links and QR codes of invitations."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathImage

from games.core.contract import PUBLIC
from replays.access.costs import TooOften, count
from replays.access.edit_keys import sent_key
from replays.services.errors import Refusal
from rooms import services
from rooms.access.keys import SEAT_COOKIE, Access, remember_key
from rooms.access.throttles import JoinThrottle
from rooms.models import Room, RoomSeat

from .names import seat_name

CODE_MAX = 40
QUIET_ZONE = 2
"""Light modules around a QR code."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as the page of a table shows it. `code` is empty if no invitation is open."""

    role: str
    label: str
    is_taken: bool
    is_own: bool
    code: str
    address: str
    qr: SafeString


def seat_rows(room: Room, access: Access, request: HttpRequest) -> list[SeatRow]:
    """Return the seats whose invitations a request may see: all for the recorder, else its own."""
    seats = sorted(room.seats.all(), key=lambda seat: (seat.role == PUBLIC, seat.pk))
    may_see = [seat for seat in seats if access.is_recorder or access.role == seat.role]
    return [_row(room, seat, access, request) for seat in may_see]


def _row(room: Room, seat: RoomSeat, access: Access, request: HttpRequest) -> SeatRow:
    code = services.invitation_to(seat)
    path = f"{reverse('room-join')}#{code}"
    address = request.build_absolute_uri(path) if code else ""
    is_table = seat.role == PUBLIC
    label = gettext("A tablet on the table") if is_table else seat_name(room, seat.role)
    is_taken = seat.joined_at is not None
    qr = qr_code(address) if code else mark_safe("")
    return SeatRow(seat.role, label, is_taken, access.role == seat.role, code, address, qr)


def qr_code(text: str) -> SafeString:
    """Return a QR code as SVG, dark on light in every theme, with a name for screen readers."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE, image_factory=SvgPathImage)
    code.add_data(text)
    drawing = code.make_image().to_string().decode()
    return format_html(
        '<span class="qr-box" role="img" aria-label="{}">{}</span>',
        gettext("QR code with the link"), mark_safe(drawing),  # noqa: S308 - drawn by qrcode
    )  # fmt: skip


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for a code; a POST takes the seat on this phone. A link has the code in its fragment,
    which only the script of the page reads, so that no preview of the link uses it up.
    """
    if request.method != "POST":
        return _page(request)
    try:
        count(request, JoinThrottle())
        text = request.POST.get("code", "")[:CODE_MAX]
        joined = services.join(text, sent_key(request.POST.get("key", "")))
    except Refusal as refusal:
        return _page(request, refusal.translated(), refusal.status)
    except TooOften as error:
        return _page(request, str(error), 429)
    response = HttpResponseRedirect(joined.room.get_absolute_url())
    remember_key(response, joined.room, joined.key, SEAT_COOKIE)
    return response


def _page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"problem": problem, "code": request.POST.get("code", "")[:CODE_MAX]}
    return render(request, "rooms/join.html", context, status=status)
