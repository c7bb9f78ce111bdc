"""The ASGI front: receives requests, runs Django in a bounded number of threads, sends responses.

A thread works for a request only while Django computes. Bodies are received, and responses sent,
by the event loop, so a slow client occupies a socket and no thread. A response with an
asynchronous iterator, such as server-sent events, occupies no thread while it is open.

Django runs as a WSGI application and not by its own ASGI handler, which starts a thread and opens
a database connection for each request (docs/adr/0020).
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, copy_context
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase

from replays.access.addresses import network_of_meta
from replays.streams.responses import WAITS

from .garbage import IdleCollector

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PIECE_BYTES = 64 * 1024
PIECE_SECONDS = 0.2
"""A thread collects what a streaming response yields until it has so many bytes, or so long."""
MEMORY_BYTES = 128 * 1024
"""A larger request body goes to a temporary file, for which there is limited space."""
CLIENT_SHARE = 8
"""A client may use one of so many parts of that space, or as much as one body needs."""


WSGIApplication = Callable[[dict[str, Any], Callable[..., Any]], HttpResponseBase]


class Gone(Exception):
    """The client closed the connection, or was too slow."""


class Full(Exception):
    """The large bodies that are being received need all the space there is, or all that their
    client may use.
    """


_streams: set[asyncio.Task[None]] = set()
"""The open asynchronous responses of this process."""


def stop_streams() -> None:
    """End all open asynchronous responses, because the server stops."""
    for stream in _streams:
        stream.cancel()


class Front:
    """An ASGI application that runs a WSGI application of Django.

    `threads` run it; `body_bytes` bounds what is read of a request body, and `buffer_bytes` what
    is held of all bodies at once. An application that sees a larger Content-Length refuses it.
    """

    def __init__(
        self, wsgi: WSGIApplication, *, threads: int, body_bytes: int, buffer_bytes: int
    ) -> None:
        self.wsgi, self.threads = wsgi, threads
        self.body_bytes, self.buffer_bytes = body_bytes, buffer_bytes
        self.buffered = 0
        self.buffered_of: Counter[str] = Counter()
        self._pool: ThreadPoolExecutor | None = None
        self._garbage = IdleCollector()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request. Other kinds of connections are refused by the server."""
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not supported")
        held, client = 0, client_of(scope)
        with SpooledTemporaryFile(max_size=MEMORY_BYTES) as body:
            try:
                async for piece in self._pieces(scope, receive):
                    held += len(piece)
                    self._hold(client, len(piece))
                    if held > MEMORY_BYTES and self._is_full(client):
                        raise Full
                    body.write(piece)
                body.seek(0)
                await self._answer(environ_of(scope, body, held), receive, send)
            except Full:
                await _send_busy(send)
            except Gone:
                return
            finally:
                self._hold(client, -held)

    def _hold(self, client: str, n_bytes: int) -> None:
        """Count bytes of bodies that a client sends; negative: they are not held any more."""
        self.buffered += n_bytes
        self.buffered_of[client] += n_bytes
        if not self.buffered_of[client]:
            del self.buffered_of[client]

    def _is_full(self, client: str) -> bool:
        share = max(self.buffer_bytes // CLIENT_SHARE, self.body_bytes + 1)
        return self.buffered > self.buffer_bytes or self.buffered_of[client] > share

    async def _pieces(self, scope: dict[str, Any], receive: Receive) -> AsyncIterator[bytes]:
        """Yield the body, up to one byte too many. One that is declared too long is not read."""
        left = self.body_bytes + 1
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) >= left:
            return
        more = True
        while more and left:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            piece = message.get("body", b"")[:left]
            left -= len(piece)
            more = message.get("more_body", False)
            if piece:
                yield piece

    async def _answer(self, environ: dict[str, Any], receive: Receive, send: Send) -> None:
        gone = asyncio.ensure_future(_disconnected(receive))
        # All steps of a request share a context: its language and the id of its log lines.
        run = _Runner(self._threads(), copy_context(), gone)
        head: list[Any] = []
        try:
            with self._garbage.request():
                response = await run(
                    lambda: self.wsgi(environ, lambda *args: head.extend(args[:2]))
                )
            try:
                await self._send(response, head, run, send)
            finally:
                await run.always(response.close)
        finally:
            gone.cancel()

    async def _send(
        self, response: HttpResponseBase, head: list[Any], run: "_Runner", send: Send
    ) -> None:
        status, headers = int(head[0].split(" ", 1)[0]), list(head[1])
        is_streaming = isinstance(response, StreamingHttpResponse)
        body = b"" if is_streaming else response.content  # type: ignore[attr-defined]
        names = {name.lower() for name, _ in headers}
        if not is_streaming and "content-length" not in names and _has_body(status):
            headers.append(("Content-Length", str(len(body))))
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        if isinstance(response, StreamingHttpResponse) and response.is_async:
            await self._send_events(aiter(response), run.gone, send)
        elif is_streaming:
            rest = iter(response)
            while piece := await run(lambda: next_piece(rest)):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        else:
            # In pieces, so that the server waits for a slow client between them.
            for at in range(0, len(body) - PIECE_BYTES, PIECE_BYTES):
                piece = body[at : at + PIECE_BYTES]
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            body = body[(len(body) - 1) // PIECE_BYTES * PIECE_BYTES :] if body else b""
        await send({"type": "http.response.body", "body": body})

    async def _send_events(
        self, events: AsyncIterator[bytes], gone: asyncio.Future[None], send: Send
    ) -> None:
        """Send what an asynchronous iterator yields until it ends, or the client or site does."""

        async def pump() -> None:
            async for event in events:
                await send({"type": "http.response.body", "body": event, "more_body": True})

        stream = asyncio.create_task(pump())
        _streams.add(stream)
        try:
            await asyncio.wait((stream, gone), return_when=asyncio.FIRST_COMPLETED)
            stream.cancel()
            with suppress(asyncio.CancelledError):
                await stream
        finally:
            _streams.discard(stream)

    def _threads(self) -> ThreadPoolExecutor:
        """Return the threads, started with the first request and not before a fork. They are also
        the default of the event loop, so asynchronous code shares their database connections.
        """
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, "django")
            asyncio.get_running_loop().set_default_executor(self._pool)
        return self._pool


