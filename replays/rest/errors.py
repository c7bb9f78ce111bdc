"""Errors of the API: one shape for all, `{"error": {"code", "message", …}}`; theirs apart from
ours.
"""

import logging
import secrets
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from replays.requests.files import TooMany
from replays.services import Refusal, TooLarge, UploadFault

log = logging.getLogger(__name__)

NOT_FOUND = "There is nothing here. It may never have been, or it was taken away."


class ApiError(Exception):
    """Theirs, said by a door: a status, a code for programs, a message for people, and what else
    helps.
    """

    def __init__(self, http_status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.http_status, self.code, self.message, self.more = http_status, code, message, more


def error_body(code: str, message: str, **more: Any) -> dict[str, Any]:
    """The one shape."""
    return {"error": {"code": code, "message": message, **more}}


def exception_handler(error: Exception, context: dict[str, Any]) -> Response:
    """Django REST framework's hook: every exception becomes an answer of the one shape."""
    set_rollback()
    if isinstance(error, ApiError):
        return Response(
            error_body(error.code, error.message, **error.more), status=error.http_status
        )
    if isinstance(error, TooLarge):
        return Response(error_body("too_large", str(error), limit=error.limit), status=413)
    if isinstance(error, TooMany):
        return Response(error_body("too_many_files", str(error), limit=error.limit), status=413)
    if isinstance(error, Refusal):
        found = error.finding
        body = error_body(found.code, found.message) | {"findings": [found.to_json()]}
        return Response(body, status=error.status)
    if isinstance(error, Http404):
        return Response(error_body("not_found", NOT_FOUND), status=status.HTTP_404_NOT_FOUND)
    if isinstance(error, PermissionDenied):
        return Response(error_body("forbidden", "This is not open to you."), status=403)
    if isinstance(error, SuspiciousOperation):
        return Response(error_body("bad_request", "This request can't be read."), status=400)
    if isinstance(error, exceptions.APIException):
        return _of_the_framework(error)
    return _fault(error, context)


def _of_the_framework(error: exceptions.APIException) -> Response:
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else "invalid"
    body = error_body(
        code, str(error.detail) if isinstance(codes, str) else "This request is not right."
    )
    headers = {}
    wait = getattr(error, "wait", None)
    if wait:
        headers["Retry-After"] = str(int(wait) + 1)
    if not isinstance(codes, str):
        body["error"]["fields"] = error.detail
    return Response(body, status=error.status_code, headers=headers)


def _fault(error: Exception, context: dict[str, Any]) -> Response:
    if isinstance(error, UploadFault):  # logged where it happened
        message = "We failed to read this; that is our fault. It is kept, and will be tried again."
        body = error_body("fault", message, fault_id=error.fault_id, upload=error.public_id)
        return Response(body, status=500)
    fault_id = secrets.token_hex(6)
    log.error("fault %s in %s", fault_id, context.get("view").__class__.__name__, exc_info=error)
    message = "Something broke on our side. If you write to us, name the fault id."
    return Response(error_body("fault", message, fault_id=fault_id), status=500)
