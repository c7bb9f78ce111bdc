"""What all views of the API share."""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from replays.reads.game_filter import repeated_words, unknown_words

from .errors import ApiError, exception_handler

TRUE, FALSE = {"1", "yes", "true"}, {"0", "no", "false"}


class PublicView(APIView):
    """A view anyone may call: no cookie counts here, JSON is the only language, unknown parameters
    are refused.

    `parameters` names what each method's address may carry.
    """

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (JSONRenderer,)
    parser_classes = ()
    schema = AutoSchema()
    parameters: dict[str, Iterable[str]] = {}

    def get_exception_handler(self) -> Callable[..., Response]:
        """The one shape of errors, whatever the settings say."""
        return exception_handler

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse parameters nobody reads, before anything is done."""
        super().initial(request, *args, **kwargs)
        method = "GET" if request.method == "HEAD" else str(request.method)
        check_parameters(request, self.parameters.get(method, ()))


def plain(request: Request) -> HttpRequest:
    """Django's own request under the framework's."""
    return request._request


def check_parameters(request: Request, known: Iterable[str]) -> None:
    """Raise a 400 that names parameters that mean nothing here, or that came twice."""
    unknown = unknown_words(request.query_params, set(known))
    if unknown:
        message = f"Unknown parameter: {', '.join(unknown)}."
        raise ApiError(400, "unknown_parameter", message, parameters=unknown, known=sorted(known))
    repeated = repeated_words(request.query_params)
    if repeated:
        raise ApiError(400, "repeated_parameter", f"Given more than once: {', '.join(repeated)}.")


def flag(request: Request, name: str) -> bool:
    """A yes-or-no parameter; absent is no."""
    value = request.query_params.get(name, "no").lower()
    if value not in TRUE | FALSE:
        raise ApiError(400, "bad_parameter", f"{name} is 1 or 0.", parameter=name)
    return value in TRUE


def unless_known(
    request: Request, tag: str, answer: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The answer with its ETag, or 304 where the caller has it. Caches must ask again: a game can
    be withdrawn.
    """
    etag = quote_etag(f"{tag}.{settings.RELEASE}")
    response = get_conditional_response(plain(request), etag=etag) or answer()
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response
