"""Files of dumps in the storage of `FILES_URL`, which all hosts share. `DUMPS_DIR` is then only
where a host writes and cuts dumps.

The files of each state of a dump are under their own name, which its row has (`Snapshot.files_at`):
a cut dump gets new ones, and the old ones are removed after the commit.
"""

import secrets
import shutil
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files import File
from django.core.files.storage import FileSystemStorage, Storage, storages

from .files import MANIFEST, sha256_of

STORAGE = "dumps"


def dump_storage() -> Storage | None:
    """Return the storage of dumps; None if they are in `DUMPS_DIR` only."""
    return storages[STORAGE] if STORAGE in settings.STORAGES else None


def store_files(folder: Path) -> str:
    """Store the files of a folder; return the name they are under, empty without a storage."""
    storage = dump_storage()
    if storage is None:
        return ""
    files_at = secrets.token_hex(12)
    for path in sorted(folder.iterdir()):
        store_file(files_at, path)
    return files_at


def store_file(files_at: str, path: Path) -> None:
    """Store a file of a dump, if there is a storage."""
    storage = dump_storage()
    if storage is not None:
        with path.open("rb") as file:
            storage.save(f"{files_at}/{path.name}", File(file))


def remove_files(files_at: str) -> None:
    """Remove the files under a name."""
    storage = dump_storage()
    if storage is not None and files_at:
        for name in storage.listdir(files_at)[1]:
            storage.delete(f"{files_at}/{name}")


def remove_abandoned(known: Collection[str], before: datetime) -> None:
    """Remove files under names that no dump has, of writers that died: those stored before a
    time.
    """
    storage = dump_storage()
    for files_at in storage.listdir("")[0] if storage else ():
        names = storage.listdir(files_at)[1] if storage and files_at not in known else []
        if storage and all(
            storage.get_modified_time(f"{files_at}/{name}") < before for name in names
        ):
            for name in names:
                storage.delete(f"{files_at}/{name}")


def fetch_files(files_at: str, folder: Path, manifest: dict[str, Any]) -> None:
    """Make a folder of `DUMPS_DIR` equal to the stored files of a dump, if there is a storage."""
    storage = dump_storage()
    if storage is None or not files_at:
        return
    path = folder / MANIFEST
    if path.is_file() and sha256_of(path) == manifest["sha256"]:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = [*(entry["name"] for entry in manifest["files"]), MANIFEST]
    for name in names:  # the manifest last: with it the folder is complete
        with storage.open(f"{files_at}/{name}") as source, (folder / name).open("wb") as target:
            shutil.copyfileobj(source, target)


def local_path(files_at: str, name: str, file: str) -> Path | None:
    """Return the path of a file of a dump; None if it is in a storage that is not a folder."""
    storage = dump_storage()
    if storage is None or not files_at:  # made without a storage
        return Path(settings.DUMPS_DIR) / name / file
    if isinstance(storage, FileSystemStorage):
        return Path(storage.path(f"{files_at}/{file}"))
    return None


def link_to(files_at: str, file: str, filename: str, method: str = "GET") -> str:
    """Return an address of a stored file that is valid for a short time, for one HTTP method."""
    storage: Any = dump_storage()
    parameters = {"ResponseContentDisposition": f'attachment; filename="{filename}"'}
    return str(storage.url(f"{files_at}/{file}", parameters=parameters, http_method=method))
