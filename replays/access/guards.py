"""Guards of writes: other apps refuse clients through the setting `WRITE_GUARDS`."""

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Blocked(Exception):
    """Client error: staff blocked the client until a time. It sees the reason."""

    def __init__(self, until: datetime, reason: str) -> None:
        text = f"Staff blocked changes by you until {until:%Y-%m-%d %H:%M} UTC. Reason: {reason}"
        if settings.CONTACT:
            is_address = "@" in settings.CONTACT or "://" in settings.CONTACT
            text += f" Contact: {settings.CONTACT if is_address else '/contact/'}"
        super().__init__(text)
        self.until, self.reason = until, reason


def check_write(request: HttpRequest) -> None:
    """Raise Blocked for a write by a blocked client. Reading is always allowed. Each entry of
    `WRITE_GUARDS` is the dotted path of a function of the request that raises it.
    """
    if request.method in SAFE_METHODS:
        return
    for path in settings.WRITE_GUARDS:
        import_string(path)(request)
