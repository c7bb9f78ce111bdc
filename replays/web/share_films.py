"""`/games/<id>/replay.gif` and `.webp`: a range of steps as an animated clip."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from replays.access.budget import client_of
from replays.access.fair_queue import Busy, FairQueue
from replays.access.limits import MIB
from replays.access.slices import Unfinished, is_over
from replays.access.throttles import FilmThrottle, PieceThrottle
from replays.pictures import film
from replays.pictures.raster import png
from replays.pictures.step import THEMES, Caption, Shown, step_height, step_svg
from replays.reads.cache import BoundedCache
from replays.requests.http import game_or_404

from . import address, share_drawing
from .share_pictures import cached_response, digest_of

WIDTH = 640
"""Pixels, so that it plays in a message."""
PIECE, MAX_PIECES = "piece", 18
"""The parameter with the number of redirects so far; browsers follow 20."""
PIECE_SECONDS = 3600
"""How long an address of a later piece leads there; then it counts as a new clip."""
_queue = FairQueue()
"""Clips are the most costly responses, so one piece is made at a time, for each client in turn."""
_frames: BoundedCache[bytes] = BoundedCache(max_count=2048, max_bytes=64 * MIB)
"""Pictures of steps, and the same encoded for a clip."""
_heights: BoundedCache[float] = BoundedCache(max_count=512, max_bytes=512)


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
    """Return a range of steps as animated GIF or WebP. A new one that takes longer than a slice of
    processor time is made in pieces: each answer redirects to the next.
    """
    viewed = address.viewed_game(request, game_or_404(request, public_id), FilmThrottle())
    steps = range_of(request, viewed)
    key = (*viewed.key, steps.first, steps.last, steps.milliseconds, steps.theme, form)
    # Only the first piece counts as a clip. All need processor time.
    throttle = FilmThrottle() if not _piece(request) else PieceThrottle()

    def make() -> bytes:
        with _queue.turn(client_of(request), settings.CLIP_WAIT_SECONDS):
            return _Making(viewed, steps, form, is_first=not _piece(request)).clip()

    try:
        return cached_response(
            request,
            viewed.game,
            (*key, digest_of(steps.notes)),
            f"image/{form}",
            throttle,
            make,
        )
    except Busy:
        return _next_piece(request, Unfinished(0, steps.last - steps.first + 1))
    except Unfinished as error:
        return _next_piece(request, error)


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


@dataclass(frozen=True)
class _Making:
    """A clip that is made in pieces. What each piece has drawn is stored, so the next one, or a
    request that repeats an interrupted one, continues there.
    """

    viewed: address.ViewedGame
    steps: Range
    form: str
    is_first: bool
    """Whether this is the first piece: drawing the game may take all of its time."""
    made: list[int] = field(default_factory=list)
    """The steps that were drawn or encoded in this piece: at least one, so that each later piece
    gets further.
    """

    def clip(self) -> bytes:
        """Return the clip. Raises Unfinished, and Refused if it is too large."""
        numbers = range(self.steps.first, self.steps.last + 1)
        first, middle, last = film.key_pictures(numbers)
        palette = b""
        if self.form == film.GIF:
            chosen = [self._picture(number, 0) for number in (first, middle, last)]
            make = partial(film.palette_of, chosen)
            palette = _frames.get(self._key("palette", first, middle, last), make, len)
        files = [self._file(number, palette, done) for done, number in enumerate(numbers)]
        content = film.joined(files, self.form, self.steps.milliseconds)
        if len(content) > settings.CLIP_MAX_BYTES:
            message = gettext("This clip would be larger than {most} MiB. Choose a shorter range.")
            raise address.Refused(400, message.format(most=settings.CLIP_MAX_BYTES // MIB))
        return content

    def _key(self, *parts: object) -> tuple[object, ...]:
        game = self.viewed.game
        digest = digest_of(self.steps.notes)
        key = (game.public_id, game.shown_key, settings.RELEASE, *self.viewed.key)
        return (*key, self.steps.theme, digest, self._height, WIDTH, self.form, *parts)

    def _file(self, step: int, palette: bytes, done: int) -> bytes:
        def make() -> bytes:
            picture = self._picture(step, done)
            self._check_slice(done)
            content = film.encoded(picture, self.form, palette)
            self.made.append(step)
            return content

        key = self._key("file", step, hashlib.sha256(palette).hexdigest())
        return _frames.get(key, make, len)

    def _check_slice(self, done: int) -> None:
        """Raise Unfinished if the slice of the request is over."""
        if (self.made or self.is_first) and is_over():
            raise Unfinished(done, self.steps.last - self.steps.first + 1)

    def _picture(self, step: int, done: int) -> bytes:
        """Return the PNG of a step. Raises Unfinished if the slice of the request is over."""

        def make() -> bytes:
            self._check_slice(done)
            self.made.append(step)
            sheet, theme = share_drawing.sheet(), self.steps.theme
            svg = step_svg(self._shown(step), self._caption, sheet, theme, self._height)
            return png(svg, WIDTH)

        return _frames.get(self._key("png", step), make, len)

    def _shown(self, step: int) -> Shown:
        return share_drawing.shown(self.viewed.drawing, step, self.steps.notes.get(step))

    @cached_property
    def _caption(self) -> Caption:
        return share_drawing.caption(self.viewed.game, self.viewed.drawing, self.viewed.view)

    @cached_property
    def _height(self) -> float:
        """The height of all pictures."""

        def make() -> float:
            numbers = range(self.steps.first, self.steps.last + 1)
            return max(step_height(self._shown(number), self._caption) for number in numbers)

        game, steps = self.viewed.game, self.steps
        of_range = (steps.first, steps.last, digest_of(steps.notes))
        key = (game.public_id, game.shown_key, settings.RELEASE, *self.viewed.key, *of_range)
        return _heights.get(key, make, lambda _: 1)


def _next_piece(request: HttpRequest, unfinished: Unfinished) -> HttpResponse:
    """Return the redirect to the next piece of a clip. Browsers follow about 20; then a page or
    text says that the clip is not ready. Raises Unfinished.
    """
    piece = _piece(request) + 1
    if piece > MAX_PIECES:
        raise unfinished
    query = request.GET.copy()
    query[PIECE] = _signer(request).sign(str(piece))
    response = HttpResponseRedirect(f"{request.path}?{query.urlencode()}")
    response["Cache-Control"] = "no-store"
    return response


def _piece(request: HttpRequest) -> int:
    """Return the number of a piece, which is signed: only redirects lead to later pieces."""
    try:
        return int(_signer(request).unsign(request.GET.get(PIECE, ""), max_age=PIECE_SECONDS))
    except BadSignature:
        return 0


def _signer(request: HttpRequest) -> TimestampSigner:
    """Return what signs pieces of the clip that a request is for."""
    query = request.GET.copy()
    query.pop(PIECE, None)
    return TimestampSigner(salt=f"replays.piece {request.path}?{query.urlencode()}")
