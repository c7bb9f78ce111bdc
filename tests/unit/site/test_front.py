"""The ASGI front: bodies are received whole, threads are free while clients are slow, streams are
not loaded into memory, and asynchronous responses end with the client or the site.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from goryo_site.runtime import front, garbage
from goryo_site.runtime.front import MEMORY_BYTES, PIECE_BYTES, Front

LIMITS = {"threads": 1, "body_bytes": 1000, "buffer_bytes": 1500}


class Client:
    """A connection to a front: what it sends, and what it received."""

    def __init__(self, *pieces: bytes, headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        self.pieces, self.headers = list(pieces or [b""]), headers
        self.gone, self.may_read = asyncio.Event(), asyncio.Event()
        self.may_read.set()
        self.received: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        if self.pieces:
            piece = self.pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(self.pieces)}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.may_read.wait()
        self.received.append(message)

    async def request(self, site: Front, **scope: Any) -> None:
        await site(
            {
                "type": "http",
                "method": "POST",
                "raw_path": b"/caf%C3%A9",
                "query_string": b"a=1",
                "http_version": "1.1",
                "scheme": "http",
                "headers": self.headers,
                "client": ("192.0.2.1", 5),
                **scope,
            },
            self.receive,
            self.send,
        )

    @property
    def status(self) -> int:
        return int(self.received[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.received[1:])


def site_of(view: Callable[[dict[str, Any]], Any], **limits: int) -> Front:
    def wsgi(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        response = view(environ)
        start_response(f"{response.status_code} OK", list(response.items()))
        return response

    return Front(wsgi, **(LIMITS | limits))


def echo(environ: dict[str, Any]) -> HttpResponse:
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"] or 0))
    names = ("PATH_INFO", "QUERY_STRING", "REMOTE_ADDR", "HTTP_X_A", "HTTP_COOKIE")
    return HttpResponse(repr([body, *(environ.get(name) for name in names)]))


def test_a_body_in_pieces_arrives_whole() -> None:
    async def run() -> None:
        headers = ((b"x-a", b"1"), (b"x_a", b"2"), (b"x-a", b"3"), (b"cookie", b"a=1"))
        client = Client(b"ab", b"", b"cd", headers=(*headers, (b"cookie", b"b=2")))
        await client.request(site_of(echo))
        expected = [b"abcd", "/cafÃ©", "a=1", "192.0.2.1", "1,3", "a=1; b=2"]
        assert client.body.decode() == repr(expected)
        assert client.received[-1].get("more_body", False) is False

    asyncio.run(run())


def test_bodies_are_bounded() -> None:
    """A body in chunks is cut after one byte too many, and the view sees its length."""

    async def run() -> None:
        site = site_of(lambda environ: HttpResponse(environ["CONTENT_LENGTH"]))
        long = Client(b"a" * 900, b"b" * 900, b"c" * 900)
        await long.request(site)
        assert long.body == b"1001"
        declared = Client(b"never read", headers=((b"content-length", b"5000"),))
        await declared.request(site)
        assert (declared.body, declared.pieces) == (b"5000", [])

    asyncio.run(run())


class Stalled(Client):
    """A client that sends some bytes of a body and then nothing."""

    def __init__(self, n_bytes: int, address: str) -> None:
        super().__init__(b"a" * n_bytes, b"")
        self.address, self.is_waiting = address, asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if len(self.pieces) > 1:
            return await super().receive()
        self.is_waiting.set()
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def stall(self, site: Front) -> asyncio.Task[None]:
        """Send the bytes, and wait until they have arrived or were refused."""
        task = asyncio.create_task(self.request(site, client=(self.address, 5)))
        waiting = asyncio.create_task(self.is_waiting.wait())
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return task


def test_a_client_gets_a_share_of_the_space_for_bodies() -> None:
    """One client that stalls large bodies neither stops others nor its own small requests."""
    large = 2 * MEMORY_BYTES

    async def run() -> None:
        limits = {"body_bytes": large, "buffer_bytes": 16 * large}
        site = site_of(lambda _: HttpResponse("ok"), **limits)
        stalled = [Stalled(large, f"2001:db8::{n}") for n in range(3)]
        tasks = [await client.stall(site) for client in stalled]
        assert [client.is_waiting.is_set() for client in stalled] == [True, True, False]
        assert (stalled[2].status, stalled[2].received[0]["headers"][2][0]) == (503, b"retry-after")
        small, other = Client(b"a" * MEMORY_BYTES), Client(b"a" * large)
        await small.request(site, client=("2001:db8::9", 5))
        await other.request(site, client=("2001:db8:0:1::1", 5))
        assert (small.body, other.body) == (b"ok", b"ok")
        for client in stalled:
            client.gone.set()
        await asyncio.gather(*tasks)
        assert (stalled[0].received, site.buffered, site.buffered_of) == ([], 0, {})

    asyncio.run(run())


def test_all_large_bodies_together_are_bounded() -> None:
    large = 2 * MEMORY_BYTES

    async def run() -> None:
        limits = {"body_bytes": large, "buffer_bytes": 2 * large}
        site = site_of(lambda _: HttpResponse("ok"), **limits)
        stalled = [Stalled(large, f"192.0.2.{n}") for n in range(2)]
        tasks = [await client.stall(site) for client in stalled]
        third, small = Client(b"a" * large), Client(b"a" * MEMORY_BYTES)
        await third.request(site, client=("192.0.2.9", 5))
        await small.request(site, client=("192.0.2.9", 5))
        assert (third.status, small.body) == (503, b"ok")
        for client in stalled:
            client.gone.set()
        await asyncio.gather(*tasks)
        assert site.buffered == 0

    asyncio.run(run())


def test_the_client_of_a_body_is_seen_through_proxies(settings: Any) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    forwarded = (b"x-forwarded-for", b"192.0.2.7"), (b"x-forwarded-for", b"198.51.100.3")
    scope = {"client": ("10.0.0.1", 5), "headers": forwarded}
    assert front.client_of(scope) == "198.51.100.3"
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 0}
    assert front.client_of(scope) == "10.0.0.1"


def test_a_slow_reader_occupies_no_thread_and_loads_nothing() -> None:
    """One thread, a stream of 100 pieces: others are answered while its client doesn't read."""
    yielded = 0

    def pieces() -> Iterator[bytes]:
        nonlocal yielded
        for _ in range(100):
            yielded += 1
            yield b"a" * PIECE_BYTES

    async def run() -> None:
        site = site_of(
            lambda environ: (
                StreamingHttpResponse(pieces())
                if environ["QUERY_STRING"] == "stream"
                else HttpResponse("ok")
            )
        )
        slow, other = Client(), Client()
        slow.may_read.clear()
        task = asyncio.create_task(slow.request(site, query_string=b"stream"))
        await asyncio.wait_for(other.request(site), 5)
        assert (other.status, other.body) == (200, b"ok")
        assert yielded <= 1
        slow.may_read.set()
        await task
        assert len(slow.body) == 100 * PIECE_BYTES

    asyncio.run(run())


