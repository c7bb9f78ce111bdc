"""`/api/v1/games/<id>/players/…`, `/consent/` and `/api/v1/invitations/accept/`: the players of a
game, inviting them, and what they decide.
"""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.credentials import TokenCredential
from accounts.models import Invitation
from accounts.services import invitations
from games.registry import get_kind
from replays.access.edit_keys import sent_key
from replays.access.scopes import UPLOAD
from replays.access.viewer import Viewer, viewer_of
from replays.models import Game
from replays.reads.own_games import is_own
from replays.reads.players import is_revealed, linked_players, own_roles, roles_of
from replays.requests.http import game_or_404
from replays.rest.base import (
    DELETING,
    REFUSALS,
    EditingView,
    bad_parameter,
    json_body,
    plain,
    private_response,
)
from replays.rest.describe import api_url
from replays.rest.errors import ApiError
from replays.rest.openapi import endpoint, in_path
from replays.rest.owners import ID, OWNER_KEY, uploader_of
from replays.services import agree_to_reveal, leave_games, unlink_seat

from . import player_bodies as bodies

ROLE = in_path("role", "A role of the game, such as `goryo`.")
READING = (400, 403, 404, 429)


class PlayersBase(EditingView):
    """A view of the players of a game. Changes need the scope `upload`; a token without the scope
    `read:private` sees none (`accounts.keys`).
    """

    scopes = dict.fromkeys(("POST", "PUT", "DELETE"), UPLOAD)

    def game(self, request: Request, public_id: str) -> tuple[Game, Viewer]:
        """Return a game of which the client is the owner or a player. Raises Http404."""
        uploader_of(plain(request))  # a malformed key is an error
        game, viewer = game_or_404(plain(request), public_id), viewer_of(plain(request))
        if not is_own(game, viewer) and not own_roles(game, viewer):
            raise Http404
        return game, viewer

    def user(self, request: Request) -> AbstractBaseUser:
        """Return the user of the token. Raises a 403 without one."""
        if not isinstance(request.auth, TokenCredential):
            message = "Players are accounts. Send a token; create it at /account/tokens/."
            raise ApiError(403, "token_needed", message)
        return request.auth.user


