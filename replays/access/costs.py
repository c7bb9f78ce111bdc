"""What is counted before it is worked out: each count once in a request, whatever asks for it."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.translation import gettext

from replays.access.throttles import BeliefThrottle, ClientThrottle

COUNTED = "replays.counted"


class TooOften(Exception):
    """Theirs: asked for too much at once. `wait` is when to ask again, in seconds."""

    def __init__(self, wait: int) -> None:
        said = gettext("Too many requests. Wait {seconds} s.")
        super().__init__(said.format(seconds=wait))
        self.wait = wait


def count(request: HttpRequest, *throttles: ClientThrottle) -> None:
    """Count a request against each of these. Raises TooOften."""
    counted = request.META.setdefault(COUNTED, set())
    for throttle in throttles:
        if throttle.scope in counted:
            continue
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]
            raise TooOften(int(throttle.wait() or 1) + 1)
        counted.add(throttle.scope)


def counts_belief(request: HttpRequest, prior: str) -> Callable[[], None]:
    """Counts, when called, that what could be known under a prior is worked out; without a prior
    nothing. It raises TooOften.
    """
    return lambda: count(request, *([BeliefThrottle()] if prior else []))
