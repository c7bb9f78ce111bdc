"""What all views of the API share."""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from replays.reads.game_filter import repeated_params, unknown_params

from .body import BodyRenderer
from .errors import ApiError, exception_handler

TRUE, FALSE = {"1", "yes", "true"}, {"0", "no", "false"}


class OpenView(APIView):
    """A view that anyone may call. Cookies are ignored; answers are JSON."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (BodyRenderer,)
    parser_classes = ()

    def get_exception_handler(self) -> Callable[..., Response]:
        """Return the handler that gives all errors one shape."""
        return exception_handler


class PublicView(OpenView):
    """A view that rejects query parameters which its `endpoint` does not declare."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reject unknown and repeated parameters first."""
        super().initial(request, *args, **kwargs)
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        check_parameters(request, getattr(getattr(self, method, None), "query_names", ()))


def plain(request: Request) -> HttpRequest:
    """Return Django's request."""
    return request._request


def check_parameters(request: Request, known: Iterable[str]) -> None:
    """Raise a 400 that names parameters that are unknown or repeated."""
    unknown = unknown_params(request.query_params, set(known))
    if unknown:
        message = f"Unknown parameter: {', '.join(unknown)}."
        raise ApiError(400, "unknown_parameter", message, parameters=unknown, known=sorted(known))
    repeated = repeated_params(request.query_params)
    if repeated:
        message = f"Repeated parameter: {', '.join(repeated)}. Send it once."
        raise ApiError(400, "repeated_parameter", message)


def bad_parameter(name: str, message: str) -> ApiError:
    """Return a 400 about one query parameter."""
    return ApiError(400, "bad_parameter", f"{name} must be {message}.", parameter=name)


def flag(request: Request, name: str) -> bool:
    """Return a yes-or-no parameter; the default is no."""
    value = request.query_params.get(name, "no").lower()
    if value not in TRUE | FALSE:
        raise bad_parameter(name, "1 or 0")
    return value in TRUE


def choice(request: Request, name: str, options: Iterable[str], default: str) -> str:
    """Return a parameter that is one of some options."""
    value = request.query_params.get(name, default)
    if value not in options:
        raise bad_parameter(name, f"one of {', '.join(options)}")
    return value


def number(request: Request, name: str, default: int, most: int = 10**9) -> int:
    """Return a parameter that is a number from 0 on."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and int(text) <= most):
        raise bad_parameter(name, f"a number from 0 to {most}" if most < 10**9 else "a number")
    return int(text)


def unless_known(
    request: Request, tag: str, answer: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return the answer with its ETag, or 304 where the client has it. Caches must revalidate: a
    game can be withdrawn.
    """
    etag = quote_etag(f"{tag}.{settings.RELEASE}")
    response = get_conditional_response(plain(request), etag=etag) or answer()
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response
