"""The client of a Kifu House site."""

import json
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import httpx

from . import data
from .addresses import PAGE, Filter, Query, address, to_query
from .bodies import (
    Changed,
    Dump,
    DumpFile,
    DumpList,
    Frames,
    Game,
    GameEvent,
    GamesPage,
    Json,
    LegalEvents,
    OwnGame,
    OwnGames,
    Steps,
    Upload,
    UploadResult,
    UploadStatus,
    WholeGame,
)
from .collections import Collections
from .connection import Connection, parsed
from .errors import KifuError
from .event_pages import EventPages
from .events import follow
from .hooks import Webhooks
from .rooms import Rooms
from .uploads import ANSWERED, Log, body_of, result_of

if TYPE_CHECKING:
    import pandas as pd

P = TypeVar("P", GamesPage, OwnGames)


class Client:
    """Reads and writes games of a site, and reads its statistics and open data.

    `token` is a personal token (`/account/tokens/`) or one of OAuth. `owner_key` makes you the
    owner of what you upload without an account: 16 to 200 random characters. If there is neither,
    the site returns a new key with the first upload: `owner_key` then has it, and you should store
    it. `timeout` and `longest_wait` are in seconds; a limit that lasts longer is an error.

    Raises ValueError if `base_url` does not begin with `https://` or `http://`. Every method that
    sends a request raises `KifuError` if it fails. Requests that change nothing are repeated
    `retries` times if there is no response; all requests after 429 and 503 if the response has
    `Retry-After`.

    `collections`, `event_pages`, `webhooks` and `rooms` have the methods of these parts.
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        owner_key: str | None = None,
        *,
        timeout: float = 30,
        retries: int = 3,
        longest_wait: float = 60,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._connection = Connection(
            base_url,
            timeout=timeout,
            retries=retries,
            longest_wait=longest_wait,
            transport=transport,
        )
        if token:
            self._connection.credentials["Authorization"] = f"Bearer {token}"
        self.owner_key = owner_key
        self.collections = Collections(self._connection)
        self.event_pages = EventPages(self._connection)
        self.webhooks = Webhooks(self._connection)
        self.rooms = Rooms(self._connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._connection.close()

    @property
    def owner_key(self) -> str | None:
        """The secret that makes you the owner of your uploads."""
        return self._connection.credentials.get("Owner-Key")

    @owner_key.setter
    def owner_key(self, key: str | None) -> None:
        self._connection.credentials.pop("Owner-Key", None)
        if key:
            self._connection.credentials["Owner-Key"] = key

    # Games

    def games(self, **filters: Filter) -> Iterator[Game]:
        """Yield games, newest first; pages are requested as they are needed.

        Filters are those of the list: `kind="goryo"`, `player="ann"`, `finished=True`, and so on.
        `from_` stands for `from`.
        """
        for page in self._pages(GamesPage, address("games"), to_query(filters)):
            yield from page.games

    def game(self, game_id: str) -> WholeGame:
        """Return one game."""
        return parsed(WholeGame, self._connection.get(address("games", game_id)))

    def log(self, game_id: str) -> Json:
        """Return the log of a finished game as JSON."""
        log: Json = self._connection.get(address("games", game_id, "log"))
        return log

    def log_text(self, game_id: str) -> str:
        """Return the log of a finished game as text."""
        path = address("games", game_id, "log")
        return self._connection.send("GET", path, params={"form": "text"}).text

    def steps(self, game_id: str, view: str | None = None, *, belief: bool = False) -> Steps:
        """Return every event of a game and the state after it, as a view sees them. `belief`: with
        the positions that the view can deduce.
        """
        params = to_query({"belief": int(belief)} | ({"as": view} if view else {}))
        return parsed(Steps, self._connection.get(address("games", game_id, "steps"), params))

    def frames(self, game_id: str, view: str | None = None) -> Frames:
        """Return what the replay page draws of a game, as a view sees it."""
        params = {"as": view} if view else None
        return parsed(Frames, self._connection.get(address("games", game_id, "frames"), params))

    def events(self, since: datetime | str | None = None) -> Iterator[GameEvent]:
        """Yield each finished game when it becomes public, and wait for the next one, without end.

        `since` is the `cursor` of an event or a time; without it, only games from now on. A stream
        that breaks is opened again after the last event, so no game is missed or repeated.
        """
        at = since.isoformat() if isinstance(since, datetime) else since
        params = {} if at is None else {"since": at}
        for event in follow(self._connection, address("games", "events"), params):
            if event.name == "game":
                yield parsed(GameEvent, event.json())

    # Uploads

    def upload(
        self,
        *logs: Log,
        visibility: str | None = None,
        public_from: datetime | str | None = None,
        statistics: str | None = None,
        dry_run: bool = False,
    ) -> UploadResult:
        """Upload one or more logs, or check them without storing anything.

        `visibility` is `public` (default), `unlisted` or `private`; private games become public at
        `public_from`. `statistics` is how new games count: `yes` (default), `rates` or `no`.
        Refused games and duplicates are results, not exceptions.
        """
        if not logs:
            raise ValueError("There is no log to upload.")
        params = _audience(visibility, public_from) | ({"dry_run": "1"} if dry_run else {})
        params |= {} if statistics is None else {"statistics": statistics}
        response = self._connection.send(
            "POST",
            address("games"),
            params=params,
            is_safe=dry_run,
            accepts=ANSWERED,
            **body_of(logs),
        )
        result = result_of(response)
        if result.owner_key:
            self.owner_key = result.owner_key
        return result

    def upload_status(self, upload: Upload | str) -> UploadStatus:
        """Return the state of an upload and all results so far."""
        path = address("uploads", upload if isinstance(upload, str) else upload.id)
        status = parsed(UploadStatus, self._connection.get(path))
        after = status.next_after
        while after is not None:
            page = parsed(UploadStatus, self._connection.get(path, {"after": str(after)}))
            status.games.extend(page.games)
            after = page.next_after
        return status

    def wait(self, upload: Upload | str, timeout: float = 600) -> UploadStatus:
        """Return an upload with all its results once it was read. Raises KifuError with the code
        `timeout` if this takes more than `timeout` seconds.
        """
        end = time.monotonic() + timeout
        while (status := self.upload_status(upload)).poll_seconds is not None:
            if time.monotonic() + status.poll_seconds > end:
                detail = f"The upload was not read within {timeout} seconds."
                raise KifuError(None, "timeout", detail)
            time.sleep(status.poll_seconds)
        return status

    def legal(
        self, log: Log, view: str | None = None, chosen: Sequence[Sequence[Any]] = ()
    ) -> LegalEvents:
        """Return the events that are legal after a log, of those that a view may choose. If there
        are many, send the chosen parts as (path, value) until `whole` is an event.
        """
        params = {"as": view} if view else {}
        if chosen:
            params["chosen"] = json.dumps(chosen)
        body = body_of((log,))
        response = self._connection.send(
            "POST", address("legal"), params=params, is_safe=True, **body
        )
        return parsed(LegalEvents, response.json())

    # Your games

    def my_games(self) -> Iterator[OwnGame]:
        """Yield your games, newest first, also private and deleted ones."""
        for page in self._pages(OwnGames, address("my-games"), {}):
            yield from page.games

    def set_visibility(
        self, *game_ids: str, visibility: str, public_from: datetime | str | None = None
    ) -> Changed:
        """Change who can see up to 200 of your games: all or none."""
        return self._change(ids=game_ids, **_audience(visibility, public_from))

    def set_names(self, *game_ids: str, names: str | dict[str, str]) -> Changed:
        """Show the names of players in your games in `full`, as `initials`, or with `none`: one
        choice for all players, or choices by role.
        """
        return self._change(ids=game_ids, names=names)

    def set_statistics(self, *game_ids: str, statistics: str) -> Changed:
        """Let statistics count your games: `yes`, `rates` (not for players by name) or `no`."""
        return self._change(ids=game_ids, statistics=statistics)

    def delete(self, *game_ids: str) -> Changed:
        """Delete up to 200 of your games: all or none. You can restore them for seven days."""
        return self._change(ids=game_ids, deleted=True)

    def restore(self, *game_ids: str) -> Changed:
        """Restore deleted games."""
        return self._change(ids=game_ids, deleted=False)

    def undo(self, change: Changed | str) -> Changed:
        """Undo a change, given as what it returned or its token, within seven days."""
        token = change if isinstance(change, str) else change.undo
        path = address("my-games", "undo")
        response = self._connection.send("POST", path, json={"undo": token})
        return parsed(Changed, response.json())

    def _change(self, **body: Any) -> Changed:
        response = self._connection.send("POST", address("my-games", "changes"), json=body)
        return parsed(Changed, response.json())

    # Statistics

    def metrics(self, kind: str) -> Json:
        """Return the metrics of a game: keys, titles, definitions, groups."""
        return self._statistics({}, kind, "metrics")

    def metric(self, kind: str, key: str, **filters: Filter) -> Json:
        """Return a metric by group. Filters are those of the statistics, and `by`."""
        return self._statistics(filters, kind, "metrics", key)

    def roles(self, kind: str, **filters: Filter) -> Json:
        """Return the win rates by role, for example with `by="edition"`."""
        return self._statistics(filters, kind, "roles")

    def balance(self, kind: str, **filters: Filter) -> Json:
        """Return the share of wins of each seat at equal skill, by ruleset and board."""
        return self._statistics(filters, kind, "balance")

    def ratings(self, kind: str, **filters: Filter) -> Json:
        """Return the leaderboards, overall and by role."""
        return self._statistics(filters, kind, "ratings")

    def _statistics(self, filters: dict[str, Filter], *names: str) -> Json:
        response: Json = self._connection.get(address("stats", *names), to_query(filters))
        return response

    # Open data

    def dumps(self) -> list[Dump]:
        """Return the dumps of the open data, newest first."""
        return parsed(DumpList, self._connection.get(address("data"))).dumps

    def download(self, file: DumpFile, folder: str | Path) -> Path:
        """Download a file of a dump into a folder, and compare its SHA-256 with the manifest. A
        file that is there already is not downloaded again.
        """
        return data.download(self._connection, file, Path(folder))

    def table(self, dump: Dump, name: str, folder: str | Path) -> "pd.DataFrame":
        """Return a table of a dump as a pandas data frame, for example `goryo-games`,
        `goryo-facts` or `goryo-steps`, downloaded into a folder. Needs the extra `pandas`. Raises
        KeyError if the dump has no such table.
        """
        return data.read_table(self.download(dump.file(f"{name}.parquet"), folder))

    def _pages(self, body: type[P], path: str, query: Query) -> Iterator[P]:
        """Yield all pages. Only the cursor of the next address is used, so that the request goes to
        the host and with the credentials of this client.
        """
        cursor: Query = {}
        while True:
            page = parsed(body, self._connection.get(path, {"limit": str(PAGE), **query, **cursor}))
            yield page
            if page.next is None:
                return
            cursor = {"cursor": httpx.URL(page.next).params["cursor"]}


def _audience(visibility: str | None, public_from: datetime | str | None) -> Query:
    query = {} if visibility is None else {"visibility": visibility}
    if isinstance(public_from, datetime):
        public_from = public_from.isoformat()
    return query if public_from is None else {**query, "public_from": public_from}
