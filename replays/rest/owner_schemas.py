"""Bodies about the games of an owner: who can see them, deleting, restoring."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from replays.models import ShownName, Statistics, Visibility

from .body import Body, Time, Url, doc
from .schemas import VISIBILITY, Game, PublicFrom, SeenBy

SHOWN_NAMES = "One of full, initials, none for all players, or an object with one by role."
ShownNames = Annotated[str | dict[str, str] | UnsetType, doc(SHOWN_NAMES)]
Counting = Annotated[
    str,
    doc(
        "How statistics count it. yes: everywhere. rates: in rates, but not for its players by "
        "name. no: not at all.",
        enum=Statistics.values,
    ),
]
_SEEN_BY = Annotated[str | UnsetType, doc(VISIBILITY, enum=Visibility.values)]
_COUNTING = Annotated[str | UnsetType, doc("As in a game.", enum=Statistics.values)]


class Audience(Body):
    """A change of a game: who can see it, how names are shown, how statistics count it. Send at
    least one of `visibility`, `names` and `statistics`.
    """

    visibility: _SEEN_BY = UNSET
    public_from: Annotated[
        str | UnsetType | None,
        doc("With `private`: when it becomes public, such as 2027-01-31T18:00Z."),
    ] = UNSET
    names: ShownNames = UNSET
    statistics: _COUNTING = UNSET


class Change(Body):
    """A change of several games: send `deleted`, or at least one of `visibility`, `names` and
    `statistics`.
    """

    ids: Annotated[list[str], doc("Ids of your games, at most 200.")]
    visibility: _SEEN_BY = UNSET
    public_from: Annotated[str | UnsetType | None, doc("As for one game.")] = UNSET
    names: ShownNames = UNSET
    statistics: _COUNTING = UNSET
    deleted: Annotated[bool | UnsetType, doc("True: delete. False: restore.")] = UNSET


class ChangeTags(Body):
    """Tags to put on games, and tags to remove. Everyone sees the tags of public games."""

    ids: Annotated[list[str], doc("Ids of your games, at most 200.")]
    add: Annotated[list[str] | UnsetType, doc("At most 30 characters each.")] = UNSET
    remove: list[str] | UnsetType = UNSET


class Tagged(Body):
    """How many games were changed."""

    games: int


class Undo(Body):
    """A change to undo."""

    undo: Annotated[str, doc("From the answer to the change.")]


class OwnSeat(Body):
    """A player of a game of yours, with the name that your log has."""

    role: str
    name: str | None
    shown: Annotated[str, doc("How the name is shown.", enum=ShownName.values)]


class SeenGame(Game, kw_only=True):
    """A game and who can see it."""

    visibility: SeenBy
    public_from: PublicFrom = UNSET


class OwnGame(SeenGame, kw_only=True):
    """A game of yours."""

    deleted_at: Annotated[Time | UnsetType, doc("You can restore it for seven days.")] = UNSET
    hidden_at: Annotated[
        Time | UnsetType,
        doc("Staff hid it then: its addresses answer 404, and you can only delete it."),
    ] = UNSET
    hidden_reason: Annotated[str | UnsetType, doc("Why staff hid it; can be empty.")] = UNSET
    statistics: Counting
    names: list[OwnSeat]


class Changed(Body):
    """The games that were changed, and how to undo it. A game with logs of several uploaders is
    divided, and your part has another id.
    """

    games: list[OwnGame]
    undo: Annotated[str, doc("Send it to `/api/v1/my-games/undo/` within seven days.")]


class OwnGames(Body):
    """A page of your games, newest first."""

    games: list[OwnGame]
    next: Url | None
    previous: Url | None
