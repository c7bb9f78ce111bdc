"""Databases with games for the browser tests: built once, then copied for each test."""

import fcntl
import json
import sqlite3
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection


def prepare(name: str, build: Callable[[], Any]) -> Any:
    """Fill the empty database as `build` does; return what it returned, which must be JSON.

    The first process that asks builds and saves a copy; later tests load the copy. Databases other
    than SQLite are built for each test.
    """
    if connection.vendor != "sqlite":
        return build()
    copy = settings.DATA_DIR / f"prepared-{name}.sqlite3"
    value = copy.with_suffix(".json")
    with copy.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not value.exists():
            returned = build()
            _copy(sqlite3.connect(copy), is_new=True)
            value.write_text(json.dumps(returned))
            return returned
    _copy(sqlite3.connect(copy), is_new=False)
    return json.loads(value.read_text())


def _copy(file: sqlite3.Connection, *, is_new: bool) -> None:
    """Copy the database to a file, or a file to the database."""
    connection.ensure_connection()
    source, target = (connection.connection, file) if is_new else (file, connection.connection)
    source.backup(target)
    file.close()
