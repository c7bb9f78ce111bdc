"""Reading steps from an earlier dump: computing them takes most of the time of a dump."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from .files import read_rows, sha256_of


class EarlierSteps:
    """The steps of the games of a kind in an earlier dump, read in the order of its games.

    Steps are the same if the log and the versions of engine and counting rules are. If `versions`
    are not those of the manifest, or a file is missing or damaged, there are none.
    """

    def __init__(
        self, folder: Path, manifest: Mapping[str, Any], kind: str, versions: Mapping[str, Any]
    ) -> None:
        self._known: dict[str, tuple[str, str]] = {}
        self._games: Iterator[tuple[str, Iterator[dict[str, Any]]]] = iter(())
        paths = [folder / f"{kind}-{table}.parquet" for table in ("games", "steps")]
        digests = {file["name"]: file["sha256"] for file in manifest["files"]}
        if manifest["versions"].get(kind) == versions and all(
            path.is_file() and sha256_of(path) == digests.get(path.name) for path in paths
        ):
            for row in read_rows(paths[0], ["id", "digest", "play_digest"]):
                self._known[row["id"]] = row["digest"], row["play_digest"]
            self._games = groupby(read_rows(paths[1]), itemgetter("id"))

    def find(self, game: str, digest: str) -> tuple[str, list[dict[str, Any]]] | None:
        """Return the digest of the play and the steps of a game; None if the dump does not have
        this log of it. Games must be requested in the order in which they were stored.
        """
        known_digest, play = self._known.get(game, ("", ""))
        if known_digest != digest:
            return None
        rows = next((list(rows) for found, rows in self._games if found == game), None)
        return None if rows is None else (play, rows)
