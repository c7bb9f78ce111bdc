"""How pictures, films and files are answered: kept for a while, with an ETag, made again only so
often.
"""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from replays.access.throttles import ClientThrottle
from replays.models import Game
from replays.reads.cache import BoundedCache

from .share_address import Refused, answer_of, counted

MIB = 1024 * 1024
_kept: BoundedCache[bytes] = BoundedCache(max_count=512, max_bytes=48 * MIB)
"""Pictures and films by game, release and all that was asked."""


def in_words(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """What is refused is answered in plain words."""

    @wraps(view)
    def answer(request: HttpRequest, *args: str, **values: str) -> HttpResponseBase:
        try:
            return view(request, *args, **values)
        except Refused as refused:
            return answer_of(refused)

    return answer


def kept_bytes(
    request: HttpRequest,
    game: Game,
    asked: tuple[object, ...],
    throttle: ClientThrottle,
    make: Callable[[], bytes],
) -> bytes:
    """What was asked of a game, from memory or made now. Raises Refused where this client has had
    too much made.
    """

    def counted_first() -> bytes:
        counted(request, throttle)
        return make()

    key = (game.public_id, game.shown_key, settings.RELEASE, *asked)
    return _kept.get(key, counted_first, len)


def conditional(
    request: HttpRequest,
    tag: str,
    media_type: str,
    make: Callable[[], bytes],
) -> HttpResponseBase:
    """The answer with its ETag, or 304 where the caller has it. Caches must ask again: a game can
    be withdrawn.
    """
    etag = quote_etag(f"{tag}.{settings.RELEASE}")
    response = get_conditional_response(request, etag=etag) or HttpResponse(make(), media_type)
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    return response
