"""Opening and removing rooms."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from games.core import recording
from games.core.contract import PUBLIC
from games.core.record import Record
from games.registry import KINDS, get_kind, judge_log
from replays.access.edit_keys import digest_of, new_key
from replays.services.errors import Refusal, refusal
from replays.services.retries import retrying
from replays.streams.wake import wake
from replays.text.names import clean_line
from rooms.models import DELAYS, HOUSE_RULES_MAX, Room, RoomSeat, RoomState, SentDraft, room_stream

from . import clocks, house
from .seats import make_invitation

SWEEP_BATCH_SIZE = 200
DIGEST_DAYS = 2
"""Days for which the digest of an address is stored."""
SENT_DAYS = 90
"""Days for which a draft that was sent is recognized if it is sent again."""
SAVED_DAYS = 1
"""Days for which a room leads to its saved game."""


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room to be opened: the header of its log, who owns it, and a digest of the address. A
    request with a `sent_key`, which becomes the recorder's key, can be repeated: it opens one room.

    `bots` maps the roles that house bots play to their strengths. `deals`: the site deals what
    chance decides; with bots it always does. `clock`: the time of each player, None without limit.
    `delay` is in minutes, one of `DELAYS`: people without a key see changes so much later.
    `is_shared`: each side has its own phone, and an invitation to each seat is made. `is_timed`:
    the time of each step is recorded. `house_rules` is a note in the log.
    """

    header: Mapping[str, Any]
    owner: str
    made_by: str
    sent_key: str = ""
    bots: Mapping[str, str] = field(default_factory=dict)
    deals: bool = False
    clock: clocks.Clock | None = None
    delay: int = 0
    is_shared: bool = False
    is_timed: bool = False
    house_rules: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A new room with its keys, which are shown only once."""

    room: Room
    recorder_key: str
    seat_keys: dict[str, str]


@retrying
def open_room(new: NewRoom) -> Opened:
    """Open a room with a key for its recorder and one for each seat. Raises Refusal."""
    try:
        return _open_room(new)
    except IntegrityError:  # the same request was faster
        return _open_room(new)


def _open_room(new: NewRoom) -> Opened:
    header, record = _checked_header({**_with_seats_of_bots(new), **_rules_note(new.house_rules)})
    if new.delay not in DELAYS:
        message = gettext("The delay must be one of these numbers of minutes: {known}.")
        raise refusal(422, "bad_delay", message, known=", ".join(map(str, DELAYS)))
    kind = get_kind(header["game"])
    roles = kind.identity.roles_in(kind.identity.mode_of(record.setup))
    deals = new.deals or bool(new.bots)
    if deals:
        house.check_house(kind, record.setup, roles, new.bots)
    house.check_programs(header)
    header = house.with_bots(kind, header, new.bots)
    players = [role for role in roles if role not in new.bots]
    if new.clock is not None:
        clocks.check_times(new.clock)
        header["x_clock"] = new.clock._asdict()
    key = new.sent_key or new_key()
    with transaction.atomic():
        earlier = Room.objects.filter(recorder_key=digest_of(key), owner=new.owner).first()
        if earlier is not None:
            return Opened(earlier, key, {})
        _check_limits(new)
        room = Room.objects.create(
            kind=kind.slug,
            header=header,
            owner=new.owner,
            made_by=new.made_by,
            recorder_key=digest_of(key),
            bots=dict(new.bots),
            deals=deals,
            clock=None if new.clock is None else clocks.new_clock(new.clock, players),
            delay=new.delay,
            is_shared=new.is_shared,
            is_timed=new.is_timed,
        )
        clocks.start(room, house.play_house(room, kind.rules.engine.initial_state(record.setup)))
        room.save(update_fields=["events", "n_events", "house_due", "clock"])
        keys = _make_seats(room, players)
    return Opened(room, key, keys)


def _with_seats_of_bots(new: NewRoom) -> Mapping[str, Any]:
    """Return the sent header with a player for each bot: callers need not name them."""
    players, game = new.header.get("players", []), new.header.get("game")
    if not isinstance(players, list) or not isinstance(game, str) or game not in KINDS:
        return new.header  # refused with its place
    sent = [player.get("role") for player in players if isinstance(player, dict)]
    roles = KINDS[game].identity.roles
    seats = [{"role": role} for role in new.bots if role in roles and role not in sent]
    return {**new.header, "players": [*players, *seats]} if seats else new.header


def _rules_note(text: str) -> dict[str, str]:
    """Return the header field of a note on house rules. Raises Refusal."""
    note = "\n".join(map(clean_line, text.splitlines())).strip()
    if len(note) > HOUSE_RULES_MAX:
        message = gettext("The note on house rules is too long: at most {most} characters.")
        raise refusal(422, "too_long", message, most=HOUSE_RULES_MAX)
    return {"x_house_rules": note} if note else {}


def _make_seats(room: Room, players: Sequence[str]) -> dict[str, str]:
    """Store a seat for each player, and in a shared room one for a device that shows the public
    view; return their keys.
    """
    keys = {role: new_key() for role in (*players, *([PUBLIC] if room.is_shared else []))}
    seats = [RoomSeat(room=room, role=role, key=digest_of(key)) for role, key in keys.items()]
    if room.is_shared:
        for seat in seats:
            make_invitation(seat)
    RoomSeat.objects.bulk_create(seats)
    return keys


def _checked_header(header: Mapping[str, Any]) -> tuple[dict[str, Any], Record]:
    """Return the header in canonical form, without claims, and its record. Raises Refusal."""
    judged = judge_log({**header, "events": []})
    if judged.record is None or judged.findings:
        raise Refusal(422, judged.findings[0])
    plain = judged.record.header
    kind = get_kind(judged.record.kind)
    if not recording.can_record(kind, judged.record.setup):
        message = gettext("A record of one side can't be made here. Upload a log instead.")
        raise refusal(422, "not_recordable", message)
    dropped = ("outcome", "x_simulated")
    return {key: value for key, value in plain.items() if key not in dropped}, judged.record


def _check_limits(new: NewRoom) -> None:
    """Raise Refusal if the owner has too many open rooms, or the address opened too many today."""
    own = Room.objects.filter(owner=new.owner, state=RoomState.OPEN)
    if own.count() >= settings.ROOMS_PER_OWNER:
        message = gettext(
            "You have {most} open tables. Finish or delete one of them, then open a new one."
        )
        raise refusal(409, "too_many_rooms", message, most=settings.ROOMS_PER_OWNER)
    if Room.objects.filter(made_by=new.made_by).count() >= settings.ROOMS_PER_ADDRESS:
        message = gettext(
            "Too many tables were opened from your network today. Try again tomorrow."
        )
        raise refusal(409, "too_many_rooms", message)


@retrying
def delete_room(room: Room) -> None:
    """Delete a room with its journal. A saved game stays."""
    with transaction.atomic():
        wake(room_stream(room.pk))
        room.delete()


def release_rooms(*, keys: Collection[str], new_key: str, **_: Any) -> None:
    """Give the rooms and sent drafts of an owner who leaves to the new key, or delete them.
    Receives `owner_left`.
    """
    rooms = Room.objects.filter(owner__in=keys)
    drafts = SentDraft.objects.filter(owner__in=keys)
    if new_key:
        rooms.update(owner=new_key)
        taken: dict[str, str] = {}  # the key with which each draft was sent first
        several = SentDraft.objects.filter(owner__in=[new_key, *keys]).order_by("pk")
        for pk, owner, draft in several.values_list("pk", "owner", "draft"):
            if taken.setdefault(draft, owner) != owner:
                several.filter(pk=pk).delete()
        drafts.update(owner=new_key)
    else:
        rooms.delete()
        drafts.delete()


@retrying
def sweep_rooms() -> int:
    """Delete rooms that were not used for `ROOM_DAYS` days, and rooms whose game was saved a day
    ago; return how many.
    """
    now = timezone.now()
    old_digests = Room.objects.filter(created_at__lt=now - timedelta(days=DIGEST_DAYS))
    old_digests.exclude(made_by="").update(made_by="")
    SentDraft.objects.filter(sent_at__lt=now - timedelta(days=SENT_DAYS)).delete()
    due = Q(touched_at__lt=now - timedelta(days=settings.ROOM_DAYS))
    due |= Q(state=RoomState.SAVED, touched_at__lt=now - timedelta(days=SAVED_DAYS))
    old = Room.objects.filter(due).order_by("touched_at")
    ids = list(old.values_list("pk", flat=True)[:SWEEP_BATCH_SIZE])
    with transaction.atomic():
        locked = Room.objects.select_for_update().filter(due, pk__in=ids)
        pks = list(locked.values_list("pk", flat=True))
        return Room.objects.filter(pk__in=pks).delete()[1].get(Room._meta.label, 0)
