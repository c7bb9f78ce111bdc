"""A site as its users see it: uploads by named uploaders, and everything that can be read."""

import gzip
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from django.test import Client, override_settings

from analytics import services as stats_services
from analytics.models import Contribution
from replays import services as replay_services
from replays.models import Game, Upload, UploadState

Json = dict[str, Any]
Content = bytes | str | Json | list[Json]
GAMES = "/api/v1/games/"
CODES = {
    "stored": 201,
    "merged": 200,
    "continued": 200,
    "duplicate": 409,
    "refused": 422,
    "unreadable": 422,
}
"""The HTTP code of an answer for one game (section 7)."""
COUNTERS = (
    "n_stored",
    "n_merged",
    "n_continued",
    "n_duplicate",
    "n_refused",
    "n_unreadable",
    "n_read",
)


def key_of(uploader: str) -> str:
    """Return the `Idempotency-Key` of an uploader."""
    return f"key of the uploader {uploader}".ljust(24, ".")


def encode(content: Content) -> bytes:
    """Return the body of an upload: a log, logs one a line, text, or bytes as they are."""
    if isinstance(content, bytes):
        return content
    if isinstance(content, str):
        return content.encode()
    logs = content if isinstance(content, list) else [content]
    return "\n".join(json.dumps(log, ensure_ascii=False) for log in logs).encode()


@dataclass
class Answer:
    """The answer to an upload or a correction."""

    code: int
    body: Json
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def games(self) -> list[Json]:
        """The results of each game. Fails if the answer has no `status`."""
        rows: list[Json] = self.body.get("games", [self.body])
        for row in rows:
            assert "status" in row, f"no `status` in the answer ({self.code}): {self.body}"
        return rows

    @property
    def statuses(self) -> list[str]:
        """The status of each game."""
        return [row["status"] for row in self.games]

    @property
    def status(self) -> str:
        """The status of the only game."""
        (status,) = self.statuses
        return status

    @property
    def id(self) -> str:
        """The id of the only game."""
        (row,) = self.body.get("games", [self.body])
        assert "id" in row, f"no `id` in the answer ({self.code}): {self.body}"
        return str(row["id"])

    @property
    def ids(self) -> list[str | None]:
        """The id of each game; None where it has none."""
        return [row.get("id") for row in self.body.get("games", [self.body])]

    @property
    def counters(self) -> dict[str, int]:
        """The counters, of the answer or of its only upload. Fails if one is missing."""
        totals = dict(self.body)
        for upload in [*self.body.get("uploads", []), self.body.get("upload") or {}]:
            totals = {**upload, **totals}
        missing = [name for name in COUNTERS if name not in totals]
        assert not missing, f"no {missing} in the answer ({self.code}): {self.body}"
        return {name: totals[name] for name in COUNTERS}

    @property
    def added(self) -> Any:
        """What the record added to its game."""
        (row,) = self.games
        assert "added" in row, f"no `added` in the answer ({self.code}): {self.body}"
        return row["added"]


def headers_of(uploader: str | None) -> dict[str, str]:
    """Return the headers of an uploader's requests: none for a client without key and cookie."""
    return {} if uploader is None else {"Idempotency-Key": key_of(uploader)}


def _answer(response: Any) -> Answer:
    return Answer(response.status_code, response.json(), response.headers)


def send(content: Content, uploader: str | None = "a", query: str = "") -> Answer:
    """Upload to the API."""
    response = Client().post(
        f"{GAMES}{query}",
        encode(content),
        content_type="application/octet-stream",
        headers=headers_of(uploader),
    )
    return _answer(response)


def check(content: Content, uploader: str | None = "a") -> Answer:
    """Upload with `dry_run=1`, which stores nothing."""
    return send(content, uploader, "?dry_run=1")


def send_packed(content: Content, uploader: str | None = "a") -> Answer:
    """Upload compressed, so that a large file is still read during the request."""
    return send(gzip.compress(encode(content)), uploader)


def correct(game_id: str, content: Content, uploader: str | None = "a") -> Answer:
    """Replace a record with a corrected one (section 4.2)."""
    response = Client().put(
        f"{GAMES}{game_id}/",
        encode(content),
        content_type="application/octet-stream",
        headers=headers_of(uploader),
    )
    return _answer(response)


def read_uploads() -> None:
    """Read the uploads that were left to a worker."""
    waiting = Upload.objects.filter(state__in=[UploadState.RECEIVED, UploadState.READING])
    for upload in waiting.order_by("pk"):
        replay_services.read_waiting(upload.pk)


def settle() -> None:
    """Bring statistics up to date. Ratings are fitted where they are read."""
    stats_services.sweep_games()


def get(path: str, status: int = 200, uploader: str | None = None) -> Any:
    """Return the JSON of an endpoint. Fails if the answer has another status."""
    response = Client().get(path, headers=headers_of(uploader))
    assert response.status_code == status, (path, response.status_code, response.content[:400])
    return response.json()


def page(path: str, status: int = 200) -> str:
    """Return the source of a page. Fails if the answer has another status."""
    response = Client().get(path)
    assert response.status_code == status, (path, response.status_code)
    return str(response.content.decode())


def listed(query: str = "simulated=all") -> list[Json]:
    """Return the games in lists, of all pages, in the order of the lists."""
    games: list[Json] = []
    path: str | None = f"{GAMES}?{query}&limit=200"
    while path is not None:
        body = get(path)
        games += body["games"]
        path = body["next"]
    return games


def counts(kind: str) -> dict[str, int]:
    """Return the decided games of a kind in the statistics, human and simulated."""
    return {
        name: max((rate["n"] for rate in _rates(kind, simulated).values()), default=0)
        for name, simulated in (("human", "no"), ("simulated", "yes"))
    }


