"""`/games/<id>/replay.gif` and `.webp`: a range of steps, one after the other."""

import threading
import time
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from replays.access.throttles import FilmThrottle
from replays.pictures.film import film
from replays.pictures.raster import png
from replays.pictures.step import THEMES, step_height, step_svg

from . import share_drawing as ready
from .share_address import PACES, Asked, Refused, asked, notes_of, one_of, step_of, step_there_is
from .share_answers import MIB, conditional, in_words, kept_bytes
from .share_pictures import digest_of, tag_of

WIDE = 640
"""Pixels of a film: it plays in a message."""
MOST_STEPS = 60
LARGEST = 8 * MIB
SECONDS = 25.0
"""How long one film may take to make."""
PATIENCE = 2.0
"""How long one waits for the film of somebody else, in seconds."""
_studio = threading.Semaphore(1)
"""One film at a time: they are the costliest of what can be asked for."""


@dataclass(frozen=True)
class Range:
    """The steps of a film, both ends included, and how they are shown."""

    first: int
    last: int
    pace: int
    theme: str
    notes: dict[int, dict[str, Any]]


@require_safe
@in_words
def gif(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """A range of steps as animated GIF."""
    return _film(request, public_id, "gif")


@require_safe
@in_words
def webp(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """A range of steps as animated WebP."""
    return _film(request, public_id, "webp")


def _film(request: HttpRequest, public_id: str, form: str) -> HttpResponseBase:
    found = asked(request, public_id, FilmThrottle())
    chosen = asked_range(request, found)
    wanted = (
        *found.key,
        chosen.first,
        chosen.last,
        chosen.pace,
        chosen.theme,
        form,
        digest_of(chosen.notes),
    )
    return conditional(
        request,
        tag_of(found.game, *wanted),
        f"image/{form}",
        lambda: kept_bytes(
            request, found.game, wanted, FilmThrottle(), lambda: _made(found, chosen, form)
        ),
    )


def asked_range(request: HttpRequest, found: Asked) -> Range:
    """The range of the address: `from` the start and `to` the end, or as far as a film may go.
    Raises Refused.
    """
    theme = one_of(request, "theme", THEMES, THEMES[0])
    pace = PACES[one_of(request, "pace", tuple(PACES), "normal")]
    drawing = found.drawing
    first = step_there_is(drawing, step_of(request.GET.get("from", "0"), "from"))
    usual = min(drawing.last, first + MOST_STEPS - 1)
    last = step_there_is(drawing, step_of(request.GET.get("to", str(usual)), "to"))
    if last < first:
        said = gettext("“to” ({last}) is before “from” ({first}).")
        raise Refused(400, said.format(last=last, first=first))
    if last - first >= MOST_STEPS:
        raise Refused(
            400,
            gettext(
                "A clip can have at most {most} steps, but {first} to {last} are {n}. Choose a "
                "shorter range with “from” and “to”."
            ).format(most=MOST_STEPS, first=first, last=last, n=last - first + 1),
        )
    return Range(first, last, pace, theme, notes_of(request, found))


def _made(found: Asked, chosen: Range, form: str) -> bytes:
    """The film. Raises Refused where it takes too long or becomes too large."""
    if not _studio.acquire(timeout=PATIENCE):
        said = gettext("Other clips are being created. Try again in a moment.")
        raise Refused(503, said, 15)
    try:
        made = film(_pictures(found, chosen), form, chosen.pace)
    finally:
        _studio.release()
    if len(made) > LARGEST:
        said = gettext("This clip would be larger than {most} MB. Choose a shorter range.")
        raise Refused(400, said.format(most=LARGEST // MIB))
    return made


def _pictures(found: Asked, chosen: Range) -> list[bytes]:
    """Each step of the range, all of one size."""
    ends = time.monotonic() + SECONDS
    caption = ready.caption(found.game, found.drawing, found.view)
    shown, pictures = [], []
    for step in range(chosen.first, chosen.last + 1):
        _in_time(ends)
        shown.append(ready.shown(found.drawing, step, chosen.notes.get(step)))
    high = max(step_height(one, caption) for one in shown)
    for one in shown:
        _in_time(ends)
        pictures.append(png(step_svg(one, caption, ready.sheet(), chosen.theme, high), WIDE))
    return pictures


def _in_time(ends: float) -> None:
    """Raises Refused after the time that one film may take."""
    if time.monotonic() > ends:
        said = gettext("This clip takes too long to create now. Choose a shorter range.")
        raise Refused(503, said, 60)
