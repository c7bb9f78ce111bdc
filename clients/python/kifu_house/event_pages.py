"""Events such as tournaments, with standings: `Client.event_pages`."""

import secrets
from collections.abc import Iterator, Sequence
from datetime import date

from .addresses import Filter, address, sent, to_query
from .connection import Connection, json_of, parsed
from .group_bodies import EventDetails, EventList, ListedEvent, OwnEvent


class EventPages:
    """Reads events, and changes those that you describe: these need a token with the scopes
    `read:private` and `collections`. Every method raises `KifuError` if its request fails.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self, **filters: Filter) -> Iterator[ListedEvent]:
        """Yield the events that logs of public games name, newest first. Filters: `q`, `kind`,
        `simulated`.
        """
        number: int | None = 1
        while number is not None:
            query = {**to_query(filters), "page": str(number)}
            page = parsed(EventList, self._connection.get(address("events"), query))
            yield from page.events
            number = page.next_page

    def get(self, event_id: str, **filters: Filter) -> EventDetails:
        """Return an event by its handle, or the id of one that its owner describes: games by round,
        standings and meetings. Filters: `kind`, `simulated`.
        """
        path = address("events", event_id)
        return parsed(EventDetails, self._connection.get(path, to_query(filters)))

    def mine(self) -> list[OwnEvent]:
        """Return the events that you describe, newest first."""
        found = self._connection.get(address("my-events"))
        return [parsed(OwnEvent, row) for row in found["events"]]

    def create(
        self,
        title: str,
        *,
        description: str = "",
        place: str = "",
        first_day: date | str | None = None,
        last_day: date | str | None = None,
        spellings: Sequence[str] = (),
        games: Sequence[str] = (),
        request_key: str | None = None,
    ) -> OwnEvent:
        """Describe an event; its page is public. `spellings` are its names in logs, `games` ids of
        your games. Calls with the same `request_key` (by default a random one) create one, so a
        request that fails is repeated.
        """
        body = sent(
            title=title,
            description=description,
            place=place,
            first_day=first_day,
            last_day=last_day,
            spellings=list(spellings),
            games=list(games),
            request_key=request_key or secrets.token_urlsafe(24),
        )
        response = self._connection.send("POST", address("my-events"), json=body, is_safe=True)
        return parsed(OwnEvent, json_of(response))

    def edit(
        self,
        event_id: str,
        *,
        title: str | None = None,
        description: str | None = None,
        place: str | None = None,
        first_day: date | str | None = None,
        last_day: date | str | None = None,
        spellings: Sequence[str] | None = None,
        games: Sequence[str] | None = None,
    ) -> OwnEvent:
        """Change an event that you describe; what is None stays, an empty day is removed.
        `spellings` and `games` replace the earlier ones.
        """
        body = sent(
            title=title,
            description=description,
            place=place,
            first_day=first_day,
            last_day=last_day,
            spellings=None if spellings is None else list(spellings),
            games=None if games is None else list(games),
        )
        path = address("my-events", event_id)
        return parsed(
            OwnEvent, json_of(self._connection.send("PATCH", path, json=body, is_safe=True))
        )

    def delete(self, event_id: str) -> None:
        """Delete the page of an event that you describe. Its games stay."""
        self._connection.send("DELETE", address("my-events", event_id))
