"""Server-sent events: a stream that is opened again when it breaks (HTML standard, section 9.2)."""

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .connection import Connection, Query
from .errors import KifuError

FIRST_PAUSE = 3.0
"""Seconds before a stream is opened again, unless the site sends another time."""


class StreamEvent(NamedTuple):
    """An event: its name (empty: it only has an id), its data as text, and the last id."""

    name: str
    data: str
    id: str

    def json(self) -> Any:
        """Return the data. Raises KifuError if it is not JSON."""
        try:
            return json.loads(self.data)
        except ValueError as error:
            raise KifuError(None, "bad_response", "An event is not JSON.") from error


def follow(connection: Connection, path: str, params: Query) -> Iterator[StreamEvent]:
    """Yield the events of a stream without end. Raises KifuError if it can't be opened."""
    last, pause = "", FIRST_PAUSE
    while True:
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {})
        is_open = False
        try:
            with connection.stream(path, headers, params) as pieces:
                is_open = True
                for event in read_events(lines_of(pieces)):
                    if event.name == "retry":
                        pause = int(event.data) / 1000
                        continue
                    last = event.id or last
                    yield event
        except KifuError as error:
            if not (is_open and error.code == "connection"):
                raise
        time.sleep(pause)


def read_events(lines: Iterable[str]) -> Iterator[StreamEvent]:
    """Yield the events of the lines of a stream; `retry` as an event with this name."""
    name, last = "", ""
    data: list[str] = []
    for line in lines:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            yield StreamEvent(name or ("message" if data else ""), "\n".join(data), last)
            name, data = "", []
        elif field == "retry" and value.isdecimal():
            yield StreamEvent("retry", value, last)
        elif field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif field == "id" and "\0" not in value:
            last = value


def lines_of(pieces: Iterable[bytes]) -> Iterator[str]:
    """Yield complete lines, without their ends."""
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).replace(b"\r\n", b"\n").split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace")
