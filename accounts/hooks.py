"""Webhooks: types of events, secrets and signatures (docs/api.md)."""

import hmac
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import Webhook

STORED, CHANGED, REMOVED = "game.stored", "game.changed", "game.removed"
UPLOAD_DONE = "upload.done"
EVENTS = (STORED, CHANGED, REMOVED, UPLOAD_DONE)
PING = "ping"
"""The type of a test event."""
SIGNATURE = "Kifu-Signature"
SECRET_PREFIX = "whsec_"  # noqa: S105 - the start of a secret, which lets scanners recognise it
URL_MAX = 500
FIRST_FREE_PORT = 1024


class BadAddress(Exception):
    """Client error: an address that no webhook can have."""


def secret_of(hook: Webhook) -> str:
    """Return the secret of a webhook. It is stored nowhere: it follows from the seed and the secret
    key of the site.
    """
    digest = salted_hmac("accounts.webhook", hook.seed, algorithm="sha256").hexdigest()
    return SECRET_PREFIX + digest


def signature(secret: str, seconds: int, body: bytes) -> str:
    """Return the value of the header for a body sent at a time, in seconds since 1970."""
    signed = b"%d.%s" % (seconds, body)
    digest = hmac.new(secret.encode(), signed, sha256).hexdigest()
    return f"t={seconds},v1={digest}"


def checked_address(url: str) -> str:
    """Return an address if webhooks may have it: HTTPS on port 443 or from 1024 on. The host is
    checked when it is connected to (`services.hook_requests`). Raises BadAddress.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadAddress from error
    schemes = {"https", "http"} if settings.WEBHOOK_HTTP else {"https"}
    is_whole = parts.scheme in schemes and bool(host) and not parts.fragment
    has_secrets = parts.username is not None or parts.password is not None
    is_port_free = port in (None, 443) or int(port or 0) >= FIRST_FREE_PORT
    if not (is_whole and is_port_free and url.isascii() and url.isprintable()) or has_secrets:
        raise BadAddress
    if len(url) > URL_MAX or " " in url:
        raise BadAddress
    return url
