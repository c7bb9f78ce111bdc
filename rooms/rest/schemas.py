"""Bodies of the API of rooms."""

from typing import Annotated

from msgspec import UNSET, UnsetType, field

from games.core.house import STRENGTHS
from replays.models import Visibility
from replays.rest.body import Body, Json, Time, Url, doc
from replays.rest.editing_schemas import NextEvents
from rooms.models import DELAYS

Key = Annotated[str, doc("A random text that you choose, at most 64 characters. A repeated request "
                         "with the same key changes nothing.")]  # fmt: skip
Version = Annotated[int, doc("The `version` of the room that the change builds on.")]
Role = Annotated[str, doc("The role that enters it. Needed with the recorder's key for secrets.")]


class RoomSeat(Body):
    """A player of a room."""

    role: str
    name: str | None
    bot: Annotated[str | None, doc("`easy`, `medium` or `hard` if a house bot plays it.")]


class HouseBot(Body):
    """A house bot that plays a seat."""

    role: str
    strength: Annotated[str, doc(enum=STRENGTHS)]


class RoomClock(Body):
    """The clock of a room, in seconds."""

    main: Annotated[int, doc("The time of each player.")]
    increment: Annotated[int, doc("What a player gets after each own event.")]
    left: Annotated[dict[str, float], doc("The time left by role, now. 0 or less: over.")]
    running: Annotated[str | None, doc("The role whose clock runs.")]


class TakeBack(Body):
    """A player asks to take back the last events."""

    by: str
    length: Annotated[int, doc("The number of events that stay.")]
    accepted: Annotated[list[str], doc("The roles that have accepted.")]


class NewClock(Body):
    """A clock, in seconds."""

    main: Annotated[int, doc("The time of each player: 10 seconds to 30 days.")]
    increment: Annotated[
        int | UnsetType, doc("What a player gets after each own event: at most an hour.")
    ] = UNSET


class RoomTurn(Body):
    """Who may enter an event next."""

    role: Annotated[str | None, doc("Null: anyone at the table.")]
    types: Annotated[list[str], doc("The types of events.")]
    secret: Annotated[bool, doc("Only the role may see the choices.")]
    is_yours: Annotated[bool, doc("Whether your key may enter it.")]


class Room(Body):
    """A room as a view sees it."""

    code: str
    url: Url
    api: Url
    kind: str
    log_header: Annotated[Json, doc("The header of the log.")]
    players: list[RoomSeat]
    deals: Annotated[bool, doc("Whether the site deals what chance decides.")]
    thinking: Annotated[bool, doc("Whether a house bot has still to enter something. Ask again.")]
    may_pass: Annotated[
        bool, doc("A bot waits: enter an answer to the last event, or pass (`room_pass`).")
    ]
    clock: RoomClock | None
    take_back: TakeBack | None
    state: Annotated[str, doc("Whether the game is saved.", enum=["open", "saved"])]
    version: Annotated[int, doc("It grows by one with each change.")]
    n_events: int
    delay: Annotated[int, doc("Minutes. Without a key, the room is shown as it was before them.")]
    several_phones: Annotated[bool, doc("The recorder's key opens the public view only.")]
    over: Annotated[bool, doc("Whether the game has ended.")]
    winners: list[str]
    reason: str | None
    view: str
    views: Annotated[list[str], doc("The views that your key opens.")]
    turns: Annotated[list[RoomTurn], doc("The usual one comes first.")]
    steps: Annotated[list[Json], doc("The steps as the view sees them.")]
    game: Annotated[Url | None, doc("The saved game, once it is read.")]
    touched_at: Time


class SeatKey(Body):
    """The key of a seat."""

    role: str
    key: Annotated[str, doc("Store it: it is sent only once.")]


class OpenedRoom(Room):
    """A new room with its keys. They are sent only once."""

    recorder_key: Annotated[str, doc("It enters all events and opens all views.")]
    seat_keys: list[SeatKey]
    owner_key: Annotated[
        str | UnsetType, doc("The new `Owner-Key` of its game, if you sent none.")
    ] = UNSET


