"""Players of games: linking seats to accounts, leaving, and agreeing to reveal what is hidden."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext

from replays.access.viewer import Viewer
from replays.intake.storing import lock_intake
from replays.models import Game, SeatLink
from replays.reads.players import is_revealed, linked_players, own_roles, roles_of
from replays.reads.records import own_record
from replays.services.retries import retrying

from .errors import refusal


def inviting_owner(viewer: Viewer, game: Game, role: str) -> str:
    """Return the key with which a viewer invites a player of a seat: that of the viewer's record.
    Raises Refusal if the game is not the viewer's, or the seat does not exist or has a player.
    """
    record = own_record(game, viewer.keys)
    if record is None:
        raise refusal(403, "not_owner", gettext("Only the uploader of a game can invite players."))
    if role not in roles_of(game):
        raise refusal(422, "no_seat", gettext("This game has no such seat."))
    if role in linked_players(game):
        raise refusal(409, "seat_taken", gettext("This seat has a player already."))
    return record.owner


@retrying
def link_seat(game_id: int, role: str, key: str, owner: str) -> SeatLink:
    """Link a seat to the key of an account, which the owner of a record of the game invited. Raises
    Refusal.
    """
    with transaction.atomic():
        lock_intake()
        game = Game.objects.present().filter(pk=game_id, records__owner=owner).first()
        if game is None or role not in roles_of(game):
            raise refusal(404, "gone", gettext("The game of this invitation no longer exists."))
        links = linked_players(game)
        if role in links:
            raise refusal(409, "seat_taken", gettext("This seat has a player already."))
        if any(link.key == key for link in links.values()):
            raise refusal(409, "seated", gettext("You have a seat in this game already."))
        return SeatLink.objects.create(game=game, role=role, key=key, owner=owner)


@retrying
def unlink_seat(viewer: Viewer, game: Game, role: str) -> bool:
    """Remove the player of a seat, for the owner who invited the player. Return whether there was
    one.
    """
    links = SeatLink.objects.filter(game=game, role=role, owner__in=viewer.keys)
    return bool(links.delete()[0])


@retrying
def leave_games(keys: Collection[str], public_ids: Collection[str] | None = None) -> int:
    """Remove the links of these keys to the seats of some games, or of all games; return how
    many.
    """
    links = SeatLink.objects.filter(key__in=keys)
    if public_ids is not None:
        links = links.filter(game__public_id__in=public_ids)
    return links.delete()[0]


@retrying
def agree_to_reveal(viewer: Viewer, game: Game, *, agrees: bool) -> None:
    """Record that a player of an unfinished game agrees to reveal its hidden information to the
    other players, or no longer does. Raises Refusal if the viewer is no player, the game is
    finished, or everything is revealed already.
    """
    with transaction.atomic():
        lock_intake()
        game = Game.objects.select_for_update().get(pk=game.pk)
        if not own_roles(game, viewer):
            raise refusal(403, "no_player", gettext("Only the players of a game can do this."))
        if game.is_finished:
            raise refusal(409, "game_over", gettext("The game is finished, so nothing is hidden."))
        if is_revealed(game):
            raise refusal(409, "revealed", gettext("All players agreed, so everything is shown."))
        revision = game.revision if agrees else None
        links = SeatLink.objects.filter(game=game, key__in=viewer.keys)
        links.update(agreed_at_revision=revision)
