"""Which dumps stay: the newest and the cited ones. The latter lose what is no longer public."""

import logging
import os
import secrets
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from analytics.dumps.cutting import cut, games_of, logs_of
from analytics.dumps.files import MANIFEST, sha256_of, write_manifest
from analytics.models import Ledger, Snapshot
from analytics.reads import players as player_reads
from analytics.services.snapshots import delete_sums
from replays.reads import games as game_reads
from replays.reads import names as name_reads
from replays.text.names import name_key

log = logging.getLogger(__name__)

UNFINISHED = ".making-"
"""Prefix of folders that are written or deleted; they are never public."""
ABANDONED_SECONDS = 24 * 3600


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
        removed.append(dump.name)
    return removed


def cut_cited(root: Path) -> list[str]:
    """Remove from the files of cited dumps the games and names that are no longer public. Return
    the names of the changed dumps. Their numbers stay as cited.
    """
    cited = Snapshot.objects.dumps().exclude(cited_at=None)
    return [dump.name for dump in cited.defer("boards") if _cut(root, dump)]


def _cut(root: Path, dump: Snapshot) -> bool:
    manifest, folder = dict(dump.manifest or {}), root / dump.name
    digest = manifest.pop("sha256")
    _settle(root, dump.name, digest)
    if not (folder / MANIFEST).is_file():
        log.error("the files of the cited dump %s are missing", dump.name)
        return False
    ids = set(games_of(folder, manifest))
    gone = ids - game_reads.still_public(ids)
    keys = {key for line in logs_of(folder, manifest) for key in name_reads.names_of_log(line)}
    hidden = name_reads.hidden_names(keys)
    if not gone and not hidden:
        return False
    fresh = root / f"{UNFINISHED}{secrets.token_hex(6)}"
    fresh.mkdir(mode=0o755)
    try:
        made = cut(
            folder,
            fresh,
            manifest,
            gone,
            masked=lambda line: name_reads.without_hidden(line, hidden),
            public=_public_players,
        )
        before = manifest.get("cut", {"games": 0, "first_sha256": digest})
        made["cut"] = {
            "at": timezone.now().isoformat(),
            "games": before["games"] + len(gone),
            "first_sha256": before["first_sha256"],
        }
        made["sha256"] = write_manifest(fresh, made)
        with transaction.atomic():
            hold_ledger()
            if not Snapshot.objects.dumps().filter(pk=dump.pk).update(manifest=made):
                return False  # it was removed in the meantime
            os.replace(folder, _old(root, dump.name))
            os.replace(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    _settle(root, dump.name, made["sha256"])
    log.info("removed %d games and %d names from the dump %s", len(gone), len(hidden), dump.name)
    return True


def _public_players(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of players who are not hidden, without hidden names: names that were merged
    when the dump was made may have been split since.
    """
    hidden = name_reads.hidden_names(key for row in rows for key in row["keys"])
    names = player_reads.names_by_handle([row["handle"] for row in rows])
    public = []
    for row in rows:
        keys, name = [key for key in row["keys"] if key not in hidden], row["name"]
        if keys and row["handle"] in names:
            is_own = name_key(name) in keys
            name = name if is_own else names[row["handle"]]
            public.append({**row, "keys": keys, "name": name})
    return public


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


def hold_ledger() -> None:
    """Block counting, withdrawals and other dumps until this transaction ends, without a new
    revision.
    """
    Ledger.objects.select_for_update().filter(pk=1).first()


def delete_abandoned(root: Path) -> None:
    """Delete the folders of writers that died."""
    for folder in root.glob(f"{UNFINISHED}*"):
        if time.time() - folder.stat().st_mtime > ABANDONED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
