"""Bodies of collections: texts, games with notes, members and invitations."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from replays.models import Visibility

from .body import Body, Time, Url, doc
from .owner_schemas import SeenGame
from .schemas import OwnerKey

SEEN_BY = (
    "public: everyone. unlisted: everyone with the link. private: you and the members. A game that "
    "is not public is shown only to you and the members in any case."
)
CollectionSeenBy = Annotated[str, doc(SEEN_BY, enum=Visibility.values)]


class Collection(Body):
    """A collection of games."""

    id: str
    url: Annotated[Url, doc("The page of the collection.")]
    api: Url
    title: str
    description: str
    visibility: CollectionSeenBy
    n_games: Annotated[int, doc("The games that you may see in it.")]
    is_owner: Annotated[bool, doc("Whether you may change it.")]
    created_at: Time
    changed_at: Annotated[Time, doc("For all but you and the members: of what everyone sees.")]
    games: Annotated[Url, doc("Its games in order, with notes.")]
    logs: Annotated[Url, doc("The logs of its finished games, as a zip file.")]
    deleted_at: Annotated[Time | UnsetType, doc("You can restore it for some days.")] = UNSET
    hidden_at: Annotated[
        Time | UnsetType, doc("Staff hid it then; others get a 404 at its addresses.")
    ] = UNSET
    hidden_reason: Annotated[str | UnsetType, doc("Why staff hid it; can be empty.")] = UNSET


class NewCollection(Collection, kw_only=True):
    """A collection that was just created."""

    owner_key: OwnerKey = UNSET


class CollectionsPage(Body):
    """A page of public collections, newest first."""

    collections: list[Collection]
    next: Url | None
    previous: Url | None


class OwnCollections(Body):
    """Your collections, also deleted ones, and those that you are a member of."""

    own: list[Collection]
    shared: list[Collection]


class BeginCollection(Body):
    """A new collection."""

    title: Annotated[str, doc("At most 120 characters.")]
    description: Annotated[str, doc("Plain text, at most 4,000 characters.")] = ""
    visibility: CollectionSeenBy = Visibility.PRIVATE.value
    request_key: Annotated[
        str, doc("A random text of 22 to 64 characters. The same key makes only one collection.")
    ] = ""


class EditCollection(Body):
    """Changes of a collection; what is not sent stays."""

    title: Annotated[str | UnsetType, doc("At most 120 characters.")] = UNSET
    description: Annotated[str | UnsetType, doc("Plain text, at most 4,000 characters.")] = UNSET
    visibility: Annotated[str | UnsetType, doc(SEEN_BY, enum=Visibility.values)] = UNSET


class CollectionGame(Body):
    """A game of a collection."""

    position: Annotated[int, doc("The order of the games, for you and the members with gaps.")]
    note: str
    game: SeenGame


class CollectionGames(Body):
    """Games of a collection in order."""

    games: list[CollectionGame]
    next: Url | None


class PutGames(Body):
    """Games to put in a collection."""

    ids: Annotated[list[str], doc("Ids of your games or of public games, at most 200.")]


class AddedGames(Body):
    """How many games were not in the collection before."""

    added: int


class PutEntry(Body):
    """The note on a game of a collection, and where it is; what is not sent stays."""

    note: Annotated[str | UnsetType, doc("Plain text, at most 1,000 characters.")] = UNSET
    index: Annotated[
        int | UnsetType, doc("Move it to this place, from 0. A larger number is the end.")
    ] = UNSET


class Invite(Body):
    """A link for a new member."""

    days: Annotated[int, doc("How long it is valid: 1, 7 or 30 days.")] = 7
    label: Annotated[str, doc("For whom it is. Only you see it.")] = ""


class Invitation(Body):
    """A link that one person can use to become a member."""

    id: str
    label: str
    expires_at: Time


class NewInvitation(Invitation, kw_only=True):
    """An invitation that was just created."""

    token: Annotated[str, doc("Sent only once. Send it to `/api/v1/collections/join/`.")]
    url: Annotated[Url, doc("The page that accepts it.")]


class Invitations(Body):
    """The invitations that can still be used."""

    invitations: list[Invitation]


class Join(Body):
    """An invitation to accept."""

    token: str
    name: Annotated[str, doc("What the owner sees as your name.")] = ""


class Member(Body):
    """A member of a collection."""

    id: int
    name: str
    joined_at: Time


class Members(Body):
    """The members of a collection."""

    members: list[Member]
