"""Seats of a table with several phones: invitations, joining, and passing a seat on.

An invitation is a short code that can be used once, within a day. The phone that uses it gets a new
key of the seat, and the key of the phone that had the seat ends. Codes are computed from the secret
key of the site; their digests are stored.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from replays.access.edit_keys import digest_of, fits, new_key
from replays.services.errors import Refusal, refusal
from replays.services.retries import retrying
from rooms.access.keys import Access
from rooms.models import ALPHABET, CODE_LENGTH, Action, Room, RoomSeat, RoomState

from .changing import Change, locked, store_change

INVITED_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Joined:
    """A seat that a phone has taken, with its new key, which is shown only once."""

    room: Room
    role: str
    key: str


@retrying
def invite(room: Room, access: Access, role: str) -> RoomSeat:
    """Make a new invitation to a seat; an earlier one ends. The recorder can invite to all seats,
    others to their own, to pass it on. Raises Refusal.
    """
    with locked(room) as room:
        seat = _seat_of(room, role)
        if not access.is_recorder and access.role != role:
            message = gettext("You can pass on only your own seat.")
            raise refusal(403, "not_yours", message)
        make_invitation(seat)
        seat.save(update_fields=["n_invitations", "invitation", "invited_at"])
    return seat


def make_invitation(seat: RoomSeat) -> None:
    """Set a new invitation of a seat, without storing it."""
    seat.n_invitations += 1
    seat.invitation = digest_of(_code_of(seat))
    seat.invited_at = timezone.now()


def invitation_to(seat: RoomSeat) -> str:
    """Return the code that a phone can join with; an empty text if there is none, or no more."""
    code = _code_of(seat)
    is_valid = seat.invitation is not None and fits(code, seat.invitation) and not _is_old(seat)
    return code if is_valid else ""


@retrying
def join(text: str, sent_key: str = "") -> Joined:
    """Take the seat that a code invites to. A request with a `sent_key`, which becomes the key of
    the seat, can be repeated. Raises Refusal.
    """
    code = "".join(text.lower().split()).replace("-", "")
    keys = [digest_of(sent_key)] if sent_key else []
    earlier = RoomSeat.objects.select_related("room").filter(key__in=keys).first()
    if earlier is not None:
        return Joined(earlier.room, earlier.role, sent_key)
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [digest_of(code, secret) for secret in secrets]
    found = RoomSeat.objects.select_related("room").filter(invitation__in=digests).first()
    if found is None:
        raise _unknown_code()
    with locked(found.room) as room:
        seat = _seat_of(room, found.role)
        if seat.invitation not in digests or _is_old(seat):
            raise _unknown_code()
        return _take(room, seat, sent_key)


@retrying
def sit(room: Room, access: Access, role: str) -> Joined:
    """Take a free seat on the recorder's own phone. Raises Refusal."""
    with locked(room) as room:
        seat = _seat_of(room, role)
        if not access.is_recorder:
            raise refusal(403, "room_key_needed", gettext("Only the recorder can do this."))
        if seat.joined_at is not None:
            message = gettext("Another phone has this seat. Make a new code for it instead.")
            raise refusal(409, "seat_taken", message)
        return _take(room, seat, "")


def _take(room: Room, seat: RoomSeat, sent_key: str) -> Joined:
    """Give a seat a new key. The devices at the table are notified by a new version."""
    key = sent_key or new_key()
    seat.key, seat.invitation, seat.joined_at = digest_of(key), None, timezone.now()
    seat.save(update_fields=["key", "invitation", "joined_at"])
    store_change(room, Change(Access(), room.version), Action.JOIN, [])
    room.save(update_fields=["version", "touched_at"])
    return Joined(room, seat.role, key)


def _seat_of(room: Room, role: str) -> RoomSeat:
    """Return a seat of a locked room that can be given to a phone. Raises Refusal."""
    if not room.is_shared:
        message = gettext("This table has one phone for all, so its seats can't be taken.")
        raise refusal(409, "not_shared", message)
    if room.state != RoomState.OPEN:
        raise refusal(409, "room_saved", gettext("This game is saved. It can't be changed here."))
    seat = next((seat for seat in room.seats.all() if seat.role == role), None)
    if seat is None:
        raise refusal(422, "no_such_role", gettext("There is no such role at this table."))
    return seat


def _code_of(seat: RoomSeat) -> str:
    """Return the code of the last invitation to a seat."""
    subject = f"{seat.room_id} {seat.role} {seat.n_invitations} {seat.key}"
    digest = salted_hmac("rooms.invitations", subject, algorithm="sha256").digest()
    number, letters = int.from_bytes(digest[:16], "big"), []
    for _ in range(CODE_LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def _is_old(seat: RoomSeat) -> bool:
    return seat.invited_at is None or timezone.now() - seat.invited_at > INVITED_FOR


def _unknown_code() -> Refusal:
    message = gettext("This code is wrong, too old or already used. Ask for a new one.")
    return refusal(422, "bad_code", message)
