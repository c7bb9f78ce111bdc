"""Queries of names: players of games, merged names, requests."""

import json
from collections.abc import Collection, Iterable, Mapping
from itertools import islice

from django.db.models import Q, QuerySet

from replays.models import Game, NameRequest, PersonName, Seat
from replays.reads.games import won_by
from replays.text.masks import without_names
from replays.text.names import handle_of, name_key

SPELLINGS_FROM = 1000
"""The newest seats of a name that its spellings are read from."""
HIDDEN_PREFIX = "\x1f"
"""Prefix of the keys of hidden players; it is in no name's key."""


def names_in(ids: Iterable[int]) -> dict[int, list[str | None]]:
    """Return by game the keys of its players' names in the order of the log; None: unnamed. The key
    of a hidden player is `HIDDEN_PREFIX` and the id of the person.
    """
    names: dict[int, list[str | None]] = {}
    seats = Seat.objects.filter(game__in=list(ids)).order_by("game_id", "position")
    for game, key, person in seats.values_list("game_id", "name_key", "person__public_id"):
        names.setdefault(game, []).append(f"{HIDDEN_PREFIX}{person}" if person else key)
    return names


def names_of_log(canonical: str) -> list[str]:
    """Return the keys of the names in a log, in the order of its players; empty: unnamed."""
    players = json.loads(canonical)["players"]
    return [name_key(player.get("name") or "") for player in players]


def hidden_names(keys: Iterable[str]) -> set[str]:
    """Return which of these name keys are hidden."""
    hidden: set[str] = set()
    known = iter({key for key in keys if key})
    while part := list(islice(known, 500)):
        hidden |= PersonName.objects.hidden(part).keys()
    return hidden


def without_hidden(canonical: str, hidden: Collection[str]) -> str:
    """Return a log in canonical form without the names with these keys."""
    positions = [n for n, key in enumerate(names_of_log(canonical)) if key in hidden]
    return without_names(canonical, positions) if positions else canonical


def aliases() -> QuerySet[PersonName]:
    """Return the names that belong to a person."""
    return PersonName.objects.order_by()


def shown_names(keys: Iterable[str]) -> dict[str, str]:
    """Return for each name key that of the person's shown name."""
    handles = {handle_of(key): key for key in keys}
    rows = PersonName.objects.filter(handle__in=handles).values_list("handle", "person__name_key")
    return {key: key for key in handles.values()} | {handles[h]: shown for h, shown in rows}


def names_of_person(key: str) -> list[str]:
    """Return the keys of all names of the person with this name, the shown one first."""
    row = PersonName.objects.filter(handle=handle_of(key)).select_related("person").first()
    if row is None:
        return [key]
    names = row.person.names.order_by("name_key").values_list("name_key", flat=True)
    return sorted(names, key=lambda name: name != row.person.name_key)


def names_of_handles(handles: Iterable[str]) -> dict[str, str]:
    """Return the keys of merged names that are not hidden, by handle."""
    shown = PersonName.objects.filter(person__left_out_at__isnull=True)
    rows = shown.filter(handle__in=list(handles))
    return dict(rows.values_list("handle", "name_key"))


def request_by_public_id(public_id: str) -> NameRequest:
    """Return a request about a name. Raises NameRequest.DoesNotExist."""
    return NameRequest.objects.select_related("person").get(public_id=public_id)


def n_games_of_name(key: str, uploader: str = "") -> int:
    """Count the games of a name; with an uploader, those this uploader uploaded."""
    seats = Seat.objects.filter(name_key=key, game__withdrawn_at__isnull=True)
    seats = seats.filter(game__upload__uploader=uploader) if uploader else seats
    return seats.values("game_id").distinct().count()


def newest_spellings(keys: Iterable[str]) -> dict[str, str]:
    """Return names as the newest game writes them, by key; names without games are missing."""
    seats = Seat.objects.filter(game__withdrawn_at__isnull=True).order_by("-game_id")
    names = ((key, seats.filter(name_key=key).first()) for key in set(keys))
    return {key: seat.name for key, seat in names if seat and seat.name}


def spellings(key: str, limit: int) -> list[str]:
    """Return the spellings of a name in its newest seats, sorted, up to a limit."""
    newest = Seat.objects.filter(name_key=key).order_by("-game_id")[:SPELLINGS_FROM]
    seats = Seat.objects.filter(pk__in=newest.values("pk"), game__withdrawn_at__isnull=True)
    names = seats.order_by("name").values_list("name", flat=True).distinct()
    return [name for name in names[:limit] if name]


def seats_of(keys: Iterable[str], roles: Iterable[str] = ()) -> QuerySet[Seat]:
    """Return the seats of these names in these roles (empty: in any)."""
    seats = Seat.objects.filter(name_key__in=list(keys))
    return seats.filter(role__in=list(roles)) if roles else seats


def games_of_names(
    keys: Iterable[str],
    roles: Iterable[str] = (),
    *,
    result: str = "",
    among: Iterable[str] = (),
    against: Iterable[str] = (),
    teams: Mapping[str, Iterable[Iterable[str]]] | None = None,
) -> QuerySet[Game]:
    """Return the counting games of these names, newest first: in these roles (empty: in any), with
    this result (`won`, `lost`, `nobody`, `unfinished`), decided against one of the other names.
    `among` are all roles of these names; `teams` are the modes with teams, with the roles of each.
    """
    seats = seats_of(keys, roles)
    condition = Q(pk__in=seats.values("game_id"))
    if result in {"won", "lost"}:
        won = Q(pk__in=[])
        for role in roles or among:
            fits = won_by(role, "game__")
            won |= Q(role=role) & (fits if result == "won" else ~fits)
        condition = Q(pk__in=seats.filter(won).values("game_id"), winner__isnull=False)
    elif result:
        condition &= Q(is_finished=result == "nobody", winner__isnull=True)
    others = list(against)
    if others:
        opposite = Seat.objects.filter(name_key__in=others)
        met = Q(pk__in=opposite.values("game_id")) & ~Q(mode__in=list(teams or ()))
        for mode, sides in (teams or {}).items():
            for side in map(list, sides):
                inside = seats.filter(role__in=side).values("game_id")
                outside = opposite.exclude(role__in=side).values("game_id")
                met |= Q(mode=mode, pk__in=inside) & Q(pk__in=outside)
        condition &= met & Q(winner__isnull=False)
    games = Game.objects.counting().filter(condition).order_by("-pk")
    return games.defer("canonical", "warnings").prefetch_related("seats")
