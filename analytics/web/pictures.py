"""Answers that are pictures: revalidated by their ETag, and limited if they have to be drawn."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext

from replays.access.throttles import PictureThrottle


def picture_response(
    request: HttpRequest, tag: str, media_type: str, draw: Callable[[], bytes]
) -> HttpResponseBase:
    """Return a picture, 304 if the client has it (`tag` names its content), or 429 if the client
    has exceeded the limit.
    """
    etag = quote_etag(tag)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        if wait := PictureThrottle().seconds_to_wait(request):
            return too_many_requests(wait)
        response = HttpResponse(draw(), media_type)
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def too_many_requests(wait: int) -> HttpResponse:
    """Return the answer to a client that has exceeded a limit, and must wait some seconds."""
    message = gettext("Too many requests. Wait {seconds} s.").format(seconds=wait)
    response = HttpResponse(message, "text/plain; charset=utf-8", status=429)
    response["Retry-After"] = str(wait)
    return response
