"""Counting everything that a request stores against the daily quota of its address.

Uploads count their files and games themselves (`replays.services.quotas`). All other requests that
may write count here, whether their view stores rows or not: a new view needs no other quota. They
count afterwards and only if they succeed, since a refused one stores nothing.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from replays.access.quotas import quotas_of
from replays.services import OverQuota
from replays.services.quotas import check_room, count_stored

from . import errors
from .middleware import GetResponse

READING = {"GET", "HEAD", "OPTIONS", "DELETE"}
"""Methods that store nothing."""
COUNTED_THERE = {"api-games", "upload", "correct", "api-game", "tags", "api-room-save"}
"""Routes that count what they store."""
STORING_NOTHING = {"api-legal", "upload-check"}
SIGNING_IN = {
    "admin-login", "account_login", "account_request_login_code", "account_confirm_login_code",
    "mfa_login_webauthn", "account_logout", "account_request_reauthentication_code",
    "account_confirm_reauthentication_code", "mfa_reauthenticate_webauthn",
}  # fmt: skip
"""Routes that stay open: their attempts are limited, and store only a session that expires."""
ROW_BYTES = 2048
"""What a request counts at least: a few rows, and perhaps a session."""
COPYING = {"branch-begin", "api-game-branches", "api-branch-branches"}
COPY_BYTES = 64 * 1024
"""A variation of a variation copies up to 400 events."""


KEY = "goryo_site.storage"
"""Key of a request's `META`: how many bytes it counts if it succeeds."""


class StorageQuota:
    """Refuse requests of an address that has used up what it may store on a day."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response, and count what was stored."""
        response = self.get_response(request)
        n_bytes = request.META.get(KEY, 0)
        if n_bytes and response.status_code < 400:
            count_stored(quotas_of(request, ""), n_bytes)
        return response

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],  # noqa: ARG002 - signature of Django
        arguments: tuple[Any, ...],  # noqa: ARG002
        values: dict[str, Any],  # noqa: ARG002
    ) -> HttpResponse | None:
        """Return 429 if there is no room for the request, 413 for a body that no view accepts."""
        name = request.resolver_match.url_name if request.resolver_match else None
        if request.method in READING or name in COUNTED_THERE | STORING_NOTHING | SIGNING_IN:
            return None
        sent = _declared_bytes(request)
        if sent > settings.BODY_MAX_BYTES:  # the front has not received it
            return errors.bad_request(request, RequestDataTooBig())
        n_bytes = max(COPY_BYTES if name in COPYING else ROW_BYTES, sent)
        try:
            check_room(quotas_of(request, ""), n_bytes)
        except OverQuota as error:
            return errors.over_quota(request, error)
        request.META[KEY] = n_bytes
        return None


def _declared_bytes(request: HttpRequest) -> int:
    """Return the length of the body; the front has received so much, unless it is too long."""
    sent = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(sent[:20]) if sent.isdecimal() else 0
