"""Event streams: who gets which events, resuming, limits, and the hub that waits for them."""

import asyncio
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import jsonschema_rs
import pytest
from django.conf import settings
from django.test import Client, RequestFactory, override_settings

from replays import services
from replays.models import Game, Upload
from replays.reads.event_streams import PublicGames, UploadProgress
from replays.streams import hub, leases, responses, wake
from replays.streams.hub import Event
from replays.streams.responses import WAITS, TooManyStreams, event_stream
from tests.support.openapi import document
from tests.unit.visibility.owners import call, header, play, stored

from .logs import as_json, json_log, many, numbered, queue, submit

EVENTS = "/api/v1/games/events/"
rows = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count no streams of other tests."""
    monkeypatch.setattr(leases, "_PREFIX", f"kifu:streams:{secrets.token_hex(8)}:")


def parsed(content: bytes) -> list[dict[str, str]]:
    """Return the events of a stream, each with its fields."""
    blocks = [block for block in content.decode().split("\n\n") if block.startswith("id:")]
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def events(query: str = "", last: str = "", path: str = EVENTS, **headers: str) -> Any:
    """Return the events that a stream has now, after its position."""
    sent = {**headers, **({"Last-Event-ID": last} if last else {})}
    answer = Client().get(f"{path}?{query}" if query else path, headers=sent)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/event-stream"
    return parsed(b"".join(answer))[1:]


def ids(found: list[dict[str, str]]) -> list[str]:
    return [json.loads(event["data"])["id"] for event in found]


@rows
def test_only_finished_public_games_are_sent() -> None:
    public = [stored(play(seed), "ann") for seed in (1, 2)]
    for seed, visibility in ((3, "private"), (4, "unlisted")):
        stored(play(seed), "ann", visibility)
    log = json_log(event="unfinished")
    submit(as_json({**log, "events": log["events"][:3]}))
    deleted = stored(play(5), "ann")
    call("POST", "my-games/changes/", "ann", ids=[deleted.public_id], deleted=True)
    found = events("since=c0")
    assert ids(found) == [game.public_id for game in public]
    assert {event["event"] for event in found} == {"game"}
    schema = {**document(), "$ref": "#/components/schemas/GameEvent"}
    jsonschema_rs.validator_for(schema).validate(json.loads(found[0]["data"]))
    assert json.loads(found[0]["data"])["cursor"] == found[0]["id"]


@rows
def test_a_client_continues_after_the_last_event() -> None:
    submit(many(3))
    assert events() == [], "from now on"
    whole = events("since=c0")
    assert events("since=c0", last=whole[0]["id"]) == whole[1:]
    assert events("since=2000-01-01T00:00Z") == whole
    assert events("since=2100-01-01T00:00Z") == []
    assert Client().get(f"{EVENTS}?since=5").json()["code"] == "bad_parameter"


@rows
def test_a_game_is_sent_again_when_it_is_finished() -> None:
    """As an unfinished game it is no event, but it has a number."""
    log = play(1)
    stored({**log, "events": log["events"][:-1]}, "ann")
    assert events("since=c0") == []
    first = Game.objects.get().public_number
    body = Client().post("/api/v1/games/", as_json(log), "application/json", headers=header("ann"))
    assert body.json()["status"] in ("continued", "merged")
    [event] = events(f"since=c{first}")
    assert ids([event]) == [Game.objects.get().public_id]


@rows
def test_progress_of_an_upload() -> None:
    received = queue(as_json(numbered(1)))
    path = f"/api/v1/uploads/{received.public_id}/events/"
    assert events(path=path) == []
    services.read_waiting(received.pk)
    [event] = events(path=path)
    assert event["event"] == "done"
    data = json.loads(event["data"])
    assert (data["state"], data["n_read"], data["n_stored"]) == ("done", 1, 1)
    schema = {**document(), "$ref": "#/components/schemas/UploadEvent"}
    jsonschema_rs.validator_for(schema).validate(data)
    # a browser connects again after the end, unless it gets a 204
    assert Client().get(path, headers={"Last-Event-ID": event["id"]}).status_code == 204


@rows
def test_streams_are_limited() -> None:
    with override_settings(STREAMS_PER_CLIENT=0):
        answer = Client().get(EVENTS)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_streams")
    assert answer["Retry-After"] == "30"
    assert Client().get(EVENTS).status_code == 200


# ---------------------------------------------------------------------------------------- the hub


@dataclass(frozen=True)
class Numbers:
    """A source in memory: events 1 to n."""

    name: str = "numbers"
    found: list[int] = field(default_factory=list, compare=False)
    queries: list[int] = field(default_factory=list, compare=False)

    def latest(self) -> int:
        return len(self.found)

    def after(self, cursor: int) -> Sequence[Event]:
        self.queries.append(cursor)
        numbers = range(cursor + 1, len(self.found) + 1)
        return [Event(number, "number", str(number)) for number in numbers][:10]

    def add(self, n: int = 1) -> None:
        self.found.extend(range(n))


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 20))


async def take(stream: AsyncIterator[Event | None], n: int) -> list[int]:
    """Return the cursors of the next events."""
    return [event.cursor for event in [await anext(stream) for _ in range(n)] if event]


def test_streams_share_queries_and_are_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "QUERY_SECONDS", 60.0)
    source = Numbers()

    async def test() -> None:
        source.add(3)
        streams = [hub.hub().events(source, None, 60) for _ in range(20)]
        assert [await take(stream, 1) for stream in streams] == [[3]] * 20
        waiting = [asyncio.create_task(take(stream, 2)) for stream in streams]
        await asyncio.sleep(0)
        source.add(2)
        threading.Thread(target=wake._wake_all, args=("numbers",)).start()
        assert await asyncio.gather(*waiting) == [[4, 5]] * 20
        assert set(source.queries) <= {3, 5}
        assert len(source.queries) <= 3
        for stream in streams:
            await stream.aclose()
        assert not hub.hub()._watchers
        assert not wake._listeners

    run(test)


def test_a_stream_that_is_behind_gets_every_event() -> None:
    source = Numbers()

    async def test() -> None:
        source.add(25)
        async with aclosing(hub.hub().events(source, 0, 60)) as stream:
            assert await take(stream, 26) == list(range(26))
            source.add(hub.REMEMBERED + 25)
            wake._wake_all("numbers")
            rest = await take(stream, hub.REMEMBERED + 25)
            assert rest == list(range(26, hub.REMEMBERED + 51))

    run(test)


def test_a_silent_stream_sends_comments_and_ignores_other_names() -> None:
    source = Numbers()

    async def test() -> None:
        async with aclosing(hub.hub().events(source, 10**9, 0.05)) as stream:
            assert await take(stream, 1) == [0], "a cursor that does not exist yet"
            wake._wake_all("others")
            assert await anext(stream) is None

    run(test)


def opened(source: Any, budget: Any = None, store: Any = None) -> AsyncIterator[bytes]:
    """Return the content of an asynchronous stream for one client."""
    request = RequestFactory().get("/")
    request.META[WAITS] = True
    response = event_stream(request, source, 0, "192.0.2.7", budget, store)
    return aiter(response)  # type: ignore[no-any-return, call-overload]


@dataclass
class Allowance:
    """A budget that is used up after some charges."""

    n_left: int

    def charge(self, milliseconds: float) -> None:
        assert milliseconds >= 0
        self.n_left -= 1

    def seconds_to_wait(self) -> int:
        return 0 if self.n_left else 7


def test_reading_earlier_events_is_charged() -> None:
    """Without processor time, a stream ends after complete events and says when to return."""
    source = Numbers()

    async def test() -> None:
        source.add(35)
        sent = b"".join([part async for part in opened(source, Allowance(2))])
        assert sent.endswith(b"id: c20\nevent: number\ndata: 20\n\nretry: 7000\n\n")
        read = [cursor for cursor in source.queries if cursor < 35]  # the hub looks after 35
        assert read == [0, 10]

    run(test)


@override_settings(STREAMS_PER_CLIENT=2)
def test_open_streams_are_counted() -> None:
    source = Numbers()

    async def test() -> None:
        streams = [opened(source) for _ in range(2)]
        for stream in streams:
            assert (await anext(stream), await anext(stream)) == (b"retry: 3000\n\n", b"id: c0\n\n")
        with pytest.raises(TooManyStreams):
            opened(source)
        source.add()
        wake._wake_all("numbers")
        assert await anext(streams[0]) == b"id: c1\nevent: number\ndata: 1\n\n"
        tasks = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await anext(opened(source)) == b"retry: 3000\n\n"

    run(test)


@pytest.mark.redis
@override_settings(STREAMS_PER_CLIENT=3)
def test_open_streams_of_all_processes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams of other processes are leases in Redis, which end with them or a while later."""
    from redis import Redis

    redis, source = Redis.from_url(settings.STREAMS_URL), Numbers()
    elsewhere = [leases.Lease("192.0.2.7") for _ in range(2)]
    monkeypatch.setattr(responses, "RENEW_SECONDS", 0.0)

    async def test() -> None:
        assert all(lease.take() for lease in elsewhere)
        stream = opened(source)
        assert (await anext(stream), await anext(stream)) == (b"retry: 3000\n\n", b"id: c0\n\n")
        with pytest.raises(TooManyStreams):
            opened(source)
        assert leases.Lease("192.0.2.2").take(), "another client"
        (key,) = (k for k in redis.scan_iter(f"{leases._PREFIX}*") if redis.zcard(k) == 3)
        redis.delete(key)  # Redis was restarted
        source.add()
        wake._wake_all("numbers")
        await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.05)
        while redis.zcard(key) != 1:
            await asyncio.sleep(0.01)
        assert all(lease.take() for lease in elsewhere)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        while redis.zcard(key) != 2:
            await asyncio.sleep(0.01)
        elsewhere[0].release()
        redis.zadd(key, {"of a process that was killed": 1})
        for n in range(3):
            assert leases.Lease("192.0.2.7").take() == (n < 2)
        assert 0 < redis.ttl(key) <= leases.LEASE_SECONDS
        assert "192.0.2.7" not in str([*redis.scan_iter("*")])

    run(test)


