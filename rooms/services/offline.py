"""Games that were recorded without a connection: the site judges them again, and stores each once.

Until it is sent, a draft is only on its device. It is sent as a game, or as the
continuation of a table. What another device did meanwhile is never overwritten without being shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from games.core.codec import canonical_json, sha256_hex
from games.core.contract import PUBLIC
from games.core.play import without_annotations
from games.core.replay import Replay
from games.recorder.entering import EVENTS_MAX
from games.recorder.table import plain_event
from games.registry import get_kind, judge_log
from replays import services as replay_services
from replays.access.limits import limits
from replays.access.quotas import Quota
from replays.models import Upload, UploadSource
from replays.models.audience import Audience
from replays.reads import games as game_reads
from replays.services.errors import Refusal, TooLarge, refusal
from replays.services.quotas import charge
from replays.services.reading import ReadBudget
from replays.services.retries import retrying
from replays.services.submit import receive
from rooms.access.keys import Access
from rooms.models import DRAFT_ID_MAX, Action, Room, SentDraft
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

from .changing import Change
from .entering import Edit, asides_of, write_change


@dataclass(frozen=True, slots=True)
class Sent:
    """What a device sends: the number and the log of a draft. `is_new`: it becomes a
    separate game, although another device has sent another log of the same draft.
    """

    draft: str
    log: Mapping[str, Any]
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Continued:
    """The continuation of a table: the version from which the device went on, and the entries."""

    version: int
    rows: Sequence[Mapping[str, Any]] = field(default_factory=tuple)


class Conflict(Exception):
    """Two devices went on differently. Both are described by what everyone may see, as sentences;
    `differs` is the index of the first step that differs, `version` that of the table.
    """

    def __init__(self, ours: list[str], sent: list[str], version: int | None = None) -> None:
        super().__init__("two devices went on differently")
        self.ours, self.sent, self.version = ours, sent, version
        pairs = enumerate(zip(ours, sent, strict=False))
        shorter = min(len(ours), len(sent))
        self.differs = next((n for n, (one, other) in pairs if one != other), shorter)


def send_draft(sent: Sent, owner: str, audience: Audience, quotas: Sequence[Quota] = ()) -> Upload:
    """Store the game of a draft for its owner and return its upload. A repeated or parallel request
    finds the first one. Raises Refusal, OverQuota, TooLarge, Conflict, and UploadFault: then the
    log is stored and a worker reads it again.
    """
    _check_draft(sent.draft)
    try:
        upload = _stored(sent, owner, audience, quotas)
    except IntegrityError:  # the same request was faster
        upload = _stored(sent, owner, audience, quotas)
    replay_services.read_waiting(upload.pk, ReadBudget(limits().inline_seconds))
    upload.refresh_from_db()
    return upload


def _check_draft(draft: str) -> None:
    if not 0 < len(draft) <= DRAFT_ID_MAX or not draft.isalnum():
        message = gettext("The number of the draft must have 1 to {most} letters and digits.")
        raise refusal(422, "bad_draft", message, most=DRAFT_ID_MAX)


@retrying
def _stored(sent: Sent, owner: str, audience: Audience, quotas: Sequence[Quota]) -> Upload:
    data, replay = _judged(sent.log)
    digest = sha256_hex(data.decode())
    with transaction.atomic():
        rows = list(
            SentDraft.objects.select_for_update(of=("self",))
            .filter(owner=owner, draft=sent.draft)
            .select_related("upload")
            .order_by("part")
        )
        same = next((row for row in rows if row.digest == digest), None)
        if same is not None:
            return same.upload
        if rows and not sent.is_new:
            raise Conflict(_steps_of_upload(rows[-1]), sentences(replay))
        usage_ids = charge(quotas, [len(data)])
        name = f"{sent.draft}.json"
        upload = receive(data, name, UploadSource.PAGE, "", owner, audience, usage_ids)
        SentDraft.objects.create(
            owner=owner, draft=sent.draft, part=len(rows), digest=digest, upload=upload
        )
    return upload


def _judged(log: Mapping[str, Any]) -> tuple[bytes, Replay]:
    """Return the canonical form of a log and its replay. Raises Refusal, TooLarge."""
    judged = judge_log(log)
    if judged.record is None or judged.replay is None or judged.findings:
        raise Refusal(422, judged.findings[0])
    if not judged.replay.steps:
        raise refusal(422, "no_event", gettext("There is nothing to save yet. Enter a move first."))
    data = canonical_json(judged.record.plain()).encode()
    if len(data) > limits().max_bytes:
        raise TooLarge(limits().max_bytes)
    return data, judged.replay


def sentences(replay: Replay) -> list[str]:
    """Return the steps of a game as everyone may see them."""
    frames = get_kind(replay.record.kind).display.frames(replay, PUBLIC)
    return [str(frame["sentence"]) for frame in frames if frame["move"]]


def _steps_of_upload(row: SentDraft) -> list[str]:
    """Return the steps of the game that was sent before; none while it is read."""
    game = room_reads.game_of_upload(row.upload, row.owner)
    return [] if game is None else sentences(game_reads.replay_of(game))


def can_copy(room: Room, access: Access) -> bool:
    """Return whether the phone may store a copy of a table, with which it can go on without a
    connection: it is the only one, the site plays and deals nothing, and no clock runs there.
    """
    is_alone = not (room.is_shared or house_reads.is_played_by_house(room) or room.clock)
    return access.is_recorder and is_alone


def continue_room(room: Room, access: Access, draft: str, continued: Continued) -> Room:
    """Replace the entries of a table by those that its phone recorded without a connection. A
    repeated request changes nothing. Raises Refusal and Conflict.
    """
    if not can_copy(room, access):
        message = gettext(
            "Only the phone that records this table can continue it without a connection, and not "
            "if there are several phones, a clock, or the site plays."
        )
        raise refusal(403, "room_key_needed", message)
    _check_draft(draft)
    rows = _checked_rows(room, continued.rows)
    change = Change(access, continued.version, None, f"{draft}-{len(rows)}-{_digest(rows)[:16]}")

    def write(room: Room) -> Edit:
        first = _first_difference(room.events, rows)
        return Edit(rows, room.events[first:], first)

    try:
        return write_change(room, change, Action.CONTINUE, write)
    except Refusal as refused:
        if refused.finding.code != "changed":
            raise
        room.refresh_from_db()
        _, sent = _judged(_log(room, rows))
        ours = sentences(room_reads.replay_of(room))
        raise Conflict(ours, sentences(sent), room.version) from refused


def _digest(rows: Sequence[Mapping[str, Any]]) -> str:
    return sha256_hex(canonical_json(list(rows)))


def _first_difference(old: Sequence[Any], new: Sequence[Any]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (one, other) in pairs if one != other), min(len(old), len(new)))


def _log(room: Room, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {**room.header, "events": [plain_event(row) for row in rows]}


def _checked_rows(room: Room, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return entries that the rules allow, without fields that tables don't have. Raises
    Refusal.
    """
    roles = (None, *room_reads.roles_of(room))  # a sent role may be any JSON value
    known = ("event", "role", "note", "at")
    if len(rows) > EVENTS_MAX or any(
        not isinstance(row, dict)
        or not isinstance(row.get("event"), dict)
        or row.get("role") not in roles
        for row in rows
    ):
        message = gettext("The entries of a table are objects with “event” and “role”.")
        raise refusal(422, "bad_entries", message)
    known_rows = [{key: row[key] for key in known if key in row} for row in rows]
    judged = judge_log(_log(room, known_rows))
    if judged.record is None or judged.findings:
        raise Refusal(422, judged.findings[0])
    return [
        {
            "event": without_annotations(entry.plain),
            "role": row.get("role"),
            **asides_of(row.get("note", ""), row.get("at")),
        }
        for row, entry in zip(known_rows, judged.record.entries, strict=True)
    ]
