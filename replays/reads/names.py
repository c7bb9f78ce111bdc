"""Reads of names: who sits where, what belongs to one person, what was asked."""

from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet

from replays.models import Game, NameRequest, PersonName, Seat
from replays.reads.games import won_by
from replays.text.names import handle_of

LOOKED_AT = 1000
"""Seats of a name in which its spellings are looked for."""
LEFT_OUT = "\x1f"
"""What the keys of those begin with who are left out: no name's key holds it."""


def names_in(ids: Iterable[int]) -> dict[int, list[str | None]]:
    """The keys of the names at each game's table, in the order of the log; None: not named. Who is
    left out of public pages has a key that begins with `LEFT_OUT`, and is nobody's name.
    """
    found: dict[int, list[str | None]] = {}
    seats = Seat.objects.filter(game__in=list(ids)).order_by("game_id", "position")
    for game, key, person in seats.values_list("game_id", "name_key", "person__public_id"):
        found.setdefault(game, []).append(f"{LEFT_OUT}{person}" if person else key)
    return found


def aliases() -> QuerySet[PersonName]:
    """Names that belong to somebody who has several."""
    return PersonName.objects.order_by()


def shown_names(keys: Iterable[str]) -> dict[str, str]:
    """For each name's key that of the name under which the person is shown."""
    wanted = set(keys)
    mine = {handle_of(key): key for key in wanted}
    rows = PersonName.objects.filter(handle__in=mine).values_list("handle", "person__name_key")
    return {key: key for key in wanted} | {mine[handle]: shown for handle, shown in rows}


def names_beside(key: str) -> list[str]:
    """The keys of all names of whom this name belongs to, the shown one first."""
    row = PersonName.objects.filter(handle=handle_of(key)).select_related("person").first()
    if row is None:
        return [key]
    names = row.person.names.order_by("name_key").values_list("name_key", flat=True)
    return sorted(names, key=lambda name: name != row.person.name_key)


def names_of_handles(handles: Iterable[str]) -> dict[str, str]:
    """The keys of names put together with others, by their handles; not of who is left out."""
    shown = PersonName.objects.filter(person__left_out_at__isnull=True)
    rows = shown.filter(handle__in=list(handles))
    return dict(rows.values_list("handle", "name_key"))


def request_by_public_id(public_id: str) -> NameRequest:
    """A request about a name. Raises NameRequest.DoesNotExist."""
    return NameRequest.objects.select_related("person").get(public_id=public_id)


def n_games_of_name(key: str, sender: str = "") -> int:
    """How many games a name sits in; with a sender, of those that he sent in."""
    seats = Seat.objects.filter(name_key=key, game__withdrawn_at__isnull=True)
    seats = seats.filter(game__upload__sender=sender) if sender else seats
    return seats.values("game_id").distinct().count()


def newest_spellings(keys: Iterable[str]) -> dict[str, str]:
    """Names as people read them, by their keys: as the newest game writes each; a name that no game
    has is missing.
    """
    found = {}
    for key in set(keys):
        seats = Seat.objects.filter(name_key=key, game__withdrawn_at__isnull=True)
        name = seats.order_by("-id").values_list("name", flat=True).first()
        if name:
            found[key] = name
    return found


def spellings(key: str, limit: int) -> list[str]:
    """The ways in which the newest `LOOKED_AT` logs write a name, sorted, up to a limit."""
    newest = Seat.objects.filter(name_key=key).order_by("-id")[:LOOKED_AT]
    seats = Seat.objects.filter(pk__in=newest.values("pk"), game__withdrawn_at__isnull=True)
    names = seats.order_by("name").values_list("name", flat=True).distinct()
    return [name for name in names[:limit] if name]


def seats_of(keys: Iterable[str], roles: Iterable[str] = ()) -> QuerySet[Seat]:
    """Where one of these names sits, in these roles (none: in any)."""
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
    """The counting games in which one of these names sits, newest first: in these roles (none: in
    any), with this result (`won`, `lost`, `nobody`, `unfinished`), decided against one of other
    names. `among` are all roles in which these names sit; `teams` the modes in which roles sit
    together, with who does.
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
