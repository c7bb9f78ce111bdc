"""Queries of the players of a game: seats that are linked to accounts, and their views."""

from games.registry import get_kind
from replays.access.viewer import Viewer
from replays.models import Game, SeatLink
from replays.models.visibility import linked_seats
from replays.reads.games import open_views


def own_roles(game: Game, viewer: Viewer) -> tuple[str, ...]:
    """Return the roles of the seats of a game that are linked to a viewer."""
    if not viewer.keys:
        return ()
    rows = linked_seats(viewer.keys, game.pk).order_by("role")
    return tuple(rows.values_list("role", flat=True))


def roles_of(game: Game) -> tuple[str, ...]:
    """Return all roles of a game in the order of its rules."""
    return tuple(get_kind(game.kind).identity.roles_in(game.mode))


def linked_players(game: Game) -> dict[str, SeatLink]:
    """Return the links of the seats of a game by role."""
    return {link.role: link for link in SeatLink.objects.filter(game=game)}


def is_revealed(game: Game) -> bool:
    """Return whether the players of all seats of an unfinished game agreed to reveal the hidden
    information of its present revision to each other.
    """
    links = linked_players(game)
    return all(
        role in links and links[role].agreed_at_revision == game.revision for role in roles_of(game)
    )


def views_for(game: Game, viewer: Viewer) -> tuple[str, ...]:
    """Return the views of a game that are open to a viewer, the default first: those that everyone
    may use, and for the players of an unfinished game that of the own seat. If it `is_revealed`,
    they may use all views.
    """
    views = open_views(game)
    roles = () if game.is_finished else own_roles(game, viewer)
    if not roles:
        return views
    known = get_kind(game.kind).identity.views_in(game.mode)
    more = known if is_revealed(game) else [role for role in roles if role in known]
    return (*views, *(view for view in more if view not in views))
