"""One migrated database for all processes of a test run, and the migrations of earlier versions."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management.commands import flush
from django.db.migrations.loader import MigrationLoader


def take() -> tuple[bool, Callable[[], None]]:
    """Copy the migrated database of this run to where this process expects its own; return whether
    there was one, and a function to call once the process has a database. Until then others
    wait; they will copy it.

    Its folder is `TEST_MIGRATED`, which `scripts/test-lanes.sh` removes with the run; without it,
    each process migrates its own.
    """
    folder, database = os.environ.get("TEST_MIGRATED"), settings.DATABASES["default"]
    if not folder or not database["ENGINE"].endswith("sqlite3"):
        return False, lambda: None
    own, migrated = database["TEST"]["NAME"], Path(folder) / "migrated.sqlite3"
    lock = migrated.with_suffix(".lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    is_there = migrated.exists()
    if is_there:
        shutil.copy(migrated, own)

    def done() -> None:
        if not is_there:
            with (
                closing(sqlite3.connect(own)) as source,
                closing(sqlite3.connect(migrated)) as copy,
            ):
                source.backup(copy)
        lock.close()

    return is_there, done


def keep_permissions(patch: pytest.MonkeyPatch) -> None:
    """Let transactional tests leave the rows that migrating creates (content types, permissions).

    Django deletes them after each test and creates them again, which takes longer than the rest.
    """

    def sql_flush(style: Any, connection: Any, **options: bool) -> list[str]:
        tables = set(connection.introspection.django_table_names(only_existing=True))
        tables -= {"django_content_type", "auth_permission"}
        return connection.ops.sql_flush(style, sorted(tables), **options)  # type: ignore[no-any-return]

    patch.setattr(flush, "sql_flush", sql_flush)
    patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)


class StepByStep(MigrationLoader):
    """The migrations that earlier versions applied one by one, none of them replaced."""

    def load_disk(self) -> None:
        """Load all migrations but those that replace others."""
        super().load_disk()
        self.disk_migrations = {
            key: migration
            for key, migration in self.disk_migrations.items()
            if not set(migration.replaces) & set(self.disk_migrations)
        }