class _Runner:
    """Runs functions of a request in a thread, while the client is connected."""

    def __init__(
        self, pool: ThreadPoolExecutor, context: Context, gone: asyncio.Future[None]
    ) -> None:
        self.pool, self.context, self.gone = pool, context, gone

    async def __call__(self, function: Callable[[], Any]) -> Any:
        """Return the result. Raises Gone if the client left before the function started."""
        if self.gone.done():
            raise Gone
        work = self.pool.submit(self.context.run, function)
        result = asyncio.wrap_future(work)
        await asyncio.wait((result, self.gone), return_when=asyncio.FIRST_COMPLETED)
        if work.cancel():
            raise Gone
        return await result

    async def always(self, function: Callable[[], Any]) -> None:
        """Run a function even if the client is gone."""
        await asyncio.wrap_future(self.pool.submit(self.context.run, function))


def next_piece(rest: Iterator[bytes]) -> bytes:
    """Return the next bytes of a streaming response; none: it has ended."""
    pieces, size, until = [], 0, time.monotonic() + PIECE_SECONDS
    for piece in rest:
        pieces.append(piece)
        size += len(piece)
        if size >= PIECE_BYTES or (size and time.monotonic() > until):
            break
    return b"".join(pieces)


def environ_of(scope: dict[str, Any], body: IO[bytes], length: int) -> dict[str, Any]:
    """Return the WSGI environment of a request (PEP 3333) whose body was received.

    Header names with underscores are dropped: in the environment they would look like others.
    """
    server, client = scope.get("server") or ("", 0), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        WAITS: True,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" in raw_name:
            continue
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        key = name.replace("-", "_")
        if name not in ("CONTENT-TYPE", "CONTENT-LENGTH"):
            key = f"HTTP_{key}"
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'COOKIE' else ','}{value}"
        environ[key] = value
    if length or "CONTENT_LENGTH" not in environ:  # a body in chunks declares no length
        environ["CONTENT_LENGTH"] = str(length) if length else ""
    return environ


def client_of(scope: dict[str, Any]) -> str:
    """Return the address or network of a client, behind as many proxies as `NUM_PROXIES` says."""
    meta = {"REMOTE_ADDR": (scope.get("client") or ("", 0))[0]}
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if forwarded:
        meta["HTTP_X_FORWARDED_FOR"] = b",".join(forwarded).decode("latin-1")
    return network_of_meta(meta)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_busy(send: Send) -> None:
    body = b"The site is busy. Try again in a minute.\n"
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", b"60"),
        (b"connection", b"close"),
    ]
    status = HTTPStatus.SERVICE_UNAVAILABLE
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _has_body(status: int) -> bool:
    return status >= 200 and status not in (204, 304)
