"""Waking the streams of all processes after a change, through Redis where there is one.

Messages contain only the name of a source. They can be lost: streams also query regularly.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from functools import cache, partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction

T = TypeVar("T")
CHANNEL = "kifu:wake"
TIMEOUT_SECONDS = 0.5
PAUSE_SECONDS = 10.0
"""After a failure, Redis is not tried again for so long: a change must not wait for it."""

log = logging.getLogger(__name__)
_listeners: set[Callable[[str], None]] = set()
_failed_at = -PAUSE_SECONDS


def wake(name: str) -> None:
    """Wake the streams of a source once the current transaction is committed."""
    transaction.on_commit(partial(_wake_all, name))


def add_listener(listener: Callable[[str], None]) -> None:
    """Call a function with each name that this process wakes. It must be safe in any thread."""
    _listeners.add(listener)


def remove_listener(listener: Callable[[str], None]) -> None:
    """Stop calling a function."""
    _listeners.discard(listener)


def _wake_all(name: str) -> None:
    for listener in list(_listeners):
        listener(name)
    _publish(name)


def _publish(name: str) -> None:
    try_redis(lambda redis: redis.publish(CHANNEL, name))


def try_redis(use: Callable[[Any], T]) -> T | None:
    """Return what a function does with Redis; None without Redis, and while it fails."""
    global _failed_at
    if not settings.STREAMS_URL or time.monotonic() - _failed_at < PAUSE_SECONDS:
        return None
    from redis.exceptions import RedisError

    try:
        return use(_client(settings.STREAMS_URL))
    except (RedisError, OSError) as error:
        _failed_at = time.monotonic()
        log.warning("streams do without Redis for a while: it is unreachable: %s", error)
    return None


@cache
def _client(url: str) -> Any:
    from redis import Redis

    return Redis.from_url(
        url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS
    )


async def woken_names() -> AsyncIterator[str]:
    """Yield an empty text whenever Redis was reached, then the names that any process wakes; end
    at once without Redis, else when the connection is lost.
    """
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    if not settings.STREAMS_URL:
        return
    # With a socket timeout the client sends in `asyncio.wait_for`, which loses a cancellation in
    # Python 3.11 if it arrives when the sending is done. The task would then never end.
    client = Redis.from_url(
        settings.STREAMS_URL,
        socket_connect_timeout=TIMEOUT_SECONDS,
        socket_timeout=None,
        socket_keepalive=True,
    )
    try:
        async with client.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            yield ""
            async for message in subscription.listen():
                if message["type"] == "message":
                    yield message["data"].decode("utf-8", "replace")
    except (RedisError, OSError) as error:
        log.debug("streams only query: Redis is unreachable: %s", error)
    finally:
        await asyncio.shield(client.aclose())
