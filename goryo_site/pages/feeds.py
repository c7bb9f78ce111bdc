"""Atom feeds (RFC 4287) of new public games: all, of a kind, a player, an event or a collection.

An entry has no result, so that a feed reader shows no spoilers. Ids are the same in every language
and on every host. `GameFeed` is the base of feeds of other sets of games.
"""

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.http import parse_http_date_safe, quote_etag
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.reads import players as player_reads
from analytics.reads.players import Player
from analytics.web.responses import reject_query_params
from games.registry import KINDS, get_kind
from replays.access.costs import TooOften, count
from replays.access.throttles import ListThrottle
from replays.models import Collection, CollectionGame, Game
from replays.reads import events as event_reads
from replays.reads.events import EventPage
from replays.reads.feeds import newest_public, of_names
from replays.requests.http import note_shown
from replays.text.names import without_direction_marks
from replays.web import replay

from .event_games import choose, tag_of

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed without entries was updated."""


def stable_id(name: str) -> str:
    """Return the id of a feed or an entry.

    >>> stable_id("games")
    'urn:uuid:0ed4d672-07f7-5519-a94e-b7e76c45dbd2'
    """
    return uuid5(NAMESPACE_URL, f"kifu-house:{name}").urn


class StableAtom(Atom1Feed):
    """An Atom feed that does not change while its entries stay the same."""

    def latest_post_date(self) -> datetime:
        """Return when the newest entry became public."""
        return super().latest_post_date() if self.items else FIRST_DAY


class GameFeed(Feed):  # type: ignore[type-arg]
    """The games that fit a condition. Subclasses define which, with title, id and page."""

    feed_type = StableAtom
    author_name = "Kifu House"

    def condition(self, obj: Any) -> Q:
        """Return the condition of the games."""
        raise NotImplementedError

    def items(self, obj: Any) -> list[Game]:
        """Return the entries, newest first."""
        return newest_public(self.condition(obj))

    def item_title(self, item: Game) -> str:
        """Return who played, or the game if no player is named."""
        return replay.versus(item) or replay.played_text(item)

    def item_description(self, item: Game) -> str:
        """Return game, day and event."""
        day = date_format(item.played_on, "j M Y") if item.played_on else ""
        bots = gettext("bot game") if item.is_simulated else ""
        event = tag_of(item)
        name = without_direction_marks(event.name) if event else ""
        return " · ".join(filter(None, (replay.played_text(item), day, name, bots)))

    def item_link(self, item: Game) -> str:
        """Return the address of the replay."""
        return item.get_absolute_url()

    def item_guid(self, item: Game) -> str:
        """Return the id of the entry."""
        return stable_id(f"game:{item.public_id}")

    def item_pubdate(self, item: Game) -> datetime:
        """Return when the game became public."""
        return item.public_at or item.created_at

    item_updateddate = item_pubdate

    def item_categories(self, item: Game) -> list[str]:
        """Return the game and its event."""
        event = tag_of(item)
        return [get_kind(item.kind).title, *([event.name] if event else [])]


class NewGames(GameFeed):
    """New human games, of all kinds or of one."""

    def get_object(self, _request: HttpRequest, kind: str = "") -> str:
        """Return the kind; empty: all."""
        if kind and kind not in KINDS:
            raise Http404
        return kind

    def title(self, obj: str) -> str:
        """Return the title."""
        if not obj:
            return gettext("New games · Kifu House")
        return gettext("New games of {game} · Kifu House").format(game=KINDS[obj].title)

    def link(self, obj: str) -> str:
        """Return the list of games."""
        return reverse("games") + (f"?kind={obj}" if obj else "")

    def feed_guid(self, obj: str) -> str:
        """Return the id of the feed."""
        return stable_id(f"games:{obj}" if obj else "games")

    def condition(self, obj: str) -> Q:
        """Return the condition of the games."""
        return Q(is_simulated=False) & (Q(kind=obj) if obj else Q())


class PlayerFeed(GameFeed):
    """New games of a player: human games, or bot games if the name appears in no others."""

    def get_object(self, _request: HttpRequest, handle: str) -> Player:
        """Return the player."""
        found = player_reads.find_player(handle)
        if found is None:
            raise Http404
        return found

    def title(self, obj: Player) -> str:
        """Return the title."""
        name = without_direction_marks(obj.name)
        return gettext("Games of {name} · Kifu House").format(name=name)

    def link(self, obj: Player) -> str:
        """Return the page of the player."""
        return reverse("player", args=[obj.handle])

    def feed_guid(self, obj: Player) -> str:
        """Return the id of the feed."""
        return stable_id(f"player:{obj.handle}")

    def condition(self, obj: Player) -> Q:
        """Return the condition of the games."""
        return of_names(list(obj.keys)) & Q(is_simulated=obj.is_bot)


class EventFeed(GameFeed):
    """New games of an event: human games, or bot games if it has no others."""

    def get_object(self, _request: HttpRequest, handle: str = "", public_id: str = "") -> EventPage:
        """Return the event."""
        found = event_reads.find_tagged(handle) if handle else event_reads.find_owned(public_id)
        if found is None:
            raise Http404
        return found

    def title(self, obj: EventPage) -> str:
        """Return the title."""
        name = without_direction_marks(obj.title)
        return gettext("Games of {name} · Kifu House").format(name=name)

    def link(self, obj: EventPage) -> str:
        """Return the page of the event."""
        return obj.address

    def feed_guid(self, obj: EventPage) -> str:
        """Return the id of the feed."""
        return stable_id(f"event:{obj.key}")

    def condition(self, obj: EventPage) -> Q:
        """Return the condition of the games."""
        choice = choose(event_reads.count_games(obj))
        return obj.condition & Q(is_simulated=bool(choice and choice.is_simulated))


class CollectionFeed(GameFeed):
    """New public games of a collection that everyone with its link can see."""

    def get_object(self, request: HttpRequest, public_id: str) -> Collection:
        """Return the collection."""
        found = Collection.objects.reachable().filter(public_id=public_id).first()
        if found is None:
            raise Http404
        note_shown(request, found)
        return found

    def title(self, obj: Collection) -> str:
        """Return the title."""
        name = without_direction_marks(obj.title)
        return gettext("Games of {name} · Kifu House").format(name=name)

    def link(self, obj: Collection) -> str:
        """Return the page of the collection."""
        return obj.get_absolute_url()

    def feed_guid(self, obj: Collection) -> str:
        """Return the id of the feed."""
        return stable_id(f"collection:{obj.public_id}")

    def condition(self, obj: Collection) -> Q:
        """Return the condition of the games."""
        entries = CollectionGame.objects.filter(collection=obj)
        return Q(pk__in=entries.values("game_id"))


def feed_view(feed: GameFeed) -> Any:
    """Return the view of a feed, limited, with answers to conditional requests."""

    @require_safe
    @reject_query_params
    def view(request: HttpRequest, **arguments: str) -> HttpResponse:
        try:
            count(request, ListThrottle())
        except TooOften as error:
            refused = HttpResponse(str(error), status=429, content_type="text/plain; charset=utf-8")
            refused["Retry-After"] = str(error.wait)
            return refused
        response = feed(request, **arguments)
        response["Cache-Control"] = "no-cache"
        content = sha256(settings.RELEASE.encode() + response.content).hexdigest()
        response["ETag"] = quote_etag(content[:32])
        answer: HttpResponse | None = get_conditional_response(  # for HEAD too
            request,
            etag=response["ETag"],
            last_modified=parse_http_date_safe(response.get("Last-Modified", "")),
            response=response,
        )
        return answer or response

    return view


new_games, player_feed, event_feed, collection_feed = map(
    feed_view, (NewGames(), PlayerFeed(), EventFeed(), CollectionFeed())
)