def test_a_client_that_leaves_at_once_is_not_counted_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released: list[leases.Lease] = []
    monkeypatch.setattr(leases.Lease, "release", lambda lease: released.append(lease))
    lease, source = leases.Lease("192.0.2.7"), Numbers()

    async def test() -> None:
        content = responses._stream(source, 0, "192.0.2.7", source.after, lease, None)
        async with aclosing(content) as stream:  # type: ignore[type-var]
            assert await anext(stream) == b"retry: 3000\n\n"
        assert released == [lease]

    run(test)


def test_without_redis_only_own_streams_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake, "_failed_at", -wake.PAUSE_SECONDS)
    with override_settings(STREAMS_PER_CLIENT=0, STREAMS_URL=""):
        assert leases.Lease("192.0.2.7").take()
    with override_settings(STREAMS_PER_CLIENT=0, STREAMS_URL="redis://127.0.0.1:1/0"):
        lease = leases.Lease("192.0.2.7")
        assert lease.take()
        failed_at = wake._failed_at
        lease.renew()
        lease.release()
        assert wake._failed_at == failed_at > 0, "it is not tried again for a while"


@pytest.mark.redis
def test_other_processes_wake_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    from redis import Redis

    monkeypatch.setattr(hub, "QUERY_SECONDS", 60.0)
    monkeypatch.setattr(hub, "LISTENING_SECONDS", 60.0)
    source = Numbers()

    async def test() -> None:
        async with aclosing(hub.hub().events(source, None, 60)) as stream:
            assert await take(stream, 1) == [0]
            waiting = asyncio.create_task(take(stream, 1))
            while not hub.hub().is_listening:
                await asyncio.sleep(0.01)
            await asyncio.sleep(2 * hub.BURST_SECONDS)  # what it missed before was queried
            source.add()
            Redis.from_url(settings.STREAMS_URL).publish(wake.CHANNEL, "numbers")
            assert await waiting == [1]

    run(test)


