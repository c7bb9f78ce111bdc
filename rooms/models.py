"""Rooms: games that are recorded while they are played (docs/adr/0024)."""

import secrets

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from replays.models import Upload
from replays.models.identity import REASON_MAX

CODE_LENGTH = 8
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and letters that are not mistaken for each other: about 40 bits in a code."""
HOUSE_RULES_MAX = 500
CHANGE_KEY_MAX = 64
DRAFT_ID_MAX = 32
"""Characters of the number of a draft: 16 bytes in hex."""
CHANGES_MAX = 1000
"""Entries of a journal. Each event that they removed was entered before, so they contain at most
twice as many events.
"""


DELAYS = (0, 5, 15)
"""Minutes after which followers of a room can see a change."""


def room_stream(pk: int) -> str:
    """Return the name of the event stream of a room (`replays.streams`)."""
    return f"room/{pk}"


def new_code() -> str:
    """Return a random code, short enough to be typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


class RoomState(models.TextChoices):
    """A room is open until its game is saved."""

    OPEN = "open", gettext_lazy("open")
    SAVED = "saved", gettext_lazy("saved")


class Room(models.Model):
    """A game that is being recorded.

    `header` is the header of its log. An entry of `events` is `{"event": plain event, "role": who
    entered it or null}`, with "note" and "at" if there are any. `version` counts changes; each
    change names the one it builds on. `recorder_key` is the digest of the key that may enter
    everything. `holder` is the role that holds the phone, for which alone its secrets are shown;
    empty: the phone lies on the table. `upload` has the saved game. `delay` is in minutes: so much
    later the public view shows a change to people without a key. `is_shared`: each side has its own
    phone, and the recorder's key opens the public view only. `hidden_at` is set if staff hid the
    room after a report; then only people with a key and staff reach it.

    `is_timed`: the time of each step is recorded, also without a clock.

    `bots` maps the roles that house bots play to their strengths. `deals`: the site deals what
    chance decides. Entries that the site made have "house": "bot" or "deal". `house_due`: a
    bot has still to enter something. `passed_at`: the number of events after which a player
    declined to answer the last one.

    `clock` has `main` and `increment`, the seconds `left` of each player at the time `since`, and
    the `role` whose clock runs. `take_back` is the question of a player (`by`) to take back all but
    `length` events, and which other roles have `accepted`.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=20)
    header = models.JSONField()
    events = models.JSONField(default=list, blank=True)
    n_events = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    owner = models.CharField(max_length=64, db_index=True, help_text="key of the uploader")
    made_by = models.CharField(
        max_length=64, blank=True, help_text="digest of the address, of one day; removed later"
    )
    recorder_key = models.CharField(max_length=64, unique=True, help_text="a digest")
    holder = models.CharField(max_length=20, blank=True, default="")
    held_at = models.DateTimeField(null=True, blank=True)
    bots = models.JSONField(default=dict, blank=True)
    deals = models.BooleanField(default=False)
    house_due = models.BooleanField(default=False)
    passed_at = models.PositiveIntegerField(null=True, blank=True)
    clock = models.JSONField(null=True, blank=True)
    take_back = models.JSONField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=RoomState, default=RoomState.OPEN)
    is_shared = models.BooleanField(default=False, help_text="each side has its own phone")
    is_timed = models.BooleanField(default=False, help_text="the time of each step is recorded")
    delay = models.PositiveSmallIntegerField(default=0, help_text="minutes; for followers")
    upload = models.OneToOneField(
        Upload, null=True, blank=True, on_delete=models.SET_NULL, related_name="room"
    )
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="by staff")
    hidden_reason = models.CharField(max_length=REASON_MAX, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    touched_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-id",)
        indexes = [
            models.Index(fields=["touched_at"], name="room_touched"),
            models.Index(fields=["made_by"], name="room_made_by"),
            models.Index(fields=["touched_at"], name="room_due", condition=Q(house_due=True)),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=RoomState.values), name="room_state_known"
            ),
            models.CheckConstraint(condition=Q(delay__in=DELAYS), name="room_delay_known"),
        ]

    def __str__(self) -> str:
        return f"{self.code} ({self.kind})"

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("room", args=[self.code])


class RoomSeat(models.Model):
    """A seat of a room. Its key, stored as a digest, shows the view of its role, and may enter the
    events of this role. Shared rooms also have a seat `public`, for a tablet on the table: its key
    shows the public view without delay. `invitation` is the digest of the code with which a phone
    can take the seat once, `invited_at` when it was made; `joined_at` is set since a phone has it.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=64, unique=True, help_text="a digest")
    invitation = models.CharField(max_length=64, unique=True, null=True, blank=True)
    n_invitations = models.PositiveIntegerField(default=0)
    invited_at = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["room", "role"], name="room_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} in room {self.room_id}"


class Action(models.TextChoices):
    """Kinds of changes."""

    APPEND = "append", "append"
    UNDO = "undo", "undo"
    REPLACE = "replace", "replace"
    NOTE = "note", "note"
    HOUSE = "house", "house"
    TAKE_BACK = "take-back", "take-back"
    SAVE = "save", "save"
    JOIN = "join", "join"
    CONTINUE = "continue", "continue"


class RoomChange(models.Model):
    """An entry of a room's journal: the version that a change led to, and what it removed. `key`
    identifies a request, so that a repeated one changes nothing. `index` is that of the first event
    that changed, from 0. The newest entries are stored.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    action = models.CharField(max_length=10, choices=Action)
    key = models.CharField(max_length=CHANGE_KEY_MAX, blank=True, default="")
    index = models.PositiveIntegerField(default=0)
    removed = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(fields=["room", "version"], name="room_change_version_once"),
            models.UniqueConstraint(
                fields=["room", "key"], condition=~Q(key=""), name="room_change_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} to version {self.version}"


class RoomCodeConverter:
    """Path converter for codes; other text is an unknown address."""

    regex = f"[{ALPHABET}]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """Return the code unchanged."""
        return value

    to_url = to_python


class SentDraft(models.Model):
    """A game that was recorded without a connection and sent. `draft` is the number that its device
    gave it, `digest` that of the log. The same draft with another log comes from another device
    that continued it; it becomes a separate game (`part` 1, 2, …) only if its sender wants that.
    """

    owner = models.CharField(max_length=64, db_index=True, help_text="key of the uploader")
    draft = models.CharField(max_length=DRAFT_ID_MAX)
    part = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64)
    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="+")
    sent_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "draft", "part"], name="sent_draft_once"),
            models.UniqueConstraint(fields=["owner", "draft", "digest"], name="sent_log_once"),
        ]

    def __str__(self) -> str:
        return f"draft {self.draft}, part {self.part}"
