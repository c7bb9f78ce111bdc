"""Queries of events: named by the `Event` tag of logs, or described by an owner.

Only games that everyone can find are read, so a private game is in no event.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Count, Max, Min, Prefetch, Q, QuerySet
from django.urls import reverse

from replays.access.viewer import STRANGER, Viewer
from replays.models import Event, EventTag, Game, Seat
from replays.models.visibility import visible

from .games import LISTED

TAG_COLUMNS = tuple(f"event_tag__{name}" for name in ("handle", "name", "place", "round"))
"""The columns of the event tag in lists of games."""
MAX_PLACES = 5
"""Places of an event that its page names."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """An event: `key` is its handle or public id. `own` is the event of an owner; None: it is only
    named by logs. `spellings` are the other names of it in logs.
    """

    key: str
    title: str
    own: Event | None = None
    spellings: tuple[str, ...] = ()
    handles: tuple[str, ...] = field(default=())

    @property
    def address(self) -> str:
        """The address of its page."""
        return self.own.get_absolute_url() if self.own else reverse("event", args=[self.key])

    @property
    def condition(self) -> Q:
        """The condition of its games."""
        tagged = Q(event_tag__handle__in=self.handles)
        if self.own is None:
            return tagged
        chosen = Event.games.through.objects.filter(event=self.own).values("game_id")
        return tagged | Q(pk__in=chosen)


def list_tags(*, simulated: bool, kind: str = "", name: str = "") -> QuerySet[Any]:
    """Return a row for each event that logs name, with its games and days; the newest first. `name`
    is the key of a part of its name.
    """
    tags = EventTag.objects.filter(visible("game__"), game__refused_by="")
    tags = tags.filter(game__is_simulated=simulated)
    if kind:
        tags = tags.filter(game__kind=kind)
    if name:
        tags = tags.filter(name_key__contains=name)
    return (
        tags.values("handle")
        .annotate(
            n_games=Count("game"),
            newest=Max("game"),
            first=Min("game__played_on"),
            last=Max("game__played_on"),
        )
        .order_by("-newest")
    )


def names_of_tags(newest: Iterable[int]) -> dict[str, str]:
    """Return the names of events by handle, as these games write them."""
    rows = EventTag.objects.filter(game__in=list(newest))
    return dict(rows.values_list("handle", "name"))


def list_owned(name: str = "", limit: int = 100) -> list[Event]:
    """Return the newest events of owners; `name` is a part of the title."""
    events = Event.objects.shown()
    return list((events.filter(title__icontains=name) if name else events)[:limit])


def events_of(keys: Iterable[str]) -> QuerySet[Event]:
    """Return the events of an owner with these keys, newest first."""
    return Event.objects.filter(owner__in=list(keys))


def find_tagged(handle: str) -> EventPage | None:
    """Return an event that logs name; None: no game that everyone can find does."""
    tags = EventTag.objects.filter(visible("game__"), game__refused_by="", handle=handle)
    names = list(dict.fromkeys(tags.order_by("-game_id").values_list("name", flat=True)[:1000]))
    if not names:
        return None
    return EventPage(handle, names[0], None, tuple(names[1:6]), (handle,))


def find_owned(public_id: str, viewer: Viewer = STRANGER) -> EventPage | None:
    """Return an event of an owner that a viewer can reach."""
    events = Event.objects.reachable(viewer.keys, is_staff=viewer.is_staff)
    event = events.prefetch_related("spellings").filter(public_id=public_id).first()
    if event is None:
        return None
    handles = tuple(row.handle for row in event.spellings.all())
    return EventPage(public_id, event.title, event, (), handles)


def find_events(keys: Iterable[str]) -> dict[str, EventPage]:
    """Return events by key, handle or public id, with their titles only; unknown ones are missing.
    Two or three queries.
    """
    wanted = list(keys)
    owned = Event.objects.shown().filter(public_id__in=wanted)
    found = {event.public_id: EventPage(event.public_id, event.title, event) for event in owned}
    tags = EventTag.objects.filter(visible("game__"), game__refused_by="", handle__in=wanted)
    newest = tags.values("handle").annotate(newest=Max("game")).values_list("newest", flat=True)
    tagged = names_of_tags(newest)
    return {**{handle: EventPage(handle, name) for handle, name in tagged.items()}, **found}


def owned_with_tag(handle: str) -> list[Event]:
    """Return the events of owners that include the games of a tag."""
    return list(Event.objects.shown().filter(spellings__handle=handle)[:5])


def games_of(event: EventPage) -> QuerySet[Game]:
    """Return the games of an event that lists show, with their seats and tags."""
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    games = Game.objects.listed().filter(event.condition).select_related("event_tag")
    return games.only(*LISTED, *TAG_COLUMNS).prefetch_related(seats)


def handle_of_event(game: Game) -> str:
    """Return the handle of the event that the log of a game names; empty: none."""
    tag: EventTag | None = getattr(game, "event_tag", None)
    return tag.handle if tag else ""


def count_games(event: EventPage) -> dict[tuple[str, bool], int]:
    """Count the games of an event by kind, and whether bots played them."""
    games = Game.objects.listed().filter(event.condition).order_by()
    rows = games.values_list("kind", "is_simulated").annotate(n=Count("pk"))
    return {(kind, is_simulated): n for kind, is_simulated, n in rows}


def days_of(event: EventPage) -> tuple[date | None, date | None]:
    """Return the first and last day of an event: those of its owner, else of its games."""
    days = Game.objects.listed().filter(event.condition).order_by()
    found: Mapping[str, Any] = days.aggregate(first=Min("played_on"), last=Max("played_on"))
    own = event.own
    if own is not None and (own.starts_on or own.ends_on):
        return own.starts_on or own.ends_on, own.ends_on or own.starts_on
    return found["first"], found["last"]


def places_of(event: EventPage) -> list[str]:
    """Return the places of an event, the most frequent first."""
    if event.own is not None and event.own.place:
        return [event.own.place]
    games = Game.objects.listed().filter(event.condition).exclude(event_tag__place="")
    rows = games.filter(event_tag__isnull=False).order_by().values("event_tag__place")
    counted = rows.annotate(n=Count("pk")).order_by("-n", "event_tag__place")
    return [row["event_tag__place"] for row in counted[:MAX_PLACES]]