class OpenRoom(Body):
    """Open a room: the header of a log."""

    game: Annotated[str, doc("The game, such as `goryo`.")]
    ruleset: Json
    players: list[Json] | UnsetType = UNSET
    setup: Json | UnsetType = UNSET
    board: Annotated[Json | str | UnsetType, doc("Your own board.")] = UNSET
    played_at: str | UnsetType = UNSET
    event: str | UnsetType = UNSET
    site: str | UnsetType = UNSET
    bots: Annotated[
        list[HouseBot] | UnsetType, doc("The seats that house bots play. Then the site deals.")
    ] = UNSET
    deals: Annotated[
        bool | UnsetType, doc("The site deals what chance decides, also without bots.")
    ] = UNSET
    clock: NewClock | UnsetType = UNSET
    delay: Annotated[
        int | UnsetType,
        doc("Minutes after which people without a key see a change. Default: 0.", enum=DELAYS),
    ] = UNSET
    several_phones: Annotated[
        bool | UnsetType,
        doc(
            "Each side has its own device. The recorder's key opens the public view only, and "
            "there is a seat `public` for a device that shows it without delay."
        ),
    ] = UNSET
    times: Annotated[
        bool | UnsetType, doc("The site records the time of each step, as it does with a clock.")
    ] = UNSET
    house_rules: Annotated[
        str | UnsetType, doc("A note for the log (`x_house_rules`). The site does not play by it.")
    ] = UNSET


class AskTakeBack(Body):
    """Ask to take back events (`length`), or answer (`accept`)."""

    version: Version
    length: Annotated[int | UnsetType, doc("The number of events that stay.")] = UNSET
    accept: bool | UnsetType = UNSET
    key: Key | UnsetType = UNSET


class ClaimTime(Body):
    """Claim the win over a player whose time is over."""

    version: Version
    key: Key | UnsetType = UNSET


class PassTurn(Body):
    """Decline to answer the last event."""

    version: Version
    key: Key | UnsetType = UNSET


class RoomVersion(Body):
    """A version of a room that can be read now: the data of an event `version`."""

    version: int


class EnterEvent(Body):
    """Enter an event."""

    event: Annotated[
        Json,
        doc("An event in the log format. The site fills in answers that the secrets give."),
    ]
    version: Version
    role: Role | UnsetType = field(name="as", default=UNSET)
    note: str | UnsetType = UNSET
    at: Annotated[float | UnsetType, doc("Seconds since the beginning.")] = UNSET
    key: Key | UnsetType = UNSET


class ReplaceEvent(Body):
    """Correct an event."""

    event: Json
    version: Version
    role: Role | UnsetType = field(name="as", default=UNSET)
    cut: Annotated[
        bool | UnsetType, doc("Remove the first later event that is not possible, and the rest.")
    ] = UNSET
    key: Key | UnsetType = UNSET


class UndoEvents(Body):
    """Take back events."""

    version: Version
    length: Annotated[int, doc("The number of events that stay.")]
    key: Key | UnsetType = UNSET


class SaveRoom(Body):
    """Save the game of a room."""

    version: Version
    visibility: Annotated[str | UnsetType, doc(enum=Visibility.values)] = UNSET
    key: Key | UnsetType = UNSET


class InviteToSeat(Body):
    """Invite a device to a seat."""

    role: Annotated[str, doc("A role of the room, or `public` for a device that only shows it.")]


class RoomInvitation(Body):
    """An invitation to a seat. It works once."""

    role: str
    code: str
    url: Annotated[Url, doc("Of the page that asks for the code, with the code in its fragment.")]
    until: Time


class JoinRoom(Body):
    """Take a seat."""

    code: Annotated[str, doc("The code of the invitation.")]
    key: Annotated[
        str | UnsetType,
        doc("A random text of 22 to 64 letters, digits, `-` or `_`, which becomes the key of the "
            "seat. The request can then be repeated."),
    ] = UNSET  # fmt: skip


class JoinedSeat(Body):
    """A seat that was taken."""

    code: Annotated[str, doc("The code of the room.")]
    api: Url
    role: str
    key: Annotated[str, doc("Store it: it is sent only once.")]


class RoomLegal(NextEvents):
    """What can be entered. If there is much, choices of its parts."""

    code: str
    role: Annotated[str | None, doc("The role that enters it.")]
    endings: Annotated[list[Json], doc("Events that end the game.")]
