"""Reading a dump into sums: from its logs, replayed by the current engine, or from its facts."""

import gzip
import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from analytics.facts.extract import Extract, extract_keyed
from analytics.models import KEY_FIELDS
from analytics.models.snapshots import Key
from analytics.rollups.measures import Sums, add_into
from games.core.plural import count_noun
from games.registry import KINDS

from .fields import FORMAT
from .files import PLAYERS, PLAYERS_LIST, Fact, nested, read_rows, sha256_of


class NotADump(ValueError):
    """Client error: the folder contains no dump, or other files than its manifest lists."""


class Dump(NamedTuple):
    """The folder and the manifest of a dump."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def kinds(self) -> list[str]:
        """The kinds of games in it."""
        return sorted(self.manifest["kinds"])


def open_dump(folder: Path) -> Dump:
    """Return the dump in a folder, after comparing every file with its digest in the manifest.
    Raises NotADump.
    """
    path = folder / "manifest.json"
    if not path.is_file():
        raise NotADump(f"There is no manifest.json in {folder}.")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise NotADump(f"{path} is not valid JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise NotADump(f"{path} does not have the format {FORMAT}.")
    for file in manifest["files"]:
        path = folder / file["name"]
        if not path.is_file():
            raise NotADump(f"{file['name']} is missing in {folder}.")
        if sha256_of(path) != file["sha256"]:
            raise NotADump(f"{file['name']} is not the file that the manifest lists.")
    return Dump(folder, manifest)


def boards_of(dump: Dump) -> dict[str, dict[str, Any]]:
    """Return the boards of a dump by digest."""
    return {row.pop("digest"): row for row in _rows(dump, "boards.ndjson")}


def players_of(dump: Dump) -> list[dict[str, Any]]:
    """Return the players of a dump (`PLAYER_FIELDS`); dumps of earlier releases have no list."""
    return _rows(dump, PLAYERS_LIST) if (dump.folder / PLAYERS_LIST).is_file() else []


class CountedGame(NamedTuple):
    """A counted game of a dump: its log, the key of its cell, its facts by the current engine, and
    whether it counts for its players by name.
    """

    log: str
    key: Key
    made: Extract
    is_named: bool


def counted_games(dump: Dump, kind: str) -> Iterator[CountedGame]:
    """Yield the counted games of a kind."""
    counted = {
        (row["is_simulated"], row["line"]): row.get("named", True)  # earlier dumps lack it
        for row in _games(dump, kind)
        if row["counts"]
    }
    for is_simulated, players in PLAYERS.items():
        path = dump.folder / f"{kind}-{players}.ndjson.gz"
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file):
                if (is_simulated, number) in counted:
                    is_named = counted[is_simulated, number]
                    yield CountedGame(line, *extract_keyed(line.rstrip("\n")), is_named)


def baselines_of(dump: Dump) -> list[dict[str, Any]]:
    """Return the baselines on the boards of a dump."""
    return _rows(dump, "baselines.ndjson")


def _rows(dump: Dump, name: str) -> list[dict[str, Any]]:
    lines = (dump.folder / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def sums_of(dump: Dump, kind: str, *, replayed: bool) -> dict[Key, tuple[int, Sums]]:
    """Return the number of games and their sums for each key; from the logs with `replayed`, else
    from the facts.
    """
    games = _from_logs(dump, kind) if replayed else _from_facts(dump, kind)
    by_key: dict[Key, tuple[int, Sums]] = {}
    for key, value in games:
        n, sums = by_key.setdefault(key, (0, {}))
        add_into(sums, value)
        by_key[key] = n + 1, sums
    return by_key


def _from_logs(dump: Dump, kind: str) -> Iterator[tuple[Key, Sums]]:
    for game in counted_games(dump, kind):
        yield game.key, game.made.value


def _games(dump: Dump, kind: str) -> Iterator[dict[str, Any]]:
    """Return the rows of the table of games."""
    return read_rows(dump.folder / f"{kind}-games.parquet")


def _from_facts(dump: Dump, kind: str) -> Iterator[tuple[Key, Sums]]:
    keys = {
        row["id"]: tuple({**row, "kind": kind, "is_finished": True}[name] for name in KEY_FIELDS)
        for row in _games(dump, kind)
        if row["counts"]
    }
    rows = read_rows(dump.folder / f"{kind}-facts.parquet")
    for game, of_game in groupby(rows, itemgetter("id")):
        if game not in keys:
            continue
        facts_of_game = (Fact(*(row[name] for name in Fact._fields)) for row in of_game)
        yield keys.pop(game), nested(facts_of_game)
    yield from ((key, {}) for key in keys.values())


def other_versions(dump: Dump) -> list[str]:
    """Return how the versions of the current code differ from those that made the dump, and how
    many games were removed from it since.
    """
    differences = []
    if cut := dump.manifest.get("cut"):
        games = f"{count_noun(cut['games'], 'game')} {'was' if cut['games'] == 1 else 'were'}"
        differences.append(f"{games} removed from this dump by {cut['at']}")
    for slug, made in dump.manifest["versions"].items():
        kind = KINDS.get(slug)
        now = kind and {"engine": str(kind.rules.version), "facts": kind.counting.version}
        if now != made:
            differences.append(f"{slug}: made with {made}, this code has {now}")
    return differences
