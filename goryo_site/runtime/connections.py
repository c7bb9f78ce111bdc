"""Connections of a web process with limits on slow clients.

uvicorn parses requests and sends responses; this adds what it has no setting for: deadlines for
headers, bodies and reading of responses, the size of headers, and the number of connections, in
all and per client address. When there are too many, the one that has waited longest without a
request in progress is closed: so a client that opens many displaces its own.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from replays.access.addresses import network_of

from .front import stop_streams

HEADER_BYTES = 32 * 1024
HEADER_COUNT = 100
PIPELINED = 16
"""Most requests that a client may send before the response to the first."""
SWEEP_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a connection, in seconds and bytes (docs/settings.md). 0 connections: no limit."""

    header_seconds: float
    body_seconds: float
    body_rate: float
    write_seconds: float
    connections: int
    client_connections: int

    @classmethod
    def configured(cls) -> Limits:
        """Return the limits of the settings."""
        return cls(
            settings.WEB_HEADER_SECONDS,
            settings.WEB_BODY_SECONDS,
            settings.WEB_BODY_RATE,
            settings.WEB_WRITE_SECONDS,
            settings.WEB_CONNECTIONS,
            settings.WEB_CLIENT_CONNECTIONS,
        )


class Connections:
    """The open connections of a process, by client address, oldest first."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.by_client: dict[str, dict[Connection, None]] = defaultdict(dict)
        self.count = 0
        self._sweep: asyncio.TimerHandle | None = None

    def add(self, connection: Connection) -> bool:
        """Add a connection; close another one, or return False, if there are too many."""
        client = connection.address
        own = self.by_client[client]
        most = self.limits.client_connections
        has_room = not most or len(own) < most or close_waiting(own)
        if has_room and self.limits.connections and self.count >= self.limits.connections:
            largest = max(self.by_client.values(), key=len)
            has_room = close_waiting(largest) or any(map(close_waiting, self.by_client.values()))
        if not has_room:
            self._forget_if_empty(client)
            return False
        own[connection] = None
        self.count += 1
        if self._sweep is None:
            self._sweep = connection.loop.call_later(SWEEP_SECONDS, self._close_late)
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection that was closed. It may have been removed before."""
        if connection in self.by_client.get(connection.address, ()):
            del self.by_client[connection.address][connection]
            self.count -= 1
        self._forget_if_empty(connection.address)

    def _forget_if_empty(self, client: str) -> None:
        if not self.by_client.get(client):
            self.by_client.pop(client, None)

    def _close_late(self) -> None:
        now, self._sweep, loop = time.monotonic(), None, None
        for connection in [each for own in self.by_client.values() for each in own]:
            connection.close_if_late(now)
            loop = connection.loop
        if loop is not None:
            self._sweep = loop.call_later(SWEEP_SECONDS, self._close_late)


def close_waiting(connections: dict[Connection, None]) -> bool:
    """Close the oldest connection that has no request in progress, if there is one."""
    for connection in connections:
        if connection.is_waiting:
            connection.give_up()
            return True
    return False


@dataclass(slots=True)
class Receipt:
    """What was received of the current request."""

    since: float = field(default_factory=time.monotonic)
    n_bytes: int = 0
    n_header_bytes: int = 0
    has_headers: bool = False


class Connection(HttpToolsProtocol):
    """A connection with its limits."""

    def connection_made(self, transport: Any) -> None:
        """Accept the connection, or refuse it with 503."""
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        self.receipt: Receipt | None = Receipt()  # None: no request is being received
        self.flowing_since = time.monotonic()
        self.registry = registry_of(self)
        if not self.registry.add(self):
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.registry.remove(self)
        super().connection_lost(exc)

    @property
    def is_waiting(self) -> bool:
        """Whether no request is in progress: the client sends one, or is idle."""
        return self.receipt is not None or not self.is_answering

    @property
    def is_answering(self) -> bool:
        """Whether a request waits for the rest of its response."""
        cycle: RequestResponseCycle | None = self.cycle  # uvicorn starts with None
        return cycle is not None and not cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent."""
        if self.transport.is_closing():
            return
        if self.receipt is None and not self.is_answering:
            self.receipt = Receipt()  # empty lines between requests have a deadline too
        if self.receipt is not None:
            self.receipt.n_bytes += len(data)
        super().data_received(data)
        receipt = self.receipt
        if receipt and not receipt.has_headers and receipt.n_bytes > HEADER_BYTES:
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Start the time of a request, unless it began with the connection."""
        super().on_message_begin()
        if self.receipt is None or self.receipt.has_headers:
            self.receipt = Receipt()

    def on_url(self, url: bytes) -> None:
        """Collect the address."""
        super().on_url(url)
        self._count_header(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Collect a header."""
        super().on_header(name, value)
        self._count_header(len(name) + len(value))

    def _count_header(self, n_bytes: int) -> None:
        if self.receipt is not None:
            self.receipt.n_header_bytes += n_bytes
            if self.receipt.n_header_bytes > HEADER_BYTES or len(self.headers) > HEADER_COUNT:
                self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """Start the request, whose body may still come."""
        if self.transport.is_closing():
            return
        if len(self.pipeline) >= PIPELINED:
            self.give_up()
            return
        super().on_headers_complete()
        if self.receipt is not None:
            self.receipt = Receipt(has_headers=True)

    def on_body(self, body: bytes) -> None:
        """Collect a part of the body."""
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the request was received."""
        if not self.transport.is_closing():
            self.receipt = None
            super().on_message_complete()

    def resume_writing(self) -> None:
        """Note that the client reads."""
        self.flowing_since = time.monotonic()
        super().resume_writing()

    def shutdown(self) -> None:
        """End the connection: at once if it waits, else after the response."""
        stop_streams()
        super().shutdown()

    def close_if_late(self, now: float) -> None:
        """Close a connection whose client is too slow."""
        limits = self.registry.limits
        if not self.transport.get_write_buffer_size():
            self.flowing_since = now
        elif now - self.flowing_since > limits.write_seconds:
            self.transport.abort()
            return
        if self.receipt is None or self.transport.is_closing():
            return
        seconds = now - self.receipt.since
        if not self.receipt.has_headers:
            if seconds > limits.header_seconds:
                self.refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif seconds > limits.body_seconds or (
            self.receipt.n_bytes < (seconds - limits.header_seconds) * limits.body_rate
        ):
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)

    def refuse(self, status: HTTPStatus) -> None:
        """Answer with an error and close, unless a response has begun."""
        has_sent = self.receipt is not None and self.receipt.n_bytes > 0
        has_begun = self.is_answering and self.cycle.response_started
        if (has_sent or status is HTTPStatus.SERVICE_UNAVAILABLE) and not has_begun:
            body = f"{status.phrase}.\n".encode()
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain\r\n"
            head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            self.transport.write(head.encode() + body)
        self.give_up()

    def give_up(self) -> None:
        """Close, and count the connection no longer."""
        self.registry.remove(self)
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # closing would wait until the client has read it
        else:
            self.transport.close()


_registries: WeakKeyDictionary[ServerState, Connections] = WeakKeyDictionary()


def registry_of(connection: Connection) -> Connections:
    """Return the connections of the server that accepted this one."""
    return _registries.setdefault(connection.server_state, Connections(Limits.configured()))
