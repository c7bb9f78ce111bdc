"""Making open data: a folder of files, and a snapshot of the sums they add up to.

A dump is written under a hidden name and renamed when it is complete, so that an incomplete one is
never public. It contains public games only; this is checked again under the ledger when the dump is
published.
"""

import logging
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from analytics.dumps import fields
from analytics.dumps.files import (
    MANIFEST,
    PLAYERS_LIST,
    KindFiles,
    listed,
    write_lines,
    write_manifest,
)
from analytics.dumps.store import remove_files, store_file, store_files
from analytics.facts.extract import Extract, extract, stored_extract
from analytics.models import KEY_FIELDS, Baseline, Contribution, Snapshot
from analytics.models.snapshots import Key
from analytics.reads import archive
from analytics.reads import players as player_reads
from analytics.reads.counting import last_change
from analytics.rollups.measures import Sums, add_into, split_trees
from analytics.rollups.players import named_seats
from analytics.services.learning import LearningGames
from analytics.services.snapshots import PlayerSums, store_cells
from games.core.codec import sha256_hex
from games.registry import KINDS
from replays.reads import games as game_reads
from replays.reads import names as name_reads
from replays.reads import open_data as open_reads

from .counting import key_of
from .dump_steps import StepSource
from .ledger import hold_ledger
from .retention import UNFINISHED, cut_dumps, cut_if_due, delete_abandoned, remove_old

log = logging.getLogger(__name__)

BATCH = 500
ATTEMPTS = 5
POLICY = (
    "A dump contains what is public on the day it is created: finished games that are accepted "
    "and not withdrawn. Games that are withdrawn or deleted later, and names that are hidden "
    "later, are removed from its files within a day. Games that their owner excludes from "
    "statistics have no facts and steps. Dumps that are cited stay available, others are deleted "
    "after some time."
)
Progress = Callable[[int], None]


class DumpOvertaken(Exception):
    """In every attempt, games were withdrawn while the dump was written."""


class _Withdrawn(Exception):
    """A game or a name was hidden after it was written and before the dump was published."""


def no_progress(done: int) -> None:
    """Ignore the progress."""


def make_dump(*, now: datetime | None = None, progress: Progress = no_progress) -> Snapshot:
    """Write a dump of all public games, publish it, remove those beyond `DUMP_KEEP` that are not
    cited, and cut the others. Raises DumpOvertaken.
    """
    made_at = now or timezone.now()
    root = Path(settings.DUMPS_DIR)
    root.mkdir(parents=True, exist_ok=True)
    delete_abandoned(root)
    for _ in range(ATTEMPTS):
        folder = root / f"{UNFINISHED}{secrets.token_hex(6)}"
        folder.mkdir(mode=0o755)
        writer = _Writer(folder, made_at, progress)
        try:
            snapshot = writer.publish(root)
        except _Withdrawn:
            remove_files(writer.files_at)
            log.info("a game was withdrawn while a dump was written; writing it again")
            continue
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        remove_old(root)
        cut_dumps(root)
        return snapshot
    raise DumpOvertaken(f"Games were withdrawn during each of {ATTEMPTS} attempts.")


def dump_if_due() -> Snapshot | None:
    """Make a dump if the last one is older than `DUMP_DAYS`; if that is 0, never. Once a day, cut
    all dumps.
    """
    cut_if_due(Path(settings.DUMPS_DIR))
    if not settings.DUMP_DAYS:
        return None
    since = timezone.now() - timedelta(days=settings.DUMP_DAYS)
    if Snapshot.objects.dumps().filter(made_at__gt=since).exists():
        return None
    return make_dump()


