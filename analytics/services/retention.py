"""Which dumps stay: the newest and the cited ones. All lose what is no longer public."""

import json
import logging
import os
import secrets
import shutil
import time
from collections.abc import Collection, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from analytics.dumps.cutting import cut, games_of, lines_of
from analytics.dumps.files import MANIFEST, sha256_of, write_manifest
from analytics.dumps.store import fetch_files, remove_abandoned, remove_files, store_files
from analytics.models import Snapshot
from analytics.reads import players as player_reads
from analytics.services.snapshots import delete_sums
from replays.reads import games as game_reads
from replays.reads import names as name_reads
from replays.reads import open_data as open_reads
from replays.text.names import name_key

from .ledger import hold_ledger

log = logging.getLogger(__name__)

UNFINISHED = ".making-"
"""Prefix of folders that are written or deleted; they are never public."""
ABANDONED_SECONDS = CUT_SECONDS = 24 * 3600
CUT_MARK = ".cut"
"""The file whose time is when the dumps were last cut without a new dump."""


def cite_dump(name: str) -> bool:
    """Keep a dump, because it is cited. Return whether there is one."""
    Snapshot.objects.dumps().filter(name=name, cited_at=None).update(cited_at=timezone.now())
    return Snapshot.objects.dumps().filter(name=name).exclude(cited_at=None).exists()


def delete_dump(name: str) -> bool:
    """Remove a dump, its files and its numbers, also if it is cited. Return whether there was one.

    Its row remains with the manifest, so that its address states what it was.
    """
    return bool(_remove(Snapshot.objects.dumps().filter(name=name)))


def remove_old(root: Path) -> None:
    """Remove the dumps beyond `DUMP_KEEP` that are not cited, and folders without a dump."""
    dumps = Snapshot.objects.dumps().values_list("pk", flat=True)
    newest = list(dumps[: max(1, settings.DUMP_KEEP)])
    _remove(Snapshot.objects.dumps().filter(cited_at=None).exclude(pk__in=newest))
    with transaction.atomic():
        hold_ledger()  # so that each published folder has its row
        names = set(Snapshot.objects.dumps().values_list("name", flat=True))
        for folder in root.iterdir():
            if folder.is_dir() and not folder.name.startswith(".") and folder.name not in names:
                shutil.rmtree(folder, ignore_errors=True)


def _remove(dumps: Iterable[Snapshot]) -> list[str]:
    removed = []
    for dump in dumps:
        same = Snapshot.objects.dumps().filter(pk=dump.pk, cited_at=dump.cited_at)
        with transaction.atomic():
            if not same.update(removed_at=timezone.now()):
                continue  # it was cited, or removed, in the meantime
            delete_sums([dump.pk])
        shutil.rmtree(Path(settings.DUMPS_DIR) / dump.name, ignore_errors=True)
        remove_files(dump.files_at)
        removed.append(dump.name)
    return removed


def cut_dumps(root: Path) -> list[str]:
    """Remove from the files of all dumps the games and names that are no longer public. Return the
    names of the changed dumps. Their numbers stay as they were.
    """
    dumps = Snapshot.objects.dumps().defer("boards", "learning")
    return [dump.name for dump in dumps if _cut(root, dump)]


def cut_if_due(root: Path) -> list[str]:
    """Do that if it was not done here for `CUT_SECONDS`."""
    mark = root / CUT_MARK
    if mark.is_file() and time.time() - mark.stat().st_mtime < CUT_SECONDS:
        return []
    delete_abandoned(root)
    if not Snapshot.objects.dumps().exists():
        return []
    changed = cut_dumps(root)
    mark.touch()
    return changed


