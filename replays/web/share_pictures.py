"""`/games/<id>/step-<n>.svg` and `.png`: a step as a picture; `card.png`: the card of a game;
`board.svg`: its board in the middle of the game, for lists.

Pictures and clips are cached, have an ETag, and are limited per client.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.core.contract import PUBLIC
from games.registry import get_kind
from replays.access.limits import MIB
from replays.access.throttles import ClientThrottle, PictureThrottle, ThumbnailThrottle
from replays.models import Game
from replays.pictures.card import card_svg
from replays.pictures.raster import png
from replays.pictures.step import THEMES, step_svg
from replays.pictures.thumbnail import thumbnail_svg
from replays.reads.cache import BoundedCache
from replays.reads.games import open_views
from replays.requests.http import conditional, game_or_404

from . import address, share_drawing
from .replay import versus

SVG, PNG = "image/svg+xml; charset=utf-8", "image/png"
WIDTH = 1200
"""Pixels of a picture."""
_cache: BoundedCache[bytes] = BoundedCache(max_count=512, max_bytes=48 * MIB)
"""Pictures and clips by game, release and parameters."""
_thumbnails: BoundedCache[bytes] = BoundedCache(max_count=1024, max_bytes=32 * MIB)
"""Likewise, so that lists of games do not evict pictures that are costly to draw."""


@require_safe
@address.refused_as_text
def step_picture(
    request: HttpRequest, public_id: str, step: str, media_type: str
) -> HttpResponseBase:
    """Return a step as SVG or PNG."""
    viewed = address.viewed_game(request, game_or_404(request, public_id), PictureThrottle())
    theme = address.one_of(request, "theme", THEMES, THEMES[0])
    drawing = viewed.drawing
    number = address.existing_step(drawing, step)
    note = address.notes_of(request, viewed).get(number)

    def make() -> bytes:
        caption = share_drawing.caption(viewed.game, drawing, viewed.view)
        shown = share_drawing.shown(drawing, number, note)
        picture = step_svg(shown, caption, share_drawing.sheet(), theme)
        return picture.encode() if media_type == SVG else png(picture, WIDTH)

    key = (*viewed.key, number, theme, digest_of(note))
    return cached_response(request, viewed.game, key, media_type, PictureThrottle(), make)


@require_safe
@address.refused_as_text
def card(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the picture for link previews: players, game and board."""
    game = game_or_404(request, public_id)
    theme = address.one_of(request, "theme", THEMES, THEMES[0])
    viewed = address.ViewedGame(
        game, PUBLIC, open_views(game), count=lambda: address.check_rate(request, PictureThrottle())
    )
    drawing = viewed.drawing

    def make() -> bytes:
        caption = share_drawing.caption(game, drawing, PUBLIC)
        shown, sheet = share_drawing.shown(drawing, 0), share_drawing.sheet()
        return png(card_svg(shown, caption, versus(game), sheet, theme), WIDTH)

    return cached_response(request, game, ("card", theme), PNG, PictureThrottle(), make)


@require_safe
@gzip_page
@address.refused_as_text
def thumbnail(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the board in the middle of the game in the public view: without hidden information,
    the result or the number of steps.
    """
    game, throttle = game_or_404(request, public_id), ThumbnailThrottle()
    viewed = address.ViewedGame(
        game, PUBLIC, open_views(game), count=lambda: address.check_rate(request, throttle)
    )

    def make() -> bytes:
        drawing = viewed.drawing
        shown, sheet = share_drawing.shown(drawing, drawing.last // 2), share_drawing.sheet()
        return thumbnail_svg(shown, sheet, THEMES[0]).encode()

    return cached_response(request, game, ("board",), SVG, throttle, make, _thumbnails)


def digest_of(notes: Any) -> str:
    """Return a short digest of notes, which can change; empty without notes."""
    return hashlib.sha256(json.dumps(notes).encode()).hexdigest()[:16] if notes else ""


def tag_of(game: Game, *parts: object) -> str:
    """Return an ETag of the game, the rules version and the parameters, without the release."""
    version = get_kind(game.kind).rules.version
    return ".".join(str(part) for part in (game.public_tag, version, *parts))


def cached_response(
    request: HttpRequest,
    game: Game,
    params: tuple[object, ...],
    media_type: str,
    throttle: ClientThrottle,
    make: Callable[[], bytes],
    cache: BoundedCache[bytes] = _cache,
) -> HttpResponseBase:
    """Return a picture or clip with its ETag, or 304. A new one is counted first, which may raise
    Refused.
    """

    def counted() -> bytes:
        address.check_rate(request, throttle)
        return make()

    def answer() -> HttpResponse:
        key = (game.public_id, game.shown_key, settings.RELEASE, media_type, *params)
        return HttpResponse(cache.get(key, counted, len), media_type)

    return conditional(request, tag_of(game, *params), answer)
