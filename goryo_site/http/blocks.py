"""Refusing forms of blocked clients. The API refuses writes itself (`replays.rest.base`)."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_path

from replays.access.guards import Blocked, check_write

from . import errors

ALLOWED = ("account/", "oauth/", "names/", "api/")
"""Starts of paths without language: leaving, exporting and deleting an account, requests about
names, and the API.
"""
WRITING = ("account/games/", "account/webhooks/", "account/following/")
"""Pages of an account that send e-mails or requests to others, or store what others see."""
ENDING = "account/following/stop/"
"""Links in digests, which end them."""


class Blocks:
    """Answer a form of a blocked client with 403 and the reason. The admin is never blocked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response, or the refusal."""
        prefix = get_language_from_path(request.path_info)
        path = request.path_info.removeprefix(f"/{prefix}" if prefix else "").removeprefix("/")
        if is_refused(path):
            try:
                check_write(request)
            except Blocked as block:
                return errors.blocked(request, block)
        return self.get_response(request)


def is_refused(path: str) -> bool:
    """Return whether a blocked client can't send forms to a path without language."""
    if path.startswith(WRITING):
        return not path.startswith(ENDING)
    return not path.startswith((*ALLOWED, settings.ADMIN_PATH))