@pytest.mark.redis
def test_a_hub_stops_listening_at_any_moment() -> None:
    """A cancellation during each step of the connection to Redis ends the task."""
    source = Numbers()

    async def test(n_steps: int) -> None:
        async with aclosing(hub.hub().events(source, None, 60)) as stream:
            assert await take(stream, 1) == [0]
            listening = hub.hub()._task
            assert listening is not None
            for _ in range(n_steps):
                await asyncio.sleep(0)
        assert await asyncio.wait((listening,), timeout=5) == ({listening}, set())

    for n_steps in range(100):
        with asyncio.Runner() as runner:
            runner.run(test(n_steps))


@pytest.mark.django_db(transaction=True)
def test_storing_a_game_wakes_its_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds of streams see what another thread commits."""
    monkeypatch.setattr(hub, "QUERY_SECONDS", 60.0)
    upload = queue(as_json(numbered(1)))

    async def test() -> None:
        games = hub.hub().events(PublicGames("https://kifu"), None, 60)
        progress = hub.hub().events(UploadProgress(upload.pk), 0, 60)
        async with aclosing(games), aclosing(progress):
            assert await take(games, 1) == [0]
            assert await take(progress, 1) == [0]
            waiting = [asyncio.create_task(take(each, 1)) for each in (games, progress)]
            await asyncio.sleep(0)
            await hub.in_thread(services.read_waiting, upload.pk)
            assert await asyncio.gather(*waiting) == [[1], [3]]

    run(test)
    assert Upload.objects.get().n_stored == 1
