"""Sending events to receivers of webhooks.

`requests-hardened` resolves the name of a receiver once, refuses private, loopback, link-local and
multicast addresses, and connects to the address that it checked. So a name can't lead to another
address after the check. Redirects are not followed, and proxies of the environment are not used.
"""

import time
from dataclasses import dataclass

import requests
from billiard.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils import timezone
from requests_hardened import Config, HTTPSession
from requests_hardened.ip_filter import InvalidIPAddress

from accounts.hooks import SIGNATURE, secret_of, signature
from accounts.models import HookEvent

CONNECT_SECONDS, READ_SECONDS, WHOLE_SECONDS = 5.0, 10.0, 15.0
EXCERPT_BYTES = 500
USER_AGENT = "Kifu-House-Webhooks/1"
CONTROL = dict.fromkeys(range(32)) | {127: None}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a receiver answered: a status and the start of the body, or why there is none."""

    ms: int
    status: int | None = None
    problem: str = ""
    excerpt: str = ""

    @property
    def is_success(self) -> bool:
        """Whether the receiver accepted the event."""
        return self.status is not None and 200 <= self.status < 300


def send(event: HookEvent) -> Answer:
    """Send an event once."""
    began = time.monotonic()
    try:
        status, excerpt = _post(event, began + WHOLE_SECONDS)
    except InvalidIPAddress:
        return Answer(_ms(began), problem="address")
    except (requests.Timeout, SoftTimeLimitExceeded):
        return Answer(_ms(began), problem="timeout")
    except requests.exceptions.SSLError:
        return Answer(_ms(began), problem="tls")
    except (requests.RequestException, UnicodeError, ValueError):
        return Answer(_ms(began), problem="connection")
    return Answer(_ms(began), status, "", excerpt)


def _post(event: HookEvent, until: float) -> tuple[int, str]:
    body = event.body.encode()
    seconds = int(timezone.now().timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "Kifu-Event": event.type,
        "Kifu-Delivery": event.public_id,
        SIGNATURE: signature(secret_of(event.hook), seconds, body),
    }
    config = Config(
        ip_filter_enable=True,
        ip_filter_allow_loopback_ips=settings.WEBHOOK_LOOPBACK,
        never_redirect=True,
        default_timeout=(CONNECT_SECONDS, READ_SECONDS),
    )
    with HTTPSession(config) as session:
        session.trust_env = False
        with session.post(event.hook.url, data=body, headers=headers, stream=True) as response:
            return response.status_code, _excerpt(response, until)


def _excerpt(response: requests.Response, until: float) -> str:
    """Return the start of the body as text. The rest is not read."""
    start = b""
    try:
        for piece in response.iter_content(EXCERPT_BYTES):
            start += piece
            if len(start) >= EXCERPT_BYTES or time.monotonic() > until:
                break
    except requests.RequestException:  # the status counts
        pass
    return start[:EXCERPT_BYTES].decode("utf-8", "replace").translate(CONTROL)


def _ms(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
