"""Responses with server-sent events, and how many of them may be open."""

import asyncio
import random
import re
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from typing import Protocol

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse

from .hub import Event, Read, Source, hub, in_thread
from .leases import RENEW_SECONDS, Lease
from .presence import Store, counted

WAITS = "kifu.asgi"
"""The key of a request's `META` that says that the server sends asynchronous responses as they
come. Elsewhere (`runserver`) a stream ends with the events there are, and clients open it again.
"""
MEDIA_TYPE = "text/event-stream"
RETRY_MS = 3000
KEEP_ALIVE_SECONDS = 15.0
LONGEST_SECONDS = 3600.0
"""Then a stream ends, and its client opens it again: its permission is checked again."""

_CURSOR = re.compile(r"c([0-9]{1,18})")
_open: Counter[str] = Counter()
_lock = threading.Lock()


class TooManyStreams(Exception):
    """The client has too many open streams, or all clients of this process together have."""

    retry_seconds = 30

    def __init__(self) -> None:
        super().__init__("Too many open event streams. Close one, or try again later.")


class Budget(Protocol):
    """The processor time of a client (`replays.access.budget`)."""

    def charge(self, milliseconds: float) -> None:
        """Take processor time out of it."""

    def seconds_to_wait(self) -> int:
        """Return in how many seconds there is some left; 0: now."""


class OverBudget(Exception):
    """The client has used up its processor time for some `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"no processor time for {seconds} s")
        self.seconds = seconds


def event_stream(
    request: HttpRequest,
    source: Source,
    cursor: int | None,
    client: str,
    budget: Budget | None = None,
    store: Store | None = None,
) -> StreamingHttpResponse:
    """Return the events of a source after a cursor; None: from now on. The caller has checked that
    the sender of the request may read them. `client` is the address that limits count, and `budget`
    pays for reading earlier events: without processor time left the stream ends, and its client
    continues later. `store` is called, in a thread, when the number of open streams of the source
    that have one changes (`streams.presence`). Raises TooManyStreams.
    """
    if not _has_room(client):
        raise TooManyStreams
    content: AsyncIterator[bytes] | Iterator[bytes] = iter(())
    if request.method != "HEAD":
        if request.META.get(WAITS):
            lease = Lease(client)
            if not lease.take():
                raise TooManyStreams
            read = _charged(source, budget)
            content = _stream(source, cursor, client, read, lease, store)
        else:
            content = _present(source, cursor)
    response = StreamingHttpResponse(content, content_type=MEDIA_TYPE)
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # proxies pass each event on
    return response


def cursor_of(text: str) -> int | None:
    """Return the cursor that the id of an event has; None if it is not one."""
    match = _CURSOR.fullmatch(text)
    return int(match[1]) if match else None


def text_of(event: Event) -> bytes:
    """Return an event as it is sent. One without a name only moves the position of the client."""
    lines = [f"id: c{event.cursor}"]
    if event.name:
        lines += [f"event: {event.name}", f"data: {event.data}"]
    return ("\n".join(lines) + "\n\n").encode()


def _charged(source: Source, budget: Budget | None) -> Read:
    """Return a function that reads the next events and charges for them. It raises OverBudget."""

    def read(cursor: int) -> Sequence[Event]:
        if budget is None:
            return source.after(cursor)
        if seconds := budget.seconds_to_wait():
            raise OverBudget(seconds)
        began = time.thread_time()
        try:
            return source.after(cursor)
        finally:
            budget.charge((time.thread_time() - began) * 1000)

    return read


async def _stream(
    source: Source,
    cursor: int | None,
    client: str,
    read: Read,
    lease: Lease,
    store: Store | None,
) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    renew_at = loop.time() + RENEW_SECONDS
    until = loop.time() + LONGEST_SECONDS * random.uniform(0.9, 1.1)  # noqa: S311 - not secret
    try:
        yield b"retry: %d\n\n" % RETRY_MS
        with _opened(client) as has_room:
            if not has_room:
                return
            stream = hub().events(source, cursor, KEEP_ALIVE_SECONDS, read)
            with counted(source.name, store) as refresh:
                async with aclosing(stream) as events:
                    async for event in events:
                        yield b": keep-alive\n\n" if event is None else text_of(event)
                        if loop.time() > renew_at:
                            renew_at = loop.time() + RENEW_SECONDS
                            await in_thread(lease.renew)
                        if (event and event.is_last) or loop.time() > until:
                            return
                        refresh()
    except OverBudget as over:
        yield b"retry: %d\n\n" % (over.seconds * 1000)
    finally:
        with suppress(RuntimeError):  # the process ends; then the lease ends soon
            await asyncio.shield(loop.run_in_executor(None, lease.release))


def _present(source: Source, cursor: int | None) -> Iterator[bytes]:
    yield b"retry: %d\n\n" % RETRY_MS
    cursor = source.latest() if cursor is None else cursor
    yield text_of(Event(cursor, "", ""))
    while events := source.after(cursor):  # charged like other responses
        yield from map(text_of, events)
        cursor = events[-1].cursor
        if events[-1].is_last:
            return


def _has_room(client: str) -> bool:
    with _lock:
        is_full = _open.total() >= settings.STREAMS_MAX
        return not is_full and _open[client] < int(settings.STREAMS_PER_CLIENT)


@contextmanager
def _opened(client: str) -> Iterator[bool]:
    """Count an open stream; yield whether there was room for it."""
    has_room = _has_room(client)
    with _lock:
        _open[client] += 1
    try:
        yield has_room
    finally:
        with _lock:
            _open[client] -= 1
            if not _open[client]:
                del _open[client]
