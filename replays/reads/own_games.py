"""Queries of the games of a viewer: those with a record of one of its keys."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from replays.access.viewer import Viewer
from replays.models import Game, GameTag, Record, Seat, ShownName, Visibility
from replays.models.visibility import linked_seats, owned
from replays.reads.names import hidden_names
from replays.text.names import name_key

OwnName = tuple[str, str | None, str]
DELETED, HIDDEN, PLAYED = "deleted", "hidden", "played"
STATES = (*Visibility.values, DELETED, HIDDEN)
"""What the games of a viewer are listed by: their visibility, that they are deleted, or that staff
hid them.
"""


def own_games(viewer: Viewer, state: str = "", *, with_hidden: bool = False) -> QuerySet[Game]:
    """Return the viewer's games, newest first, also deleted ones; with a state, only those. Games
    that staff hid are only in their own state and among deleted ones, unless `with_hidden`.
    """
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    tags = Prefetch("tags", GameTag.objects.filter(owner__in=viewer.keys))
    shown = Q() if with_hidden else _SHOWN
    condition = _in_state(state) if state else shown
    games = _all_own(viewer).filter(condition).defer("canonical", "warnings")
    return games.prefetch_related(seats, tags)


def count_own_games(viewer: Viewer) -> dict[str, int]:
    """Count the viewer's games by state, those that are not deleted (`all`), and those that the
    viewer played (`played`).
    """
    counts = {state: Count("pk", filter=_in_state(state)) for state in STATES}
    counts["all"] = Count("pk", filter=_SHOWN & Q(deleted_at__isnull=True))
    found: dict[str, int] = _all_own(viewer).order_by().aggregate(**counts)
    return {**found, PLAYED: played_games(viewer).count()}


def played_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the games of others and own ones in which the viewer has a seat, newest first."""
    if not viewer.keys:
        return Game.objects.none()
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    links = linked_seats(viewer.keys, OuterRef("pk"))
    games = Game.objects.present().filter(Exists(links)).defer("canonical", "warnings")
    return games.prefetch_related(seats)


_SHOWN = Q(withdrawn_at__isnull=True)


def own_tags(viewer: Viewer) -> list[str]:
    """Return the labels of the viewer's tags."""
    tags = GameTag.objects.filter(owner__in=viewer.keys) if viewer.keys else GameTag.objects.none()
    return list(tags.order_by("label").values_list("label", flat=True).distinct())


def tags_of(game: Game) -> list[GameTag]:
    """Return the tags of a game, each label once, without those that contain a hidden name."""
    tags = {tag.key: tag for tag in GameTag.objects.filter(game=game)}
    return [tag for tag in tags.values() if game.without_hidden_names(tag.label) == tag.label]


def _in_state(state: str) -> Q:
    if state == HIDDEN:
        return ~_SHOWN & Q(deleted_at__isnull=True)
    if state == DELETED:
        return Q(deleted_at__isnull=False)
    return _SHOWN & Q(visibility=state, deleted_at__isnull=True)


def _all_own(viewer: Viewer) -> QuerySet[Game]:
    games = Game.objects.all()
    return games.filter(owned(viewer.keys)) if viewer.keys else games.none()


def deleted_own_game(viewer: Viewer, public_id: str) -> Game | None:
    """Return a game that the viewer deleted and can restore, by its id; None: there is none."""
    return own_games(viewer, DELETED).filter(public_id=public_id).first()


def is_own(game: Game, viewer: Viewer) -> bool:
    """Return whether one of the viewer's keys has a record of the game."""
    if not viewer.keys:
        return False
    records = Record.objects.filter(game=game, owner__in=viewer.keys, is_current=True)
    return records.exists()


def has_other_records(game: Game, viewer: Viewer) -> bool:
    """Return whether the game also has records of others."""
    records = Record.objects.filter(game=game, is_current=True)
    return records.exclude(owner__in=viewer.keys).exists()


def own_names(games: Iterable[Game]) -> dict[int, list[OwnName]]:
    """Return for each seat of each game its role, the name in the log, and how it is shown (a value
    of `ShownName`), for the owner. A name that its person hid everywhere is None.
    """
    rows = list(games)
    hiding = [game.pk for game in rows if game.hidden_seats]
    logs = Game.objects.filter(pk__in=hiding).values_list("pk", "canonical") if hiding else []
    players = {pk: json.loads(canonical)["players"] for pk, canonical in logs}
    names = (player.get("name") or "" for its in players.values() for player in its)
    hidden = hidden_names(map(name_key, names))
    return {game.pk: _own_names(game, players.get(game.pk, []), hidden) for game in rows}


def _own_names(
    game: Game, players: Sequence[Mapping[str, Any]], hidden: Collection[str]
) -> list[OwnName]:
    names = []
    for seat in game.seats.all():
        chosen = game.name_choices.get(seat.role, ShownName.FULL.value)
        name = seat.name
        if seat.position in game.hidden_positions and seat.person_id is None:
            name = players[seat.position].get("name")
            name = None if name_key(name or "") in hidden else name
        names.append((seat.role, name, chosen))
    return names