class _Writer:
    """Writes one dump: its folder, and the sums of its games."""

    def __init__(self, folder: Path, made_at: datetime, progress: Progress) -> None:
        self.folder, self.made_at, self.progress = folder, made_at, progress
        self.revision, self.as_of = last_change()
        self.ids: list[int] = []
        self.hidden: dict[int, int] = {}
        self.sums: dict[Key, tuple[int, Sums]] = {}
        self.counts: dict[str, dict[str, int]] = {}
        self.files: list[dict[str, Any]] = []
        self.players = PlayerSums()
        self.learning = LearningGames()
        self.files_at = ""

    def publish(self, root: Path) -> Snapshot:
        """Write everything and publish it. Raises _Withdrawn."""
        for kind in sorted(KINDS):
            self._write_kind(kind)
        board_of = KEY_FIELDS.index("board_digest")
        boards = archive.plain_boards({str(key[board_of]) for key in self.sums})
        names = [name for name, _ in fields.BASELINE_FIELDS]
        baselines = Baseline.objects.complete().filter(board_digest__in=boards)
        handles = self.players.handles()
        players = player_rows(handles)
        for name, rows in (
            (PLAYERS_LIST, players),
            ("boards.ndjson", [{"digest": digest, **board} for digest, board in boards.items()]),
            ("baselines.ndjson", list(baselines.order_by(*names[:4]).values(*names))),
        ):
            write_lines(self.folder / name, rows)
            self._list_file(self.folder / name, len(rows))
        for name, text in (("FIELDS.md", fields.field_docs()), ("LICENCE.txt", fields.LICENCE)):
            (self.folder / name).write_text(text, encoding="utf-8")
            self._list_file(self.folder / name, None)
        self.players.fit()
        learning = self.learning.curves(handles)
        self.files_at = store_files(self.folder)
        with transaction.atomic():
            hold_ledger()
            if open_reads.n_open_games(self.ids) != len(self.ids):
                raise _Withdrawn
            if open_reads.hidden_among(self.ids) != self.hidden:
                raise _Withdrawn
            written = {row["handle"]: row["name"] for row in players}
            snapshot = self._create(root, boards=boards, names=written, learning=learning)
            store_cells(
                snapshot, ((key, n, *split_trees(sums)) for key, (n, sums) in self.sums.items())
            )
            self.players.store(snapshot)
        return snapshot

    def _write_kind(self, kind: str) -> None:
        files = KindFiles(self.folder, kind, KINDS[kind].counting.secrets)
        steps = StepSource(kind)
        counts = self.counts.setdefault(kind, {"people": 0, "simulated": 0})
        for game, made in _open_games(kind):
            if game["hidden_seats"]:
                self.hidden[game["pk"]] = game["hidden_seats"]
            log_line = game_reads.public_log(game["canonical"], game["hidden_seats"])
            row = _game_row({**game, "digest": sha256_hex(log_line)}, made)
            row["play_digest"], rows = steps.find(row["id"], row["digest"], game["canonical"])
            has_facts = row["counts"] or game["not_counted"]  # else its owner chose so
            files.add(log_line, row, made.value if has_facts else {}, rows if has_facts else ())
            if row["counts"]:
                self._count(game["pk"], key_of({**game, "kind": kind}), made)
            self.ids.append(game["pk"])
            counts["simulated" if game["is_simulated"] else "people"] += 1
            if len(self.ids) % BATCH == 0:
                self.progress(len(self.ids))
        for path, records in files.close():
            self._list_file(path, records)

    def _count(self, game: int, key: Key, made: Extract) -> None:
        self.players.add(game, key, made)
        self.learning.add(game, key, made)
        n, sums = self.sums.setdefault(key, (0, {}))
        add_into(sums, made.value)
        self.sums[key] = n + 1, sums

    def _list_file(self, path: Path, records: int | None) -> None:
        self.files.append(listed(path, records))

    def _create(self, root: Path, **values: Any) -> Snapshot:
        """Create the row with these values and the folder, under the first free name of the day."""
        versions = {
            slug: {"engine": str(kind.rules.version), "facts": kind.counting.version}
            for slug, kind in KINDS.items()
        }
        snapshot = Snapshot(
            made_at=self.made_at,
            revision=self.revision,
            as_of=self.as_of,
            versions=versions,
            **values,
        )
        for number in count(1):
            snapshot.name = f"{self.made_at:%Y-%m-%d}" + (f"-{number}" if number > 1 else "")
            with suppress(IntegrityError), transaction.atomic():
                snapshot.save()
                break
        manifest = {
            "format": fields.FORMAT,
            "name": snapshot.name,
            "made_at": self.made_at.isoformat(),
            "as_of": self.as_of.isoformat() if self.as_of else None,
            "revision": self.revision,
            "licence": {"name": fields.LICENCE_NAME, "url": fields.LICENCE_URL},
            "policy": POLICY,
            "versions": versions,
            "kinds": self.counts,
            "files": self.files,
        }
        target = root / snapshot.name
        snapshot.manifest = {**manifest, "sha256": write_manifest(self.folder, manifest)}
        store_file(self.files_at, self.folder / MANIFEST)
        snapshot.files_at = self.files_at
        snapshot.save(update_fields=["manifest", "files_at"])
        shutil.rmtree(target, ignore_errors=True)  # of a process that died
        os.replace(self.folder, target)
        return snapshot


def player_rows(handles: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the rows of `PLAYER_FIELDS`, from the handles of players by the keys of their names,
    of which none is hidden.
    """
    keys: dict[str, list[str]] = {}
    for handle, key in sorted((handle, key) for key, handle in handles.items()):
        keys.setdefault(handle, []).append(key)
    names = player_reads.names_as_written(keys)
    return [{"handle": each, "name": names[each], "keys": of} for each, of in keys.items()]


def _open_games(kind: str) -> Iterator[tuple[dict[str, Any], Extract]]:
    """Yield the public games of a kind, by primary key, with their facts by the current rules and
    the names of their seats: facts that are stored, else read from the log.
    """
    about, after = KINDS[kind], 0
    current = about.counting.version, str(about.rules.version)
    while games := open_reads.open_games(kind, after, BATCH):
        ids = [game["pk"] for game in games]
        stored, names = Contribution.objects.in_bulk(ids), name_reads.names_in(ids)
        for game in games:
            row = stored.get(game["pk"])
            if row is not None and (row.facts_version, row.engine_version) == current:
                made = stored_extract(row)
            else:
                made = extract(game["canonical"], game["position"])
            yield game, made._replace(seats=named_seats(made.seats, names.get(game["pk"], [])))
        after = games[-1]["pk"]


def _game_row(game: dict[str, Any], made: Extract) -> dict[str, Any]:
    same = {name: "" if game.get(name) is None else game[name] for name, *_ in fields.GAMES}
    return {
        **same,
        "id": game["public_id"],
        "engine_version": made.engine_version,
        "facts_version": made.facts_version,
    }
