"""The bytes of uploads in the storage of `FILES_URL`, next to their rows.

An object gets a new name whenever bytes are stored, so removing one can't remove bytes that are
stored again meanwhile. The row is the truth: an object that no row names is removed later
(`services.refused_files.drop_orphans`), and is never sent.
"""

import logging
import secrets
from collections.abc import Iterable

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import transaction
from django.utils import timezone

log = logging.getLogger(__name__)

STORAGE = "raw"


def raw_storage() -> Storage | None:
    """Return the storage of the bytes; None if they are in the database."""
    return storages[STORAGE] if STORAGE in settings.STORAGES else None


def put_bytes(sha256: str, data: bytes) -> str:
    """Store bytes; return the name of the object, empty if they belong into the row."""
    storage = raw_storage()
    if storage is None:
        return ""
    name = f"{timezone.now():%Y-%m-%d}/{sha256}-{secrets.token_hex(8)}"
    return storage.save(name, ContentFile(data))


def read_bytes(location: str) -> bytes:
    """Return the bytes of an object. Raises OSError and RuntimeError if it can't be read."""
    storage = raw_storage()
    if storage is None:
        raise RuntimeError(f"{location} is in a storage, but FILES_URL is not set")
    with storage.open(location) as file:
        return bytes(file.read())


def remove_after_commit(locations: Iterable[str]) -> None:
    """Remove objects once the rows that named them are committed without them."""
    names = [location for location in locations if location]
    storage = raw_storage()
    if names and storage is not None:
        transaction.on_commit(lambda: remove_objects(storage, names), robust=True)


def remove_objects(storage: Storage, names: Iterable[str]) -> None:
    """Remove objects. What fails is logged by Django, and removed later as an orphan."""
    for name in names:
        storage.delete(name)
