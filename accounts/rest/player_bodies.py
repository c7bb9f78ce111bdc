"""Bodies of the API of players: seats of a game, invitations and consent."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from replays.rest.body import Body, Time, Url, doc

REQUEST_KEY = "A random text of 22 to 64 characters. The same key makes only one invitation."


class SeatInvitation(Body):
    """An open invitation of yours for a seat."""

    email: Annotated[str, doc("The only address that can accept it; empty: anyone with the link.")]
    expires_at: Time


class GameSeat(Body):
    """A seat of a game and whether a player is linked to it."""

    role: str
    linked: Annotated[bool, doc("Whether a player accepted an invitation to this seat.")]
    is_you: bool
    agrees: Annotated[
        bool, doc("Whether its player agreed to show the hidden information of this revision.")
    ]
    invitation: Annotated[SeatInvitation | None, doc("Only the owner of the game sees it.")]


class GamePlayers(Body):
    """The players of a game, for its owner and its players."""

    game: Annotated[str, doc("The id of the game.")]
    is_owner: bool
    finished: bool
    revealed: Annotated[bool, doc("Whether the players of all seats agreed (unfinished games).")]
    seats: list[GameSeat]


class InvitePlayer(Body):
    """An invitation for a seat."""

    email: Annotated[
        str, doc("Send it to this address, which alone can accept it. Needs a token.")
    ] = ""
    request_key: Annotated[str, doc(REQUEST_KEY)] = ""


class NewSeatInvitation(SeatInvitation, kw_only=True):
    """An invitation that was just created, or that the same `request_key` created before."""

    role: str
    token: Annotated[str, doc("Stored nowhere. Send it to `/api/v1/invitations/accept/`.")]
    url: Annotated[Url, doc("The page that accepts it.")]
    sent: Annotated[bool | UnsetType, doc("With `email`: whether the mail server accepted it.")] = (
        UNSET
    )


class AcceptInvitation(Body):
    """An invitation to accept."""

    token: str


class OwnSeatOf(Body):
    """Your seat in a game."""

    game: Annotated[str, doc("The id of the game.")]
    api: Url
    role: str


class Consent(Body):
    """Whether you agree to show the hidden information of the game to its other players."""

    agrees: bool
