"""What users can follow, a player, an event or a collection, and the new public games of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from games.registry import get_kind
from replays.models import (
    Collection,
    CollectionGame,
    Event,
    EventSpelling,
    EventTag,
    Game,
    IntakeLock,
    Seat,
)
from replays.models.identity import is_public_id
from replays.text.names import handle_of, name_key, without_direction_marks

from .events import TAG_COLUMNS, find_events, find_owned, find_tagged
from .games import LISTED
from .names import names_of_people, newest_spellings

PLAYER, EVENT, COLLECTION = "player", "event", "collection"
MAX_NEW = 5000
"""New games that are compared with what users follow; of more, the newest."""
Key = tuple[str, str]
"""The kind and key of something to follow."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something to follow, as pages show it. The key of a player is that of the name, the key of an
    event its handle or id, and the key of a collection its id.
    """

    kind: str
    key: str
    title: str
    address: str


def find_target(kind: str, text: str) -> Target | None:
    """Return what can be followed: a player by name, an event or a collection by its key. None:
    there is no such thing that everyone can find.
    """
    if kind == PLAYER:
        key = name_key(text)
        name = newest_spellings([key]).get(key) if key else None
        if name is None:
            return None
        return Target(kind, key, name, reverse("player", args=[handle_of(key)]))
    if kind == EVENT:
        event = find_owned(text) if is_public_id(text) else find_tagged(text)
        return Target(kind, event.key, event.title, event.address) if event else None
    if kind == COLLECTION and is_public_id(text):
        row = Collection.objects.listed().filter(public_id=text).first()
        return Target(kind, text, row.title, row.get_absolute_url()) if row else None
    return None


def find_targets(keys: Iterable[Key]) -> dict[Key, Target]:
    """Return what can be followed as `find_target` does, for many keys in a few queries; what
    is not public is missing.
    """
    wanted: dict[str, list[str]] = {PLAYER: [], EVENT: [], COLLECTION: []}
    for kind, key in keys:
        wanted[kind].append(key)
    found = [
        Target(PLAYER, key, name, reverse("player", args=[handle_of(key)]))
        for key, name in newest_spellings(wanted[PLAYER]).items()
    ]
    found += [
        Target(EVENT, event.key, event.title, event.address)
        for event in find_events(wanted[EVENT]).values()
    ]
    found += [
        Target(COLLECTION, row.public_id, row.title, row.get_absolute_url())
        for row in Collection.objects.listed().filter(public_id__in=wanted[COLLECTION])
    ]
    return {(target.kind, target.key): target for target in found}


def last_public_number() -> int:
    """Return the number of the game that became public last."""
    return IntakeLock.objects.filter(pk=1).values_list("n_public", flat=True).first() or 0


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that became public, and what it belongs to."""

    game: Game
    keys: frozenset[Key]

    @property
    def title(self) -> str:
        """The players, or the game if no player is named."""
        names = (without_direction_marks(s.name) for s in self.game.seats.all() if s.name)
        return f" {pgettext('between the names of players', 'v')} ".join(names) or self.rules

    @property
    def rules(self) -> str:
        """The game and its rules."""
        kind = get_kind(self.game.kind)
        return f"{kind.title} {kind.identity.rules_text(self.game.edition, self.game.mode)}".strip()

    @property
    def detail(self) -> str:
        """The game and the day, without the result."""
        day = date_format(self.game.played_on, "j M Y") if self.game.played_on else ""
        bots = gettext("bot game") if self.game.is_simulated else ""
        return " · ".join(filter(None, (self.rules, day, bots)))


def new_games(after: int, until: int) -> list[NewGame]:
    """Return the games that became public after a number, up to another, the newest first."""
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    games = Game.objects.listed().filter(public_number__gt=after, public_number__lte=until)
    games = games.only(*LISTED, *TAG_COLUMNS, "public_number").select_related("event_tag")
    rows = list(games.order_by("-public_number").prefetch_related(seats)[:MAX_NEW])
    names = {s.name_key for game in rows for s in game.seats.all() if s.name_key}
    merged = names_of_people(handle_of(name) for name in names)
    more: dict[int, set[Key]] = {}
    for pk, key in _events_and_collections([game.pk for game in rows]):
        more.setdefault(pk, set()).add(key)
    found = []
    for game in rows:
        keys = more.get(game.pk, set())
        for seat in game.seats.all():
            own = seat.name_key
            keys |= {(PLAYER, k) for k in merged.get(handle_of(own), [own])} if own else set()
        if tag := getattr(game, "event_tag", None):
            keys.add((EVENT, tag.handle))
        found.append(NewGame(game, frozenset(keys)))
    return found


def _events_and_collections(ids: list[int]) -> Iterator[tuple[int, Key]]:
    """Yield the events of owners and the public collections that games belong to."""
    for start in range(0, len(ids), 500):
        part = ids[start : start + 500]
        chosen = Event.games.through.objects.filter(game__in=part)
        for pk, public_id in chosen.values_list("game_id", "event__public_id"):
            yield pk, (EVENT, public_id)
        tags = EventTag.objects.filter(game__in=part).values_list("game_id", "handle")
        games: dict[str, list[int]] = {}
        for pk, handle in tags:
            games.setdefault(handle, []).append(pk)
        named = EventSpelling.objects.filter(handle__in=games)
        for handle, public_id in named.values_list("handle", "event__public_id"):
            yield from ((pk, (EVENT, public_id)) for pk in games[handle])
        entries = CollectionGame.objects.filter(game__in=part)
        listed = entries.filter(collection__in=Collection.objects.listed())
        for pk, public_id in listed.values_list("game", "collection__public_id"):
            yield pk, (COLLECTION, public_id)
