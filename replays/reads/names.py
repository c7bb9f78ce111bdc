"""Queries of names: players of games, merged names, requests."""

import json
from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import Any, Protocol

from django.conf import settings
from django.db.models import Max, Q, QuerySet, Subquery
from django.utils.module_loading import import_string

from replays.models import Game, NameEvent, NameRequest, PersonName, Seat, Statistics
from replays.models.visibility import visible
from replays.reads.games import won_by
from replays.text.masks import without_names
from replays.text.names import handle_of, name_key

SPELLINGS_FROM = 1000
"""The newest seats of a name that its spellings are read from."""
NAMES_A_QUERY, SPELLINGS_A_QUERY = 500, 100
HIDDEN_PREFIX = "\x1f"
"""Prefix of the keys of hidden players; it is in no name's key."""


def names_in(ids: Iterable[int]) -> dict[int, list[str | None]]:
    """Return by game the keys of its players' names in the order of the log, as statistics count
    them; None: unnamed, also where the owner lets the game count in rates only. The key of a player
    who is hidden everywhere is `HIDDEN_PREFIX` and the id of the person.
    """
    names: dict[int, list[str | None]] = {}
    seats = Seat.objects.filter(game__in=list(ids)).order_by("game_id", "position")
    rows = seats.values_list("game_id", "game__statistics", "name_key", "person__public_id")
    for game, statistics, key, person in rows:
        named = f"{HIDDEN_PREFIX}{person}" if person else key
        names.setdefault(game, []).append(named if statistics == Statistics.YES else None)
    return names


def names_among(ids: Iterable[int]) -> dict[str, str]:
    """Return the names that games count by, as the newest of these games writes each, by key; none
    of games that count in rates only.
    """
    seats = Seat.objects.filter(game__in=list(ids), name_key__isnull=False)
    rows = seats.filter(game__statistics=Statistics.YES).order_by("game_id", "-position")
    return {str(key): str(name) for key, name in rows.values_list("name_key", "name")}


def names_version() -> int:
    """Return a number that grows when names are merged, split, hidden or shown."""
    return NameEvent.objects.aggregate(last=Max("pk"))["last"] or 0


def names_of_log(canonical: str) -> list[str]:
    """Return the keys of the names in a log, in the order of its players; empty: unnamed."""
    players = json.loads(canonical)["players"]
    return [name_key(player.get("name") or "") for player in players]


def hidden_names(keys: Iterable[str]) -> set[str]:
    """Return which of these name keys are hidden."""
    hidden: set[str] = set()
    known = iter({key for key in keys if key})
    while part := list(islice(known, NAMES_A_QUERY)):
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


def names_of_people(handles: Iterable[str]) -> dict[str, list[str]]:
    """Return the keys of all names of people who are not hidden, the shown one first, by handle of
    any of their names; from two queries. Names that are not merged are missing.
    """
    rows = PersonName.objects.filter(person__hidden_at__isnull=True, handle__in=list(handles))
    found = list(rows.values_list("handle", "person_id", "person__name_key"))
    names: dict[int, list[str]] = {}
    of_them = PersonName.objects.filter(person__in={person for _, person, _ in found})
    for person, key in of_them.order_by("name_key").values_list("person_id", "name_key"):
        names.setdefault(person, []).append(key)
    return {
        handle: sorted(names[person], key=lambda key: key != shown)
        for handle, person, shown in found
    }


def names_of_handles(handles: Iterable[str]) -> dict[str, str]:
    """Return the keys of merged names that are not hidden, by handle."""
    shown = PersonName.objects.filter(person__hidden_at__isnull=True)
    rows = shown.filter(handle__in=list(handles))
    return dict(rows.values_list("handle", "name_key"))


class NameHolder(Protocol):
    """The account that holds a name: the name and link that it shows, empty if it has none."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def link(self) -> str:
        """The address of its page."""


def holder_of(keys: Collection[str]) -> NameHolder | None:
    """Return the account that holds one of these names, None if no account does: what the function
    of the setting `NAME_HOLDERS` returns.
    """
    holder: NameHolder | None = import_string(settings.NAME_HOLDERS)(keys)
    return holder


def request_by_public_id(public_id: str) -> NameRequest:
    """Return a request about a name. Raises NameRequest.DoesNotExist."""
    return NameRequest.objects.select_related("person").get(public_id=public_id)


def n_games_of_name(key: str, uploader: str = "") -> int:
    """Count the visible games of a name; with an uploader, those this uploader uploaded."""
    seats = Seat.objects.filter(visible("game__"), name_key=key)
    seats = seats.filter(game__upload__uploader=uploader) if uploader else seats
    return seats.values("game_id").distinct().count()


def newest_spellings(keys: Iterable[str]) -> dict[str, str]:
    """Return names as the newest game writes them, by key; names without games are missing. One
    query for `SPELLINGS_A_QUERY` names, which looks at the newest seats of each in an index.
    """
    shown = Seat.objects.filter(visible("game__")).order_by("-game_id", "position")
    names: dict[str, str] = {}
    wanted = iter(sorted(set(keys)))
    while part := list(islice(wanted, SPELLINGS_A_QUERY)):
        newest: list[Any] = [Subquery(shown.filter(name_key=key).values("pk")[:1]) for key in part]
        rows = Seat.objects.filter(pk__in=newest).order_by()
        names |= {str(key): str(name) for key, name in rows.values_list("name_key", "name")}
    return names


def spellings(key: str, limit: int) -> list[str]:
    """Return the spellings of a name in its newest seats, sorted, up to a limit."""
    newest = Seat.objects.filter(visible("game__"), name_key=key).order_by("-game_id")
    seats = Seat.objects.filter(pk__in=newest[:SPELLINGS_FROM].values("pk"))
    names = seats.order_by("name").values_list("name", flat=True).distinct()
    return [name for name in names[:limit] if name]


def seats_of(keys: Iterable[str], roles: Iterable[str] = ()) -> QuerySet[Seat]:
    """Return the seats of these names in these roles (empty: in any)."""
    seats = Seat.objects.filter(name_key__in=list(keys))
    return seats.filter(role__in=list(roles)) if roles else seats


def named_seats_of(keys: Iterable[str]) -> QuerySet[Seat]:
    """Return the seats of these names in games that statistics count by name: not in those that
    count in rates only.
    """
    return seats_of(keys).filter(game__statistics=Statistics.YES)


def games_of_names(
    keys: Iterable[str],
    roles: Iterable[str] = (),
    *,
    result: str = "",
    among: Iterable[str] = (),
    against: Iterable[str] = (),
    teams: Mapping[str, Iterable[Iterable[str]]] | None = None,
) -> QuerySet[Game]:
    """Return the games that count by these names, newest first: in these roles (empty: in any),
    with this result (`won`, `lost`, `nobody`, `unfinished`), decided against another of the names.
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
    games = Game.objects.counting().filter(condition, statistics=Statistics.YES).order_by("-pk")
    return games.defer("canonical", "warnings").prefetch_related("seats")
