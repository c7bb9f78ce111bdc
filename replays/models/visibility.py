"""Who can see a game: the conditions that every query of games uses, and nothing else decides."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from .audience import OPEN, Visibility
from .collection import lent_to
from .record import Record
from .seat_link import SeatLink


def present(of: str = "") -> Q:
    """Return the condition of games that were neither withdrawn nor deleted. `of` is the prefix of
    the columns of the game, such as `game__`.
    """
    return Q(**{f"{of}withdrawn_at__isnull": True, f"{of}deleted_at__isnull": True})


def visible(of: str = "") -> Q:
    """Return the condition of the games that everyone can find: public and present. All lists,
    searches, counts and statistics use it.
    """
    return present(of) & Q(**{f"{of}visibility": Visibility.PUBLIC})


def owned(keys: Iterable[str]) -> Q:
    """Return the condition of the games with a current record of an owner with these keys."""
    records = Record.objects.filter(owner__in=list(keys), is_current=True)
    return Q(pk__in=records.values("game_id"))


def linked_seats(keys: Iterable[str], game: Any) -> QuerySet[SeatLink]:
    """Return the seats of a game that are linked to one of these keys. Only an owner of a current
    record of the game can invite: without that record, for example after the game was divided, a
    link has no effect.
    """
    inviter = Record.objects.filter(
        game=OuterRef("game"), owner=OuterRef("owner"), is_current=True
    ).exclude(owner="")
    return SeatLink.objects.filter(Exists(inviter), game=game, key__in=list(keys))


def reachable(keys: Iterable[str], of: str = "", *, is_staff: bool = False) -> Q:
    """Return the condition of the games whose addresses answer to a viewer with these keys: public
    and unlisted games, and private ones with a record of the viewer, with a seat that is linked to
    one of the keys, or in a collection whose member the viewer is. Staff reach all.
    """
    keys = list(keys)
    if is_staff:
        return present(of)
    is_open = Q(**{f"{of}visibility__in": OPEN})
    if keys:  # an Exists is evaluated only for the few rows that are not open
        own = Record.objects.filter(game=OuterRef(f"{of}pk"), owner__in=keys, is_current=True)
        is_linked = Q(Exists(linked_seats(keys, OuterRef(f"{of}pk"))))
        is_open |= Q(Exists(own)) | is_linked | lent_to(keys, of)
    return present(of) & is_open