def _cut(root: Path, dump: Snapshot) -> bool:
    manifest, folder = dict(dump.manifest or {}), root / dump.name
    digest = manifest.pop("sha256")
    _settle(root, dump.name, digest)
    fetch_files(dump.files_at, folder, dump.manifest or {})
    if not (folder / MANIFEST).is_file():
        log.error("the files of the dump %s are missing", dump.name)
        return False
    ids = set(games_of(folder, manifest))
    gone = ids - open_reads.still_public(ids)
    names = _HiddenNames(folder, manifest, ids - gone)
    if not gone and not names.n:
        return False
    fresh = root / f"{UNFINISHED}{secrets.token_hex(6)}"
    fresh.mkdir(mode=0o755)
    try:
        made = cut(
            folder,
            fresh,
            manifest,
            gone,
            masked=names.masked,
            public=names.public_players,
        )
        before = manifest.get("cut", {"games": 0, "first_sha256": digest})
        made["cut"] = {
            "at": timezone.now().isoformat(),
            "games": before["games"] + len(gone),
            "first_sha256": before["first_sha256"],
        }
        made["sha256"] = write_manifest(fresh, made)
        files_at = store_files(fresh)
        with transaction.atomic():
            hold_ledger()
            same = Snapshot.objects.dumps().filter(pk=dump.pk, files_at=dump.files_at)
            if not same.update(manifest=made, files_at=files_at):
                remove_files(files_at)
                return False  # it was removed, or another host cut it, in the meantime
            os.replace(folder, _old(root, dump.name))
            os.replace(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    _settle(root, dump.name, made["sha256"])
    remove_files(dump.files_at)
    log.info("removed %d games and %d names from the dump %s", len(gone), names.n, dump.name)
    return True


class _HiddenNames:
    """The names to remove from a dump: those that are hidden everywhere, and those that the owner
    of a game hid in it. `n` is how many there are.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any], ids: set[str]) -> None:
        self._everywhere = name_reads.hidden_names(
            key for _, line in lines_of(folder, manifest) for key in name_reads.names_of_log(line)
        )
        in_games = open_reads.hidden_in(ids)
        self._in_games = {
            game: in_games[game]
            for game, line in lines_of(folder, manifest)
            if game in in_games and _named(line, in_games[game])
        }
        self.n = len(self._everywhere) + len(self._in_games)
        self._left = {
            key
            for game, line in lines_of(folder, manifest)
            if game in ids
            for key in name_reads.names_of_log(self.masked(game, line))
        }

    def masked(self, game: str, line: str) -> str:
        """Return the log of a game without hidden names."""
        line = name_reads.without_hidden(line, self._everywhere)
        positions = _named(line, self._in_games.get(game, ()))
        return game_reads.public_log(line, sum(1 << n for n in positions))

    def public_players(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the rows of players who are not hidden and still have a game, without hidden
        names: names that were merged when the dump was made may have been split since.
        """
        hidden = name_reads.hidden_names(key for row in rows for key in row["keys"])
        names = player_reads.names_by_handle([row["handle"] for row in rows])
        public = []
        for row in rows:
            keys = [key for key in row["keys"] if key not in hidden and key in self._left]
            if keys and row["handle"] in names:
                is_own = name_key(row["name"]) in keys
                name = row["name"] if is_own else names[row["handle"]]
                public.append({**row, "keys": keys, "name": name})
        return public


def _named(line: str, roles: Collection[str]) -> list[int]:
    """Return the positions of those players of a log that have a name and one of these roles."""
    players = json.loads(line)["players"] if roles else []
    return [n for n, each in enumerate(players) if each["role"] in roles and each.get("name")]


def _old(root: Path, name: str) -> Path:
    return root / f".old-{name}"


def _settle(root: Path, name: str, digest: str) -> None:
    """Delete the old folder of a dump that was cut; put it back if the process died before the row
    with the digest of its manifest was committed.
    """
    old, folder = _old(root, name), root / name
    if not old.is_dir():
        return
    path = folder / MANIFEST
    if path.is_file() and sha256_of(path) == digest:
        shutil.rmtree(old, ignore_errors=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(old, folder)


def delete_abandoned(root: Path) -> None:
    """Delete the folders of writers that died, and their files in a storage."""
    for folder in root.glob(f"{UNFINISHED}*"):
        if time.time() - folder.stat().st_mtime > ABANDONED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
    known = set(Snapshot.objects.dumps().values_list("files_at", flat=True))
    remove_abandoned(known, timezone.now() - timedelta(seconds=ABANDONED_SECONDS))
