"""How often one client may send something in (the same count for the page and the API), or ask
for what is costly to work out.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

DEFAULT_RATE = "240/min"
DEFAULT_BELIEF_RATE = "60/min"
DEFAULT_PICTURE_RATE = "120/min"
DEFAULT_LIST_RATE = "240/min"
DEFAULT_FILM_RATE = "12/min"
DEFAULT_WRITE_RATE = "240/min"
DEFAULT_NEW_RATE = "200/day"
DEFAULT_OFFER_RATE = "240/min"


class UploadThrottle(SimpleRateThrottle):
    """Counts by the client's address. What a caller writes in X-Forwarded-For counts only as far as
    proxies of ours wrote it.
    """

    scope = "uploads"

    def get_rate(self) -> str | None:
        """`UPLOAD_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "UPLOAD_RATE", DEFAULT_RATE)

    def get_cache_key(
        self,
        request: HttpRequest,
        view: Any,  # noqa: ARG002
    ) -> str:
        """One count for each address."""
        return self.cache_format % {"scope": self.scope, "ident": self.client(request)}

    def client(self, request: HttpRequest) -> str:
        """The address of the caller, seen through as many proxies as the settings name
        (`NUM_PROXIES`; none by default).
        """
        if api_settings.NUM_PROXIES:
            return str(self.get_ident(request))  # type: ignore[arg-type]
        return str(request.META.get("REMOTE_ADDR", ""))


class BeliefThrottle(UploadThrottle):
    """Counts what one client asks of the deduction, the costliest of what may be read."""

    scope = "belief"

    def get_rate(self) -> str | None:
        """`BELIEF_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "BELIEF_RATE", DEFAULT_BELIEF_RATE)


class ListThrottle(UploadThrottle):
    """Counts what one client asks of lists and players in statistics."""

    scope = "lists"

    def get_rate(self) -> str | None:
        """`LIST_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "LIST_RATE", DEFAULT_LIST_RATE)


class PictureThrottle(UploadThrottle):
    """Counts the pictures that were drawn for one client; what is kept already is not counted."""

    scope = "pictures"

    def get_rate(self) -> str | None:
        """`PICTURE_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "PICTURE_RATE", DEFAULT_PICTURE_RATE)


class FilmThrottle(UploadThrottle):
    """Counts the films that were made for one client."""

    scope = "films"

    def get_rate(self) -> str | None:
        """`FILM_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "FILM_RATE", DEFAULT_FILM_RATE)


class WriteThrottle(UploadThrottle):
    """Counts what one client changes in branches and notes, on the page and by the API."""

    scope = "writes"

    def get_rate(self) -> str | None:
        """`WRITE_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "WRITE_RATE", DEFAULT_WRITE_RATE)


class OfferThrottle(UploadThrottle):
    """Counts how often one client asks what may be played on in branches: all legal events are
    gone through for it.
    """

    scope = "offers"

    def get_rate(self) -> str | None:
        """`OFFER_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "OFFER_RATE", DEFAULT_OFFER_RATE)


class NewThrottle(UploadThrottle):
    """Counts the branches and sets of notes that one client begins."""

    scope = "new"

    def get_rate(self) -> str | None:
        """`NEW_RATE` of the settings, as `number/period`; None: no limit."""
        return getattr(settings, "NEW_RATE", DEFAULT_NEW_RATE)
