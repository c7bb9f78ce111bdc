"""`/games/<id>/step-<n>.svg` and `.png`: a step as a picture; `card.png`: the game's card."""

import hashlib
import json
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.registry import get_kind
from replays.access.throttles import PictureThrottle
from replays.models import Game
from replays.pictures.card import card_svg
from replays.pictures.raster import png
from replays.pictures.step import THEMES, step_svg

from . import share_drawing as ready
from .replay import versus
from .share_address import asked, for_all, notes_of, one_of, step_of, step_there_is
from .share_answers import conditional, in_words, kept_bytes

SVG, PNG = "image/svg+xml; charset=utf-8", "image/png"
WIDE = 1200
"""Pixels of a picture: a step fits a message and a slide."""


@require_safe
@gzip_page
@in_words
def svg(request: HttpRequest, public_id: str, step: str) -> HttpResponseBase:
    """A step as SVG that stands alone."""
    return _picture(request, public_id, step, SVG)


@require_safe
@in_words
def raster(request: HttpRequest, public_id: str, step: str) -> HttpResponseBase:
    """A step as PNG."""
    return _picture(request, public_id, step, PNG)


def _picture(request: HttpRequest, public_id: str, step: str, media_type: str) -> HttpResponseBase:
    found = asked(request, public_id, PictureThrottle())
    theme = one_of(request, "theme", THEMES, THEMES[0])
    drawing = found.drawing
    number = step_there_is(drawing, step_of(step))
    game, view, note = found.game, found.view, notes_of(request, found).get(number)

    def make() -> bytes:
        caption = ready.caption(game, drawing, view)
        drawn = step_svg(ready.shown(drawing, number, note), caption, ready.sheet(), theme)
        return drawn.encode() if media_type == SVG else png(drawn, WIDE)

    wanted = (*found.key, number, theme, media_type, digest_of(note))
    return conditional(
        request,
        tag_of(game, *found.key, number, theme, digest_of(note)),
        media_type,
        lambda: kept_bytes(request, game, wanted, PictureThrottle(), make),
    )


def digest_of(notes: Any) -> str:
    """What notes say, in short: they can be changed, and then it is another picture."""
    return hashlib.sha256(json.dumps(notes).encode()).hexdigest()[:16] if notes else ""


def tag_of(game: Game, *parts: object) -> str:
    """What an ETag is made of: the game, what plays it, and what was asked."""
    version = get_kind(game.kind).rules.version
    return ".".join(str(part) for part in (game.public_tag, version, *parts))


@require_safe
@in_words
def card(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The picture that previews of links show: who played what, on which board."""
    found = for_all(request, public_id, PictureThrottle())
    theme = one_of(request, "theme", THEMES, THEMES[0])
    game, drawing = found.game, found.drawing

    def make() -> bytes:
        caption = ready.caption(game, drawing, found.view)
        names = versus(seat.name for seat in game.seats.all() if seat.name)
        return png(card_svg(ready.shown(drawing, 0), caption, names, ready.sheet(), theme), WIDE)

    return conditional(
        request,
        tag_of(game, "card", theme),
        PNG,
        lambda: kept_bytes(request, game, ("card", theme), PictureThrottle(), make),
    )
