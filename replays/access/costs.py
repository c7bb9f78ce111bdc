"""Throttles applied inside views, before costly computations: each at most once per request."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.translation import gettext

from replays.access.throttles import BeliefThrottle, ClientThrottle

COUNTED = "replays.counted"


class TooOften(Exception):
    """Client error: too many requests. `wait` is the time until the next one, in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(gettext("Too many requests. Wait {seconds} s.").format(seconds=wait))
        self.wait = wait


def count(request: HttpRequest, *throttles: ClientThrottle) -> None:
    """Count a request against each throttle. Raises TooOften."""
    counted = request.META.setdefault(COUNTED, set())
    for throttle in throttles:
        if throttle.scope in counted:
            continue
        if wait := throttle.seconds_to_wait(request):
            raise TooOften(wait)
        counted.add(throttle.scope)


def counts_belief(request: HttpRequest, prior: str) -> Callable[[], None]:
    """Return a function that counts the computation of belief, if there is a prior. It raises
    TooOften.
    """
    return lambda: count(request, *([BeliefThrottle()] if prior else []))