def test_a_stream_without_client_stops() -> None:
    closed = threading.Event()

    def pieces() -> Iterator[bytes]:
        try:
            while True:
                yield b"a" * PIECE_BYTES
        finally:
            closed.set()

    async def run() -> None:
        client = Client()
        task = asyncio.create_task(
            client.request(site_of(lambda _: StreamingHttpResponse(pieces())))
        )
        while len(client.received) < 3:
            await asyncio.sleep(0)
        client.gone.set()
        await asyncio.wait_for(task, 5)
        assert closed.is_set()

    asyncio.run(run())


def asynchronous(end: Callable[[Client], Awaitable[None] | None]) -> tuple[Client, bool]:
    """Open an endless asynchronous response, run `end`; return the client, and whether it ended."""
    has_ended = False

    async def events() -> AsyncIterator[bytes]:
        nonlocal has_ended
        try:
            yield b"first"
            await asyncio.Event().wait()
        finally:
            has_ended = True

    async def run() -> Client:
        site = site_of(
            lambda environ: (
                StreamingHttpResponse(events())
                if environ["QUERY_STRING"] == "stream"
                else HttpResponse("ok")
            )
        )
        client, other = Client(), Client()
        task = asyncio.create_task(client.request(site, query_string=b"stream"))
        while len(client.received) < 2:
            await asyncio.sleep(0)
        await asyncio.wait_for(other.request(site), 5)
        assert other.body == b"ok"
        end(client)
        await asyncio.wait_for(task, 5)
        return client

    return asyncio.run(run()), has_ended


def test_an_open_asynchronous_response_ends_with_its_client() -> None:
    client, has_ended = asynchronous(lambda client: client.gone.set())
    assert (client.body, has_ended) == (b"first", True)


def test_an_open_asynchronous_response_ends_when_the_site_stops() -> None:
    client, has_ended = asynchronous(lambda _: front.stop_streams())
    assert (client.body, has_ended) == (b"first", True)
    assert client.received[-1].get("more_body", False) is False


def test_garbage_is_collected_between_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """All generations, when no request is computed; never while one is."""
    collected: list[int] = []
    monkeypatch.setattr(garbage, "IDLE_SECONDS", 0.01)
    monkeypatch.setattr(garbage.gc, "get_count", lambda: (0, 0, garbage.DUE))
    release = threading.Event()

    def view(environ: dict[str, Any]) -> HttpResponse:
        if environ["QUERY_STRING"] == "slow":
            release.wait(60)
        return HttpResponse("")

    async def run() -> None:
        site = site_of(view, threads=2)
        monkeypatch.setattr(
            garbage.gc, "collect", lambda: collected.append(site._garbage.n_running)
        )
        slow = asyncio.create_task(Client().request(site, query_string=b"slow"))
        while not site._garbage.n_running:
            await asyncio.sleep(0)
        await Client().request(site)
        await asyncio.sleep(0.05)
        assert collected == [], "a request is being computed"
        release.set()
        await slow
        while not collected:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(garbage.gc, "get_count", lambda: (0, 0, garbage.DUE - 1))
        await Client().request(site)
        await asyncio.sleep(0.05)
        assert collected == [0], "it is not due"

    asyncio.run(run())
