"""`/games/<id>/replay.gif` and `.webp`: a range of steps as an animated clip."""

import threading
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from replays.access.limits import MIB
from replays.access.throttles import FilmThrottle
from replays.pictures.film import film
from replays.pictures.raster import png
from replays.pictures.step import THEMES, step_height, step_svg
from replays.requests.http import game_or_404

from . import address, share_drawing
from .share_pictures import cached_response, digest_of

WIDTH = 640
"""Pixels, so that it plays in a message."""
_lock = threading.Semaphore(1)
"""Clips are the most costly responses, so they are created one at a time."""


@dataclass(frozen=True)
class Range:
    """The steps of a clip, both ends included, and how they are shown."""

    first: int
    last: int
    milliseconds: int
    theme: str
    notes: dict[int, dict[str, Any]]


@require_safe
@address.refused_as_text
def clip(request: HttpRequest, public_id: str, form: str) -> HttpResponseBase:
    """Return a range of steps as animated GIF or WebP."""
    viewed = address.viewed_game(request, game_or_404(public_id), FilmThrottle())
    steps = range_of(request, viewed)
    key = (*viewed.key, steps.first, steps.last, steps.milliseconds, steps.theme, form)
    return cached_response(
        request,
        viewed.game,
        (*key, digest_of(steps.notes)),
        f"image/{form}",
        FilmThrottle(),
        lambda: _created(viewed, steps, form),
    )


def range_of(request: HttpRequest, viewed: address.ViewedGame) -> Range:
    """Return the range of an address: `from`, and `to` or as far as a clip may go. Raises
    Refused.
    """
    theme = address.one_of(request, "theme", THEMES, THEMES[0])
    milliseconds = address.SPEEDS[address.one_of(request, "pace", tuple(address.SPEEDS), "normal")]
    drawing = viewed.drawing
    first = address.existing_step(drawing, request.GET.get("from", "0"), "from")
    default = min(drawing.last, first + settings.CLIP_MAX_STEPS - 1)
    last = address.existing_step(drawing, request.GET.get("to", str(default)), "to")
    if last < first:
        message = gettext("“to” ({last}) is before “from” ({first}).")
        raise address.Refused(400, message.format(last=last, first=first))
    if last - first >= settings.CLIP_MAX_STEPS:
        message = gettext(
            "A clip can have at most {most} steps, but {first} to {last} are {n}. Choose a "
            "shorter range with “from” and “to”."
        )
        n_steps = last - first + 1
        raise address.Refused(
            400, message.format(most=settings.CLIP_MAX_STEPS, first=first, last=last, n=n_steps)
        )
    return Range(first, last, milliseconds, theme, address.notes_of(request, viewed))


def _created(viewed: address.ViewedGame, steps: Range, form: str) -> bytes:
    """Return a new clip. Raises Refused if it takes too long or is too large."""
    if not _lock.acquire(timeout=settings.CLIP_WAIT_SECONDS):
        raise address.Refused(
            503, gettext("Other clips are being created. Try again in a moment."), 15
        )
    try:
        content = film(_pictures(viewed, steps), form, steps.milliseconds)
    finally:
        _lock.release()
    if len(content) > settings.CLIP_MAX_BYTES:
        message = gettext("This clip would be larger than {most} MiB. Choose a shorter range.")
        raise address.Refused(400, message.format(most=settings.CLIP_MAX_BYTES // MIB))
    return content


def _pictures(viewed: address.ViewedGame, steps: Range) -> list[bytes]:
    """Return a picture of each step, all of the same size."""
    deadline = time.monotonic() + settings.CLIP_MAX_SECONDS
    caption = share_drawing.caption(viewed.game, viewed.drawing, viewed.view)
    shown, pictures = [], []
    for step in range(steps.first, steps.last + 1):
        _check_time(deadline)
        shown.append(share_drawing.shown(viewed.drawing, step, steps.notes.get(step)))
    height = max(step_height(drawn, caption) for drawn in shown)
    for drawn in shown:
        _check_time(deadline)
        svg = step_svg(drawn, caption, share_drawing.sheet(), steps.theme, height)
        pictures.append(png(svg, WIDTH))
    return pictures


def _check_time(deadline: float) -> None:
    if time.monotonic() > deadline:
        message = gettext("This clip takes too long to create now. Choose a shorter range.")
        raise address.Refused(503, message, 60)
