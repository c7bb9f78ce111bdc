"""How often a client may upload, write, or request what is costly to compute.

Pages and API share the counts. The rates are settings.
"""

from math import ceil
from typing import Any, NamedTuple, cast

from rest_framework.throttling import SimpleRateThrottle

from replays.access.addresses import client_network
from replays.access.budget import budget_of, per_minute

NOTED = "replays.rate_limit"
"""The key under which a request's `META` has its strictest limit."""


class RateLimit(NamedTuple):
    """A limit of requests: how many, how many are left, and in how many seconds one more is."""

    limit: int
    left: int
    seconds: int


class ClientThrottle(SimpleRateThrottle):
    """Counts requests by the client's address, or its IPv6 network."""

    num_requests: int
    duration: int
    budget_wait = 0
    """Seconds to wait because the client has used up its processor time."""

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return a key for each scope and address."""
        return self.cache_format % {"scope": self.scope, "ident": client_network(request)}

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count a request and return whether it is allowed. What is left is noted for the headers
        of the answer (`goryo_site.http.middleware.RateLimits`). Without processor time left
        (`access.budget`) it is not allowed, and not counted.
        """
        budget = budget_of(request)
        if budget is not None and (wait := budget.seconds_to_wait()):
            self.budget_wait = wait
            request.META[NOTED] = RateLimit(round(per_minute()), 0, wait)
            return False
        is_allowed = bool(super().allow_request(request, view))
        if self.rate is not None:
            left = max(0, self.num_requests - len(self.history))
            oldest = self.history[-1] if self.history else self.now
            noted = RateLimit(self.num_requests, left, ceil(oldest + self.duration - self.now))
            before = request.META.get(NOTED, noted)
            request.META[NOTED] = min(noted, before, key=lambda each: each.left)
        return is_allowed

    def seconds_to_wait(self, request: Any) -> int:
        """Count a request; return the seconds until the client may repeat it; 0: now."""
        if self.allow_request(request, cast("Any", None)):
            return 0
        if self.budget_wait:
            return self.budget_wait
        return int(self.wait() or 1) + 1

    def wait(self) -> float:
        """Return the seconds until the next request is allowed."""
        return float(self.budget_wait or super().wait() or 1)


class UploadThrottle(ClientThrottle):
    """Limits uploads."""

    scope = "uploads"


class CheckThrottle(ClientThrottle):
    """Limits checks of logs while they are typed."""

    scope = "checks"


class BeliefThrottle(ClientThrottle):
    """Limits the computation of belief, the most costly answers."""

    scope = "belief"


class ListThrottle(ClientThrottle):
    """Limits lists and players in statistics."""

    scope = "lists"


class StreamThrottle(ClientThrottle):
    """Limits streams of games and events, and zip files of collections."""

    scope = "streams"


class SearchThrottle(ClientThrottle):
    """Limits searches over the whole site, and suggestions while a user types."""

    scope = "searches"


class PictureThrottle(ClientThrottle):
    """Limits drawn pictures. Cached pictures are free."""

    scope = "pictures"


class ThumbnailThrottle(ClientThrottle):
    """Limits the drawn boards of lists, of which a page has many. Cached ones are free."""

    scope = "thumbnails"


class FilmThrottle(ClientThrottle):
    """Limits animated clips."""

    scope = "films"


class PieceThrottle(ClientThrottle):
    """Limits the processor time of the further pieces of a clip; their number is free."""

    scope = "pieces"

    def get_rate(self) -> None:
        """Return no limit."""


class WriteThrottle(ClientThrottle):
    """Limits changes of variations, notes, rooms and reviews, and forms of accounts."""

    scope = "writes"


class OfferThrottle(ClientThrottle):
    """Limits requests for legal events, which examine all of them."""

    scope = "offers"


class CiteThrottle(ClientThrottle):
    """Limits citing of dumps, each of which stays."""

    scope = "cites"


class ReportThrottle(ClientThrottle):
    """Limits reports to the staff."""

    scope = "reports"


class NewThrottle(ClientThrottle):
    """Limits new variations, sets of notes, collections, rooms and reviews."""

    scope = "new"
