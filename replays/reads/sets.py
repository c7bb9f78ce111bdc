"""Sets of games that statistics can be limited to: the games of a collection, and of anything else
that selects games by their keys.

A `GameSet` is a value: the primary keys of some games with a title, an address, and who may see it.
`find_set` returns it for the key in an address (`set=collection-<id>`) and a viewer, and is the
only place that decides whether the viewer may see it. So two viewers can get different games for
one key, and everything that is computed from a set must be cached by its `digest`, never by its
key. To add another sort of set, add a function to `FINDERS`; pages, API and drill-downs of the
statistics then accept it without further work (docs/adr/0026).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from replays.access.viewer import STRANGER, Viewer
from replays.models import Collection, CollectionGame, Game, Record, Statistics, Visibility
from replays.models.visibility import present, visible

from .collections import collection_by_public_id, entries_of, is_entry_shown

KEY_MAX = 60
"""Characters of a key."""


class NoSuchSet(LookupError):
    """Client error: no set has this key, or the viewer may not see it."""


@dataclass(frozen=True, slots=True)
class GameSet:
    """Some games, as one viewer may see them. `public` are the primary keys of those in community
    statistics, `hidden` those of games that are not public, which only this viewer's numbers
    contain. `counts` are the numbers of games by kind and by whether they are simulated. Two values
    are equal if all other fields are.

    `visibility` is the strictest of the set and its games. `version` changes when a number of one
    of the games changes; the app that counts games sets it.
    """

    key: str
    title: str
    address: str
    visibility: str
    digest: str
    version: str = ""
    public: tuple[int, ...] = field(default=(), compare=False, repr=False)
    hidden: tuple[int, ...] = field(default=(), compare=False, repr=False)
    counts: Mapping[tuple[str, bool], int] = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        """Return the key, as addresses have it."""
        return self.key


def find_set(key: str, viewer: Viewer = STRANGER) -> GameSet:
    """Return the set that an address names, with the games that a viewer may see. Raises NoSuchSet,
    the same for unknown sets and those of others.
    """
    sort, _, name = key.partition("-")
    find = FINDERS.get(sort)
    if find is None or len(key) > KEY_MAX:
        raise NoSuchSet(key)
    return find(name, viewer)


def make_set(
    key: str, title: str, address: str, visibility: str, games: Iterable[tuple[int, str, str, bool]]
) -> GameSet:
    """Return a set of games that a viewer may see, from their primary keys and visibilities, their
    kinds, and whether they are simulated.
    """
    public: list[int] = []
    hidden: list[int] = []
    counts: Counter[tuple[str, bool]] = Counter()
    seen_by = {visibility}
    for pk, seen, kind, is_simulated in sorted(games):
        (public if seen == Visibility.PUBLIC else hidden).append(pk)
        seen_by.add(seen)
        counts[kind, is_simulated] += 1
    strictest = max(seen_by, key=list(Visibility.values).index)
    sets = tuple(public), tuple(hidden)
    digest = sha256(repr(sets).encode()).hexdigest()
    return GameSet(key, title, address, strictest, digest, "", *sets, counts)


def _collection(public_id: str, viewer: Viewer) -> GameSet:
    try:
        collection = collection_by_public_id(public_id, viewer)
    except Collection.DoesNotExist as error:
        raise NoSuchSet(public_id) from error
    return _set_of(collection, entries_of(collection, viewer))


def _set_of(collection: Collection, entries: QuerySet[CollectionGame]) -> GameSet:
    counting = entries.filter(game__refused_by="", game__not_counted="")
    counting = counting.exclude(game__statistics=Statistics.NO)
    columns = ("game_id", "game__visibility", "game__kind", "game__is_simulated")
    games = counting.order_by().values_list(*columns)
    return make_set(
        collection_key(collection),
        collection.title,
        collection.get_absolute_url(),
        collection.visibility,
        games,
    )


def collection_key(collection: Collection) -> str:
    """Return the key of a collection's set of games."""
    return f"collection-{collection.public_id}"


FINDERS: Mapping[str, Callable[[str, Viewer], GameSet]] = {"collection": _collection}
"""For each sort of set, the function that returns the one with a name. Raises NoSuchSet."""


def large_sets(n_least: int) -> Iterator[GameSet]:
    """Yield the sets of all collections with at least some games: as everyone sees them, and as
    their owners and members do.
    """
    collections = Collection.objects.present().annotate(n=Count("entries")).filter(n__gte=n_least)
    for collection in collections.order_by("pk").iterator():
        for is_inside in (False, True):
            entries = CollectionGame.objects.filter(collection=collection)
            yield _set_of(collection, entries.filter(is_entry_shown(is_inside=is_inside)))


def games_among(games: GameSet, ids: Iterable[int]) -> QuerySet[Game]:
    """Return the games of a set among these primary keys, without order."""
    members = {*games.public, *games.hidden}
    return Game.objects.filter(present(), pk__in=members.intersection(ids)).order_by()


def count_games(games: GameSet, kind: str, simulated: str) -> int:
    """Count the games of a kind in a set: human (`no`), bot (`yes`) or `all`."""
    wanted = {"no": (False,), "yes": (True,)}.get(simulated, (False, True))
    return sum(games.counts.get((kind, is_simulated), 0) for is_simulated in wanted)


def hidden_games() -> QuerySet[Game]:
    """Return the games that are not public, but shown to the members of a collection, and that
    their owners let statistics count. They are in no list and no community statistics.
    """
    own = Record.objects.filter(game=OuterRef("game"), owner=OuterRef("owner"), is_current=True)
    lent = CollectionGame.objects.filter(
        Exists(own), collection__deleted_at__isnull=True, collection__hidden_at__isnull=True
    )
    games = Game.objects.filter(present() & ~visible(), refused_by="", not_counted="")
    games = games.exclude(statistics=Statistics.NO)
    return games.filter(pk__in=lent.exclude(owner="").values("game")).order_by()


def hidden_games_of(collection_id: int) -> list[int]:
    """Return the hidden games of one collection."""
    entries = CollectionGame.objects.filter(collection=collection_id).values("game")
    return list(hidden_games().filter(Q(pk__in=entries)).values_list("pk", flat=True))