def wins(kind: str) -> dict[str, int]:
    """Return the won human games of each role in the statistics, of Gorinto with two players."""
    none = {"p1": 0, "p2": 0} if kind == "gorinto" else {}
    return none | {role: rate["k"] for role, rate in _rates(kind, "no").items()}


def _rates(kind: str, simulated: str) -> dict[str, Json]:
    """Return won and decided games (`k`, `n`) of each role; of Gorinto with two players only."""
    name = "metrics/wins-seat" if kind == "gorinto" else "roles"
    body = get(f"/api/v1/stats/{kind}/{name}/?simulated={simulated}")
    if kind != "gorinto":
        return dict(body["overall"]["roles"])
    groups = {group["key"].partition("2p.")[2]: group for group in body["groups"]}
    return {role: group for role, group in groups.items() if role}


def fold(name: str) -> str:
    """Return a name for comparison (section 2.1)."""
    composed = unicodedata.normalize("NFC", " ".join(name.split()))
    return unicodedata.normalize("NFC", composed.casefold())


def player_games(name: str) -> int:
    """Return the number of games on the page of a name; 0 without a page."""
    row = player(name)
    return 0 if row is None else int(row["games"])


def player(name: str) -> Json | None:
    """Return the row of a name in the list of players, or None."""
    response = Client().get("/api/v1/players/", {"q": name})
    assert response.status_code == 200, response.content[:400]
    rows = [row for row in response.json()["players"] if fold(row["name"]) == fold(name)]
    assert len(rows) <= 1, rows
    return rows[0] if rows else None


def ratings(kind: str) -> list[Json]:
    """Return the leaderboards of a kind, without addresses."""
    stats_services.fit_results()
    return list(get(f"/api/v1/stats/{kind}/ratings/")["ratings"])


def assert_redirects(younger: str, older: str) -> None:
    """Fail unless the id of a merged game redirects permanently to the other (section 3.7)."""
    for prefix in ("/api/v1/games", "/games"):
        response = Client().get(f"{prefix}/{younger}/")
        assert response.status_code == 301, (prefix, response.status_code, response.content[:200])
        assert response["Location"].endswith(f"{prefix}/{older}/"), response["Location"]
    body = Client().get(f"/api/v1/games/{younger}/").json()
    assert body.get("merged_into") == older, body


def split(game_id: str, *, reason: str) -> None:
    """Undo the merge of a game, as staff (section 3.7)."""
    game = Game.objects.get(public_id=game_id)
    records = game.records.filter(is_current=True).exclude(public_id=game_id)
    apart = list(records.values_list("public_id", flat=True))
    replay_services.split_game(game.pk, apart, reason)


def count_separately(game_id: str, *, reason: str) -> None:
    """Overrule "same moves as", as staff (section 3.5)."""
    ids = [Game.objects.get(public_id=game_id).pk]
    assert replay_services.decide_counting(ids, counts=True, reason=reason) == 1


def names_of(games: Iterable[Json]) -> list[list[str | None]]:
    """Return the names of each game in a list, by role."""
    return [[seat["name"] for seat in game["players"]] for game in games]


def rating_of(name: str) -> list[Json]:
    """Return the ratings of a name, to the last digit, without what is not a rating."""
    stats_services.fit_results()
    row = player(name)
    if row is None:
        return []
    body = get(f"/api/v1/players/{row['handle']}/")
    return list(body["ratings"])


def games_in_time(name: str) -> list[str]:
    """Return the ids of the counted games of a name, in the order of time."""
    rows = Contribution.objects.order_by("time_key").values_list("game__public_id", "seats")
    return [str(game) for game, seats in rows if fold(name) in {seat["name"] for seat in seats}]


def numbers_in(value: Any, keys: tuple[str, ...] = ("event", "step")) -> set[int]:
    """Return every whole number under one of these keys, anywhere in a body."""
    if isinstance(value, dict):
        own = {n for key, n in value.items() if key in keys and type(n) is int}
        return own.union(*(numbers_in(each, keys) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(numbers_in(each, keys) for each in value))
    return set()


def assert_conflict(older: str, younger: str, events: set[int]) -> None:
    """Fail unless the pages and the API bodies of two games link each other and give the event that
    differs (3.4): its number counts from 0 as `event`, or from 1 as `step`.
    """
    for one, other in ((older, younger), (younger, older)):
        body = get(f"{GAMES}{one}/")
        assert other in str(body), f"{one} does not name {other}: {body}"
        expected = {n + more for n in events for more in (0, 1)}
        assert numbers_in(body) & expected, f"no event of {events} in {body}"
        source = page(f"/games/{one}/")
        assert f"/games/{other}/" in source, f"the page of {one} has no link to {other}"


def record_downloads(game_id: str) -> list[bytes]:
    """Return the files of a game's records: those that its page links with `record` in the path."""
    links = re.findall(r'href="([^"]*record[^"]*)"', page(f"/games/{game_id}/"))
    responses = [Client().get(link) for link in dict.fromkeys(links)]
    return [response.content for response in responses if response.status_code == 200]


def dumped_games(folder: Path) -> dict[str, Json]:
    """Return the rows of games in a new dump of the open data, by id."""
    with override_settings(DUMPS_DIR=folder):
        snapshot = stats_services.make_dump()
    tables = [pq.read_table(path) for path in (folder / snapshot.name).glob("*.parquet")]
    rows = [row for table in tables if "winner" in table.schema.names for row in table.to_pylist()]
    return {row["id"]: row for row in rows}
