"""`/robots.txt` and `/sitemap.xml`: what search engines may read, and the pages to show."""

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.registry import KINDS
from replays.models import Collection, Game
from replays.reads import events as event_reads

PAGES = (
    *("home", "games", "events", "collections", "upload", "stats", "players", "rulebooks"),
    *("log-format", "api", "data"),
)
OF_KINDS = ("rules", "log-format-of", "stats-kind", "stats-balance", "stats-ratings")
NOT_READ = (f"/{settings.ADMIN_PATH}", "/api/v1/", "/search/", "/embed/", "/metrics", "/*?")
"""Paths that search engines don't read: answers for programs, and the states of pages."""

MAX_EVENTS = 20_000
"""Events in the sitemap, the newest."""


@require_safe
@cache_control(public=True, max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    """Return the rules for search engines."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_READ)]
    lines += ["", f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


class PagesSitemap(Sitemap):  # type: ignore[type-arg]
    """Pages that always exist, in every language."""

    i18n = alternates = x_default = True

    def items(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return names and arguments of routes."""
        of_kinds = ((name, (slug,)) for name in OF_KINDS for slug in KINDS)
        return [*((name, ()) for name in PAGES), *of_kinds]

    def location(self, item: tuple[str, tuple[str, ...]]) -> str:
        """Return an address."""
        name, arguments = item
        return reverse(name, args=arguments)


class GamesSitemap(Sitemap):  # type: ignore[type-arg]
    """Finished games in lists, without those of bots."""

    limit = 2500

    def items(self) -> QuerySet[Game]:
        """Return the games, newest first."""
        listed = Game.objects.listed().filter(is_finished=True, is_simulated=False)
        return listed.only("public_id", "created_at")

    def lastmod(self, item: Game) -> object:
        """Return when the game was stored."""
        return item.created_at


class CollectionsSitemap(Sitemap):  # type: ignore[type-arg]
    """Public collections."""

    limit = 5000

    def items(self) -> QuerySet[Collection]:
        """Return the collections, newest first."""
        return Collection.objects.listed().only("public_id", "public_changed_at")

    def lastmod(self, item: Collection) -> object:
        """Return when what everyone sees of the collection was last changed."""
        return item.public_changed_at


class EventsSitemap(Sitemap):  # type: ignore[type-arg]
    """Events with human games, and those that owners describe."""

    limit = 5000

    def items(self) -> list[str]:
        """Return their addresses, newest first."""
        rows = event_reads.list_tags(simulated=False).values_list("handle", flat=True)
        tagged = [reverse("event", args=[handle]) for handle in rows[:MAX_EVENTS]]
        return tagged + [event.get_absolute_url() for event in event_reads.list_owned("", 1000)]

    def location(self, item: str) -> str:
        """Return an address."""
        return item


SITEMAPS = {
    "pages": PagesSitemap,
    "games": GamesSitemap,
    "events": EventsSitemap,
    "collections": CollectionsSitemap,
}
