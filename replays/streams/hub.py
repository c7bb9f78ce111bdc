"""The hub of a process: open streams wait here for new events of their sources.

Streams of one source share a watcher. It queries the source when it is woken
(`replays.streams.wake`), and regularly, and remembers the last events. A stream that is behind
these queries the source itself. A slow client is therefore just behind; nothing is queued for it.
"""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, Protocol, TypeVar
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError
from django.db import close_old_connections

from . import wake

QUERY_SECONDS = 1.0
"""Seconds between regular queries of a source without Redis."""
LISTENING_SECONDS = 15.0
"""The same where Redis wakes the streams of all processes."""
BURST_SECONDS = 0.1
"""Changes within this time are one query."""
RETRY_SECONDS = 5.0
REMEMBERED = 256
"""Events of a source in memory."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class Event(NamedTuple):
    """An event: its cursor, its name, and its data as one line of JSON. `is_last`: the stream ends
    after it.
    """

    cursor: int
    name: str
    data: str
    is_last: bool = False


class Source(Protocol):
    """Where the events of streams come from. Its methods run in a thread, and may query rows.

    Streams of equal sources share their queries, so it must be hashable, and everything that
    decides what a viewer may see must be a part of it: a frozen dataclass is best.
    """

    @property
    def name(self) -> str:
        """The name that `wake` calls after a change; several sources can have the same."""

    def latest(self) -> int:
        """Return the cursor of the latest event; 0 if there is none."""

    def after(self, cursor: int) -> Sequence[Event]:
        """Return the next events after a cursor, oldest first; empty only if there are none."""


Read = Callable[[int], Sequence[Event]]
"""Returns the next events after a cursor, as `Source.after`."""


class Hub:
    """The sources that have open streams in an event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.is_listening = False
        self._watchers: dict[Source, _Watcher] = {}
        self._by_name: defaultdict[str, set[_Watcher]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None

    async def events(
        self, source: Source, cursor: int | None, silence: float, read: Read | None = None
    ) -> AsyncGenerator[Event | None]:
        """Yield events after a cursor (None: from now on), and None after `silence` seconds without
        one. The first item is the position: an event without a name. `read` is called, in a thread,
        instead of `source.after` while the stream is behind; what it raises ends the stream.
        """
        async with self._watcher_of(source) as watcher:
            if cursor is None:
                cursor = watcher.head
            elif cursor > watcher.head:  # another process was faster, or it is made up
                cursor = min(cursor, await in_thread(source.latest))
            yield Event(cursor, "", "")
            while True:
                head = watcher.head
                if cursor >= head:
                    if not await watcher.wait(silence):
                        yield None
                    continue
                remembered = watcher.remembered(cursor)
                if remembered is None:
                    events = await in_thread(read or source.after, cursor)
                else:
                    events = remembered
                for event in events:
                    yield event
                cursor = events[-1].cursor if events else head

    @asynccontextmanager
    async def _watcher_of(self, source: Source) -> "AsyncIterator[_Watcher]":
        """Start to watch a source for its first stream, and stop after its last one."""
        watcher = self._watchers.get(source)
        if watcher is None:
            watcher = self._watchers[source] = _Watcher(self, source)
            self._by_name[source.name].add(watcher)
        watcher.n_streams += 1
        try:
            if self._task is None:
                wake.add_listener(self._wake_from_thread)
                self._task = self.loop.create_task(self._listen())
            await watcher.started()
            yield watcher
        finally:
            watcher.n_streams -= 1
            if not watcher.n_streams:
                watcher.stop()
                del self._watchers[source]
                self._by_name[source.name].discard(watcher)
                if not self._by_name[source.name]:
                    del self._by_name[source.name]
            if not self._watchers and self._task is not None:
                wake.remove_listener(self._wake_from_thread)
                self._task.cancel()
                self._task = None

    async def _listen(self) -> None:
        """Wake watchers when any process wakes their source."""
        while True:
            try:
                async for name in wake.woken_names():
                    if not self.is_listening:
                        self.is_listening = True
                        for watcher in self._watchers.values():
                            watcher.wake()
                    self._wake(name)
            finally:
                self.is_listening = False
            await asyncio.sleep(RETRY_SECONDS)

    def _wake(self, name: str) -> None:
        for watcher in self._by_name.get(name, ()):
            watcher.wake()

    def _wake_from_thread(self, name: str) -> None:
        with suppress(RuntimeError):  # the loop was closed
            self.loop.call_soon_threadsafe(self._wake, name)


class _Watcher:
    """Finds new events of a source, for all its streams."""

    def __init__(self, hub: Hub, source: Source) -> None:
        self.hub, self.source = hub, source
        self.n_streams = self.head = self._forgotten = 0
        self._recent: deque[Event] = deque(maxlen=REMEMBERED)
        self._woken, self._changed = asyncio.Event(), asyncio.Event()
        self._start = hub.loop.create_task(self._find_start())
        self._task = hub.loop.create_task(self._watch())

    async def started(self) -> None:
        """Wait until the position is known. Raises the error of its query."""
        await asyncio.shield(self._start)

    def stop(self) -> None:
        """End the watching."""
        self._start.cancel()
        self._task.cancel()

    def wake(self) -> None:
        """Query soon."""
        self._woken.set()

    async def wait(self, seconds: float) -> bool:
        """Wait for new events; return False if there are none for so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
                return True
        return False

    def remembered(self, cursor: int) -> list[Event] | None:
        """Return the events after a cursor, or None if some of them are not in memory."""
        if cursor < self._forgotten:
            return None
        return [event for event in self._recent if event.cursor > cursor]

    async def _find_start(self) -> None:
        self.head = self._forgotten = await in_thread(self.source.latest)

    async def _watch(self) -> None:
        await asyncio.wait((self._start,))
        while True:
            seconds = LISTENING_SECONDS if self.hub.is_listening else QUERY_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
            self._woken.clear()
            try:
                events = await in_thread(self.source.after, self.head)
            except DatabaseError as error:
                log.warning("streams of %s wait: the database fails: %s", self.source.name, error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if events:
                self._remember(events)
                self._woken.set()  # there may be more
            await asyncio.sleep(BURST_SECONDS)

    def _remember(self, events: Sequence[Event]) -> None:
        for event in events:
            if len(self._recent) == REMEMBERED:
                self._forgotten = self._recent[0].cursor
            self._recent.append(event)
        self.head = events[-1].cursor
        self._changed.set()
        self._changed = asyncio.Event()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def in_thread(function: Callable[..., T], *args: Any) -> T:
    """Return the result of a function that queries rows, run in a thread of the web server."""

    def run() -> T:
        close_old_connections()
        try:
            return function(*args)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(None, run)
