"""Charging each client for the processor time of its requests (`replays.access.budget`)."""

import time
from collections.abc import Iterable, Iterator
from typing import cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from accounts.tokens import token_of
from replays.access.addresses import client_network
from replays.access.budget import KEY, Budget, per_minute
from replays.access.slices import Unfinished, in_slice
from replays.access.throttles import NOTED, RateLimit

from . import errors
from .middleware import GetResponse

FREE = ("/healthz", "/metrics")
"""Starts of addresses that are always answered: programs that watch the site request them."""


class CpuBudget:
    """Charge the client, and refuse a request if the client has used up its processor time, also
    that for cached answers. Costly work is refused earlier, where it is throttled.

    Must be the last middleware, so that the session is known and static files are not counted.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response, or 429."""
        if request.path_info.startswith(FREE):
            return self.get_response(request)
        with in_slice(settings.SLICE_MS):
            return self._respond(request) if settings.CPU_SHARE else self.get_response(request)

    def _respond(self, request: HttpRequest) -> HttpResponse:
        began = time.thread_time()
        budget = request.META[KEY] = Budget(_client(request))
        if budget.seconds_to_wait(is_cached=True):
            wait = budget.seconds_to_wait()
            request.META[NOTED] = RateLimit(round(per_minute()), 0, wait)
            return errors.over_budget(request, wait)
        try:
            response = self.get_response(request)
        finally:
            budget.charge((time.thread_time() - began) * 1000)
        _charge_parts(response, budget)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the 503 for an answer that needs more slices. The API handles it."""
        return errors.unfinished(request, error) if isinstance(error, Unfinished) else None


def _charge_parts(response: HttpResponseBase, budget: Budget) -> None:
    """Let the parts of a streaming response be charged while they are sent."""
    if isinstance(response, StreamingHttpResponse) and not response.is_async:
        parts = cast("Iterable[bytes]", response.streaming_content)
        response.streaming_content = _charged(parts, budget)


def _charged(parts: Iterable[bytes], budget: Budget) -> Iterator[bytes]:
    """Yield the parts of an answer and charge the time that each takes to compute."""
    rest = iter(parts)
    while True:
        began = time.thread_time()
        part = next(rest, None)
        budget.charge((time.thread_time() - began) * 1000)
        if part is None:
            return
        yield part


def _client(request: HttpRequest) -> str:
    """Return the account of a request, else the network of its address."""
    account = _account(request)
    return f"account {account}" if account else f"address {client_network(request)}"


def _account(request: HttpRequest) -> str:
    """Return the primary key of the user with the token or session of a request, or nothing."""
    if request.path_info.startswith("/api/"):  # which ignores cookies
        token = token_of(request)
        return str(token.user_id) if token else ""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    was_accessed = request.session.accessed
    account = str(request.session.get(SESSION_KEY, ""))
    request.session.accessed = was_accessed  # the answer does not depend on it: no `Vary`
    return account
