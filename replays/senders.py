"""Who sends something in, as far as it matters: the browser that may see the details of its
uploads, and the address that an unfinished log is kept apart for.
"""

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from .models import Upload
from .throttle import UploadThrottle

KEPT = 50
"""How many of its uploads a browser's session remembers, the newest."""
SESSION_KEY = "uploads"


def sender_key(request: HttpRequest) -> str:
    """A key of the caller's address that tells nothing of it without this site's secret."""
    address = UploadThrottle().client(request)
    return salted_hmac("replays.senders", address, algorithm="sha256").hexdigest()


def remember(request: HttpRequest, public_ids: Iterable[str]) -> None:
    """Let this browser see the details of these uploads from now on."""
    ids = [*request.session.get(SESSION_KEY, []), *public_ids]
    request.session[SESSION_KEY] = ids[-KEPT:]


def remembered(request: HttpRequest) -> list[str]:
    """The public ids of the uploads this browser sent, the oldest first."""
    return list(request.session.get(SESSION_KEY, []))


def is_sender(request: HttpRequest, upload: Upload) -> bool:
    """Whether this browser sent the upload."""
    return upload.public_id in remembered(request)