class PlayersView(PlayersBase):
    """The players of a game."""

    @endpoint("game_players", bodies.GamePlayers, ID, OWNER_KEY, errors=READING, moves=True)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the seats of a game of yours, or in which you have one."""
        return _players(*self.game(request, public_id))


class SeatView(PlayersBase):
    """The player of a seat."""

    @endpoint(
        "game_seat_take", bodies.GamePlayers, ID, ROLE, OWNER_KEY, errors=REFUSALS, moves=True
    )
    def put(self, request: Request, public_id: str, role: str) -> Response:
        """Take a seat of your own game. Repeating it changes nothing."""
        user, (game, viewer) = self.user(request), self.game(request, public_id)
        if role not in own_roles(game, viewer):
            invitations.take_seat(user, viewer, game, role)
        return _players(game, viewer)

    @endpoint("game_seat_leave", None, ID, ROLE, OWNER_KEY, status=204, errors=DELETING, moves=True)
    def delete(self, request: Request, public_id: str, role: str) -> HttpResponse:
        """Remove the player of a seat whom you invited, or leave your own seat. It is no error if
        the seat has no player.
        """
        game, viewer = self.game(request, public_id)
        if role in own_roles(game, viewer):
            leave_games(viewer.keys, [game.public_id])
        elif is_own(game, viewer):
            unlink_seat(viewer, game, role)
        else:
            raise ApiError(403, "not_owner", "Only the owner of the game, or the player, can.")
        return HttpResponse(status=204)


class SeatInvitationView(PlayersBase):
    """The open invitation for a seat."""

    @endpoint(
        "game_invite",
        bodies.NewSeatInvitation,
        ID,
        ROLE,
        OWNER_KEY,
        status=201,
        request=bodies.InvitePlayer,
        errors=REFUSALS,
        moves=True,
    )
    @sensitive_variables("secret", "url")
    def post(self, request: Request, public_id: str, role: str) -> Response:
        """Invite the player of a seat by a link; an earlier open invitation for it ends. The same
        `request_key` returns the same invitation, and sends no second e-mail.
        """
        game, viewer = self.game(request, public_id)
        sent = json_body(request, bodies.InvitePlayer)
        email, key = sent.get("email", "").strip(), sent.get("request_key", "")
        if key and not sent_key(key):
            raise bad_parameter("request_key", "22 to 64 letters, digits, - or _")
        sender = self.user(request) if email else None
        found, secret, is_new = invitations.invite_once(viewer, game, role, email, sender, key)
        url = request.build_absolute_uri(reverse("account-invitation", args=[secret]))
        is_sent: Any = UNSET
        if email and is_new:
            is_sent = invitations.send_invitation(email, url, get_kind(game.kind).title)
        body = bodies.NewSeatInvitation(
            found.email, found.expires_at.isoformat(), role=role, token=secret, url=url,
            sent=is_sent,
        )  # fmt: skip
        return private_response(body, 201)

    @endpoint(
        "game_invitation_revoke", None, ID, ROLE, OWNER_KEY,
        status=204, errors=DELETING, moves=True,
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, role: str) -> HttpResponse:
        """Revoke your open invitation for a seat. It is no error if there is none."""
        game, viewer = self.game(request, public_id)
        if not is_own(game, viewer):
            raise ApiError(403, "not_owner", "Only the owner of the game can do this.")
        invitations.revoke(viewer, game, role)
        return HttpResponse(status=204)


class ConsentView(PlayersBase):
    """The consent of a player of an unfinished game."""

    @endpoint(
        "game_consent", bodies.GamePlayers, ID,
        request=bodies.Consent, errors=REFUSALS, moves=True,
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """Agree to show the hidden information of this revision of an unfinished game to its other
        players, or withdraw it. It is shown when the players of all seats agree; until then
        repeating it changes nothing, and after it `agrees: true` does not either.
        """
        game, viewer = self.game(request, public_id)
        agrees = json_body(request, bodies.Consent)["agrees"]
        is_player = bool(own_roles(game, viewer))
        if not (agrees and is_player and not game.is_finished and is_revealed(game)):
            agree_to_reveal(viewer, game, agrees=agrees)
        return _players(game, viewer)


class AcceptView(PlayersBase):
    """Accepting an invitation."""

    @endpoint(
        "invitation_accept", bodies.OwnSeatOf, request=bodies.AcceptInvitation, errors=REFUSALS
    )
    @sensitive_variables("token")
    def post(self, request: Request) -> Response:
        """Take the seat of an invitation with your account. Repeating it changes nothing."""
        user, token = self.user(request), json_body(request, bodies.AcceptInvitation)["token"]
        link = invitations.accept(user, token)
        address = api_url(plain(request), "api-game", link.game.public_id)
        return private_response(bodies.OwnSeatOf(link.game.public_id, address, link.role))


def _players(game: Game, viewer: Viewer) -> Response:
    links, own, owns = linked_players(game), own_roles(game, viewer), is_own(game, viewer)
    rows = Invitation.objects.open().filter(game=game, owner__in=viewer.keys) if owns else ()
    invited = {
        row.role: bodies.SeatInvitation(row.email, row.expires_at.isoformat()) for row in rows
    }
    seats = [
        bodies.GameSeat(
            role,
            linked=role in links,
            is_you=role in own,
            agrees=role in links and links[role].agreed_at_revision == game.revision,
            invitation=invited.get(role),
        )
        for role in roles_of(game)
    ]
    revealed = not game.is_finished and is_revealed(game)
    return private_response(
        bodies.GamePlayers(game.public_id, owns, game.is_finished, revealed, seats)
    )
