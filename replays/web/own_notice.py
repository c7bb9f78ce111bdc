"""What a change of own games did, shown once on the next page, with a button that undoes it."""

from typing import Any

from django.http import HttpRequest

_SESSION_KEY = "own_change"


def leave_notice(request: HttpRequest, text: str, undo: str = "", to: str = "") -> None:
    """Leave a notice for the next page; `undo` is what its button sends to the address `to`, by
    default a token of `services.undo_change` to the list of own games.
    """
    request.session[_SESSION_KEY] = {"text": text, "undo": undo, "to": to}


def take_notice(request: HttpRequest) -> dict[str, Any] | None:
    """Return the notice, which is shown once; None if there is none."""
    if _SESSION_KEY not in request.session:
        return None
    notice: dict[str, Any] = request.session.pop(_SESSION_KEY)
    return notice
