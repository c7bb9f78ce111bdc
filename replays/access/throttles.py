"""How often a client may upload, write, or request what is costly to compute.

Pages and API share the counts. The rates are settings.
"""

from typing import Any

from rest_framework.throttling import SimpleRateThrottle


class ClientThrottle(SimpleRateThrottle):
    """Counts requests by the client's address, as seen through trusted proxies."""

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return a key for each scope and address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class UploadThrottle(ClientThrottle):
    """Limits uploads."""

    scope = "uploads"


class BeliefThrottle(ClientThrottle):
    """Limits the computation of belief, the most costly answers."""

    scope = "belief"


class ListThrottle(ClientThrottle):
    """Limits lists and players in statistics."""

    scope = "lists"


class PictureThrottle(ClientThrottle):
    """Limits drawn pictures. Cached pictures are free."""

    scope = "pictures"


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
