"""How often a client may upload, write, or request what is costly to compute.

Pages and API share the counts. The rates are settings.
"""

from typing import Any, cast

from rest_framework.throttling import SimpleRateThrottle


class ClientThrottle(SimpleRateThrottle):
    """Counts requests by the client's address, as seen through trusted proxies."""

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return a key for each scope and address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def seconds_to_wait(self, request: Any) -> int:
        """Count a request; return the seconds until the client may repeat it; 0: now."""
        if self.allow_request(request, cast("Any", None)):
            return 0
        return int(self.wait() or 1) + 1


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


class WriteThrottle(ClientThrottle):
    """Limits changes of branches and notes."""

    scope = "writes"


class OfferThrottle(ClientThrottle):
    """Limits requests for the legal events of branches, which examine all of them."""

    scope = "offers"


class NewThrottle(ClientThrottle):
    """Limits new branches and sets of notes."""

    scope = "new"
