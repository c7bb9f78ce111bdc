"""Queries of collections: which a viewer can reach, and which of their games it may see."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import (
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Window,
)
from django.db.models.functions import Coalesce, RowNumber
from django.utils import timezone

from replays.access.viewer import STRANGER, Viewer
from replays.models import (
    Collection,
    CollectionGame,
    CollectionMember,
    Game,
    Invitation,
    Record,
    Seat,
)
from replays.models.visibility import present, visible
from replays.text.names import clean_line

from .games import LISTED


@dataclass(frozen=True, slots=True)
class Role:
    """What a viewer is to a collection. Owners and members see its games that are not public."""

    is_owner: bool = False
    is_member: bool = False
    is_staff: bool = False

    @property
    def is_inside(self) -> bool:
        """Whether the viewer sees the games that are shared with members."""
        return self.is_owner or self.is_member or self.is_staff


def collection_by_public_id(public_id: str, viewer: Viewer = STRANGER) -> Collection:
    """Return a collection that a viewer can reach. Raises Collection.DoesNotExist."""
    return reachable_collections(viewer).get(public_id=public_id)


def reachable_collections(viewer: Viewer) -> QuerySet[Collection]:
    """Return the collections whose addresses answer to a viewer."""
    return Collection.objects.reachable(viewer.keys, is_staff=viewer.is_staff)


def role_of(collection: Collection, viewer: Viewer) -> Role:
    """Return what a viewer is to a collection."""
    joined = CollectionMember.objects.filter(collection=collection, key__in=viewer.keys)
    return Role(
        viewer.owns([collection.owner]), bool(viewer.keys) and joined.exists(), viewer.is_staff
    )


def changed_at_of(collection: Collection, *, is_inside: bool) -> datetime:
    """Return when a collection was last changed: for its owner and members at all, for others in
    what everyone sees of it.
    """
    return collection.touched_at if is_inside else collection.public_changed_at


def is_entry_shown(*, is_inside: bool) -> Q:
    """Return the condition of the entries of a collection that a viewer may see: public games, and
    for its owner and members also those that the owner put in and still has a record of.
    """
    if not is_inside:
        return visible("game__")
    own = Record.objects.filter(game=OuterRef("game"), owner=OuterRef("owner"), is_current=True)
    return present("game__") & (visible("game__") | ~Q(owner="") & Q(Exists(own)))


def entries_of(collection: Collection, viewer: Viewer = STRANGER) -> QuerySet[CollectionGame]:
    """Return the entries of a collection that a viewer may see, in their order."""
    is_inside = role_of(collection, viewer).is_inside
    entries = CollectionGame.objects.filter(collection=collection)
    return entries.filter(is_entry_shown(is_inside=is_inside)).order_by("position", "pk")


def entries_after(
    collection: Collection, viewer: Viewer, after: int, most: int
) -> list[tuple[int, CollectionGame]]:
    """Return the next entries that a viewer may see, with their games, after a position (-1: from
    the start), at most so many, with their positions. For all but the owner and members these count
    the shown entries, from 0: gaps would tell of games that are not shown.
    """
    entries = with_games(entries_of(collection, viewer))
    if role_of(collection, viewer).is_inside:
        return [(row.position, row) for row in entries.filter(position__gt=after)[:most]]
    first = after + 1
    return list(enumerate(entries[first : first + most], first))


def with_games(entries: QuerySet[CollectionGame]) -> QuerySet[CollectionGame]:
    """Return entries with their games as lists show them."""
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    games = Game.objects.only(*LISTED, "public_from").prefetch_related(seats)
    return entries.prefetch_related(Prefetch("game", games))


def listed_collections(text: str = "") -> QuerySet[Collection]:
    """Return the public collections with a text in title or description, newest first, with the
    number of their public games (`n_games`).
    """
    rows = Collection.objects.listed()
    if text := clean_line(text):
        rows = rows.filter(Q(title__icontains=text) | Q(description__icontains=text))
    return rows.annotate(n_games=_count(is_inside=False)).order_by("-pk")


def own_collections(viewer: Viewer) -> QuerySet[Collection]:
    """Return the collections of a viewer, also deleted ones, with the number of their games."""
    if not viewer.keys:
        return Collection.objects.none()
    rows = Collection.objects.filter(owner__in=viewer.keys)
    return rows.annotate(n_games=_count(is_inside=True)).order_by("-pk")


def joined_collections(viewer: Viewer) -> QuerySet[Collection]:
    """Return the collections that a viewer is a member of, with the number of their games."""
    if not viewer.keys:
        return Collection.objects.none()
    joined = CollectionMember.objects.filter(key__in=viewer.keys).values("collection")
    rows = Collection.objects.reachable(viewer.keys).filter(pk__in=joined)
    rows = rows.exclude(owner__in=viewer.keys)
    return rows.annotate(n_games=_count(is_inside=True)).order_by("-pk")


def _count(*, is_inside: bool) -> Coalesce:
    entries = CollectionGame.objects.filter(
        is_entry_shown(is_inside=is_inside), collection=OuterRef("pk")
    )
    counted = entries.order_by().values("collection").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def first_games(collections: list[Collection], limit: int = 3) -> dict[int, list[str]]:
    """Return the ids of the first public games of some collections, by collection."""
    found: dict[int, list[str]] = {collection.pk: [] for collection in collections}
    place = Window(RowNumber(), partition_by="collection", order_by=("position", "pk"))
    entries = CollectionGame.objects.filter(is_entry_shown(is_inside=False), game__refused_by="")
    first = entries.filter(collection__in=found).annotate(place=place).filter(place__lte=limit)
    rows = first.order_by("collection", "place").values_list("collection_id", "game__public_id")
    for collection, public_id in rows:
        found[collection].append(public_id)
    return found


def open_invitations(collection: Collection) -> QuerySet[Invitation]:
    """Return the invitations that can still be used, newest first."""
    unused = Invitation.objects.filter(collection=collection, used_at=None, revoked_at=None)
    return unused.filter(expires_at__gt=timezone.now())


def members_of(collection: Collection) -> QuerySet[CollectionMember]:
    """Return the members of a collection in the order in which they joined."""
    return CollectionMember.objects.filter(collection=collection)


def count_entries(collection: Collection) -> int:
    """Return how many games a collection has, also those that are not shown any more."""
    return CollectionGame.objects.filter(collection=collection).count()


def kinds_of(entries: QuerySet[CollectionGame]) -> list[str]:
    """Return the kinds of games among some entries, most games first."""
    rows = entries.order_by().values("game__kind").annotate(n=Count("pk"))
    return [row["game__kind"] for row in rows.order_by("-n", "game__kind")]
