"""Responses about collections, events, webhooks and rooms as dataclasses, like `bodies`."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from .bodies import Choice, Game, Json, SpelledEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A collection of games. `n_games` counts those that you may see; `changed_at` is, for all but
    the owner and members, the last change of what everyone sees.
    """

    id: str
    url: str
    api: str
    title: str
    description: str
    visibility: str
    n_games: int
    is_owner: bool
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None = None
    hidden_at: datetime | None = None
    hidden_reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCollection(Collection):
    """A collection that was just created. `owner_key` is set if the site made a new one."""

    owner_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionsPage:
    """A page of public collections."""

    collections: list[Collection]
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCollections:
    """Your collections, also deleted ones, and those that you are a member of."""

    own: list[Collection]
    shared: list[Collection]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenGame(Game):
    """A game and who can see it."""

    visibility: str
    public_from: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionGame:
    """A game of a collection, its note, and its position in the order."""

    position: int
    note: str
    game: SeenGame


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionGames:
    """A page of the games of a collection."""

    games: list[CollectionGame]
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A link that one person can use to become a member of a collection."""

    id: str
    label: str
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInvitation(Invitation):
    """A new invitation. Only this response has the token and the address of the page."""

    token: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A member of a collection."""

    id: int
    name: str
    joined_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEvent:
    """An event that logs name. `id` is its handle."""

    id: str
    name: str
    n_games: int
    first_day: date | None
    last_day: date | None
    url: str
    api: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventList:
    """A page of events that logs name."""

    events: list[ListedEvent]
    next_page: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStanding:
    """A row of the standings of an event. `player` is the handle of the name."""

    place: int
    player: str
    name: str
    points: float
    most_points: float
    direct_points: float
    games: int
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetails:
    """The games of an event with one kind, of humans or of bots, and what they add up to."""

    id: str
    name: str
    description: str
    places: list[str]
    first_day: date | None
    last_day: date | None
    kind: str | None
    simulated: bool
    n_games: int
    n_counted: int
    n_pending: int
    is_cut: bool
    rounds: list[Json]
    standings: list[EventStanding]
    meetings: list[Json]
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEvent:
    """An event that you describe. `games` are ids of your games, `spellings` names in logs."""

    id: str
    url: str
    api: str
    title: str
    description: str
    place: str
    first_day: date | None
    last_day: date | None
    spellings: list[str]
    games: list[str]
    changed_at: datetime
    hidden_at: datetime | None = None
    hidden_reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """A webhook. `paused` is why it is paused; `secret` is set only when it is new."""

    id: str
    url: str
    games: str
    events: list[str]
    created_at: datetime
    paused: str | None
    n_failures: int
    n_waiting: int
    secret: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An attempt to deliver an event. `status` is None if there was no response."""

    at: datetime
    ms: int
    status: int | None
    problem: str
    excerpt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """An event for a webhook. `event` is the id in its body, which redeliveries share."""

    id: int
    event: str
    type: str
    state: str
    created_at: datetime
    attempts: list[Attempt]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSeat:
    """A player of a room. `bot` is the strength of a house bot, None for others."""

    role: str
    name: str | None
    bot: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomTurn:
    """Who may enter an event next, and of which types. A role of None is anyone at the table.
    `is_yours`: your key may enter it.
    """

    role: str | None
    types: list[str]
    secret: bool
    is_yours: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room as a view sees it. After a change, `steps` has only those that it added.

    `version` is named by every change. `deals`: the site deals what chance decides. `thinking`: a
    house bot has still to enter something. `may_pass`: a house bot waits for an answer to the last
    event, or for a pass. `clock` and `take_back` are None without a clock or a question.
    """

    code: str
    url: str
    api: str
    kind: str
    log_header: Json
    players: list[RoomSeat]
    deals: bool
    thinking: bool
    may_pass: bool
    clock: Json | None
    take_back: Json | None
    state: str
    version: int
    n_events: int
    over: bool
    winners: list[str]
    reason: str | None
    view: str
    views: list[str]
    turns: list[RoomTurn]
    steps: list[Json]
    game: str | None
    touched_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKey:
    """The key of a seat."""

    role: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRoom(Room):
    """A new room with its keys, which are sent only once."""

    recorder_key: str
    seat_keys: list[SeatKey]
    owner_key: str | None = None

    def key_of(self, role: str) -> str:
        """Return the key of a seat. Raises KeyError if no player has this role."""
        return {seat.role: seat.key for seat in self.seat_keys}[role]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLegal:
    """What can be entered in a room. `endings` are the events that end the game."""

    code: str
    role: str | None
    step: int
    due: str | None
    is_chance: bool
    is_yours: bool
    chosen: list[list[Any]]
    whole: Json | None
    choices: list[Choice]
    events: list[SpelledEvent]
    endings: list[Json] = field(default_factory=list)
