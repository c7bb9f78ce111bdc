"""Errors of the API. All have one shape, `{"error": {"code", "message", …}}`. Client errors and
internal errors are kept apart.
"""

import json
import logging
import secrets
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from replays.access.guards import Blocked
from replays.access.slices import WAIT_SECONDS, Unfinished
from replays.reads.games import GameMoved
from replays.requests.files import TooMany
from replays.requests.http import moved_path, redirect_status
from replays.services import OverQuota, Refusal, TooLarge, UploadFault
from replays.streams.responses import TooManyStreams

from .body import BodyEncoder, Error, ErrorBody, Moved

log = logging.getLogger(__name__)

NOT_FOUND = "Not found. The address may be wrong, or the game was removed."


class ApiError(Exception):
    """A client error that a view found: a status, a code for programs, a message for people, and
    further keys of `Error`.
    """

    def __init__(self, http_status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.http_status, self.error = http_status, Error(code, message, **more)


def error_response(status: int, code: str, message: str, **more: Any) -> Response:
    """Return an answer of the one shape."""
    return _response(ErrorBody(Error(code, message, **more)), status)


def _response(body: ErrorBody, status: int) -> Response:
    """Return a body as plain data, which the renderer of any view can write."""
    return Response(json.loads(json.dumps(body, cls=BodyEncoder)), status=status)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response:
    """Return an answer of the one shape for any exception. Called by Django REST framework."""
    set_rollback()
    match error:
        case ApiError():
            return _api_error(error)
        case TooLarge() | TooMany() | OverQuota():
            return _too_much(error)
        case Refusal(finding=finding):
            findings: list[Any] = [finding.to_json()]
            body = ErrorBody(Error(finding.code, finding.message), findings)
            return _response(body, error.status)
        case TooManyStreams() | Unfinished():
            return _later(error)
        case GameMoved():
            return _moved(error, context["request"])
        case Http404():
            return error_response(404, "not_found", NOT_FOUND)
        case Blocked() | PermissionDenied():
            return _forbidden(error)
        case SuspiciousOperation():
            return error_response(400, "bad_request", "The request is malformed.")
        case exceptions.APIException():
            return _framework_error(error)
        case _:
            return _fault(error, context)


def _api_error(error: ApiError) -> Response:
    response = _response(ErrorBody(error.error), error.http_status)
    if isinstance(error.error.scope, str):  # RFC 6750, section 3.1
        challenge = f'Bearer error="insufficient_scope", scope="{error.error.scope}"'
        response["WWW-Authenticate"] = challenge
    elif error.http_status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def _later(error: TooManyStreams | Unfinished) -> Response:
    if isinstance(error, TooManyStreams):
        response = error_response(429, "too_many_streams", str(error))
        response["Retry-After"] = str(error.retry_seconds)
        return response
    parts = f"{error.done} of {error.total} parts are" if error.total else "Not all parts are"
    message = f"{parts} computed. Send the request again."
    response = error_response(503, "computing", message)
    response["Retry-After"] = str(WAIT_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _forbidden(error: Blocked | PermissionDenied) -> Response:
    if isinstance(error, Blocked):
        return error_response(403, "blocked", str(error), until=error.until.isoformat())
    return error_response(403, "forbidden", "You do not have access to this.")


def _too_much(error: TooLarge | TooMany | OverQuota) -> Response:
    if isinstance(error, OverQuota):
        more = {"limit": error.limit, "what": error.what}
        response = error_response(429, "quota_exceeded", str(error), **more)
        response["Retry-After"] = str(error.wait)
        return response
    if isinstance(error, TooLarge):
        return error_response(413, "too_large", str(error), limit=error.limit)
    return error_response(413, "too_many_files", str(error), limit=error.limit)


class _Redirect(Response):
    """A redirect with a body. `url` is its location, as in the redirects of Django."""

    url = ""


def _moved(error: GameMoved, request: Any) -> Response:
    """Return the permanent redirect to the game that another one became part of."""
    message = f"This game is part of {error.new} now."
    body = Moved(error=Error("merged", message), merged_into=error.new)
    response = _Redirect(_response(body, 200).data, redirect_status(request.method))
    response["Location"] = response.url = moved_path(request.get_full_path(), error)
    response["Cache-Control"] = "no-cache"  # the games can be split again
    return response


def _framework_error(error: exceptions.APIException) -> Response:
    codes, wait = error.get_codes(), getattr(error, "wait", None)
    if isinstance(codes, str):
        response = error_response(error.status_code, codes, str(error.detail))
    else:
        message = "The request is invalid."
        response = error_response(error.status_code, "invalid", message, fields=error.detail)
    if challenge := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    if wait:
        response["Retry-After"] = str(int(wait) + 1)
    return response


def _fault(error: Exception, context: dict[str, Any]) -> Response:
    if isinstance(error, UploadFault):  # logged where it happened
        message = "An internal error occurred. The upload is stored and will be retried."
        return error_response(
            500, "fault", message, fault_id=error.fault_id, upload=error.public_id
        )
    fault_id = secrets.token_hex(6)
    log.error("fault %s in %s", fault_id, context.get("view").__class__.__name__, exc_info=error)
    message = "An internal error occurred. If you contact us, include the fault id."
    return error_response(500, "fault", message, fault_id=fault_id)
