"""Backups of a site: its database, open data, priors and secret key in one folder.

A backup can be made while the site runs. The database is copied as of one moment. Files of open
data never change, so copying them before and after the database includes all that it names.
"""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

FORMAT = "kifu-backup/1"
MANIFEST = "manifest.json"
NAME = re.compile(r"kifu-backup-\d{8}T\d{6}Z(-\d+)?")
KEY = "secret_key"
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
"""The file of the database in a backup, by vendor."""


class BackupError(Exception):
    """A backup that cannot be made or restored; the message says what to do."""


def make_backup(folder: Path) -> Path:
    """Write a backup into a new folder in `folder`, and return it. Raises BackupError and OSError.

    The folder has its final name only when the backup is complete.
    """
    made_at = timezone.now()
    target = _new_folder(folder, made_at)
    partial = target.with_name(f"{target.name}.partial")
    partial.mkdir(parents=True, mode=0o700)
    try:
        _copy_files(partial)
        _copy_database(partial / DATABASES[connection.vendor])
        _copy_files(partial)
        _write_manifest(partial, made_at)
    except BaseException:
        shutil.rmtree(partial)
        raise
    return partial.rename(target)


def remove_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest complete backups of a folder; return the deleted ones."""
    complete = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
    old = complete[:-keep] if keep else complete
    for path in old:
        shutil.rmtree(path)
    return old


def restore_backup(backup: Path, *, replace: bool = False) -> None:
    """Restore a backup into this site. Raises BackupError, also if the site has data and `replace`
    is not set; nothing was changed then. Stop the site before.
    """
    manifest = read_manifest(backup)
    if manifest["database"] != connection.vendor:
        message = (
            f"The backup is of {manifest['database']}, and this site uses {connection.vendor}."
        )
        raise BackupError(message)
    if not replace and connection.introspection.table_names():
        message = "The database of this site is not empty. Add --replace to overwrite it."
        raise BackupError(message)
    database = backup / DATABASES[connection.vendor]
    if connection.vendor == "sqlite":
        _check_sqlite(database)
    connection.close()
    _restore_database(database)
    for name, target in _folders().items():
        if (backup / name).is_dir():
            shutil.copytree(backup / name, target, dirs_exist_ok=True)
    if (backup / KEY).exists():
        _replace_key(backup / KEY)


def read_manifest(backup: Path) -> dict[str, Any]:
    """Return the manifest of a backup that has exactly the files that it lists, in the places where
    backups have them, without links out of the folder. Raises BackupError.
    """
    try:
        manifest = json.loads((backup / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BackupError(f"{backup} is not a backup: it has no {MANIFEST}.") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BackupError(f"{backup} has a format that this version does not read.")
    files = manifest.get("files")
    if not isinstance(files, dict) or manifest.get("database") not in DATABASES:
        raise BackupError(f"The {MANIFEST} of {backup} is incomplete. Use another backup.")
    _check_places(backup, files, DATABASES[manifest["database"]])
    for name, about in files.items():
        path = backup / name
        if not isinstance(about, dict) or _digest(path) != about.get("sha256"):
            raise BackupError(f"{path} is missing or damaged. Use another backup.")
    return manifest


def _check_places(backup: Path, files: Iterable[str], database: str) -> None:
    """Raise BackupError for a file that is missing, a link, not listed or in a wrong place."""
    links = [path for path in backup.rglob("*") if path.is_symlink()]
    if links:
        raise BackupError(f"{links[0]} is a link, which backups don't have. Use another backup.")
    listed, found = set(files), {str(path.relative_to(backup)) for path in _files(backup)}
    if missing := sorted((listed | {database}) - found):
        raise BackupError(f"{backup / missing[0]} is missing or damaged. Use another backup.")
    if unlisted := sorted(found - listed - {MANIFEST}):
        raise BackupError(f"{backup / unlisted[0]} is not in the {MANIFEST}. Use another backup.")
    for name in sorted(listed - {database, KEY}):
        if Path(name).parts[0] not in _folders() or len(Path(name).parts) < 2:
            raise BackupError(f"{backup / name} is not part of a backup. Use another backup.")


def _check_sqlite(path: Path) -> None:
    """Raise BackupError unless the file is an undamaged database of a site."""
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            database.execute("PRAGMA trusted_schema=OFF")
            (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
            database.execute("SELECT count(*) FROM django_migrations").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{path} is not a database of a site: {error}.") from error
    if result != "ok":
        raise BackupError(f"{path} is damaged: {result}. Use another backup.")


def _new_folder(folder: Path, made_at: datetime) -> Path:
    name = f"kifu-backup-{made_at:%Y%m%dT%H%M%SZ}"
    names = (name, *(f"{name}-{number}" for number in range(2, 100)))
    return next(folder / each for each in names if not (folder / each).exists())


def _folders() -> dict[str, Path]:
    """Return the folders of files in a backup, and where the site has them."""
    return {"dumps": settings.DUMPS_DIR, "priors": settings.PRIORS_DIR}


def _copy_files(target: Path) -> None:
    for name, source in _folders().items():
        for path in source.rglob("*") if source.is_dir() else ():
            copy = target / name / path.relative_to(source)
            if path.is_file() and not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)
    key = settings.DATA_DIR / KEY
    if key.exists():
        shutil.copy2(key, target / KEY)


def _copy_database(target: Path) -> None:
    if connection.vendor == "sqlite":
        with (
            closing(sqlite3.connect(str(connection.settings_dict["NAME"]))) as source,
            closing(sqlite3.connect(target)) as copy,
        ):
            source.backup(copy)
    else:
        _run_postgres("pg_dump", "--format=custom", f"--file={target}")


def _restore_database(source: Path) -> None:
    if connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
        with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(path)) as target:
            copy.backup(target)
    else:
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        name = connection.settings_dict["NAME"]
        _run_postgres("pg_restore", *options, f"--dbname={name}", str(source))


def _run_postgres(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL with the connection of the site. Raises BackupError."""
    values = connection.settings_dict
    variables = {
        "PGDATABASE": values["NAME"],
        "PGHOST": values["HOST"],
        "PGPORT": str(values["PORT"]),
        "PGUSER": values["USER"],
        "PGPASSWORD": values["PASSWORD"],
    }
    environment = os.environ | {name: value for name, value in variables.items() if value}
    try:
        subprocess.run(  # noqa: S603 - the programs and arguments above
            [program, *arguments], env=environment, check=True, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        message = f"{program} is not installed. It is part of PostgreSQL's client programs."
        raise BackupError(message) from error
    except subprocess.CalledProcessError as error:
        raise BackupError(f"{program} failed: {error.stderr.strip()}") from error


def _write_manifest(folder: Path, made_at: datetime) -> None:
    files = {
        str(path.relative_to(folder)): {"size": path.stat().st_size, "sha256": _digest(path)}
        for path in _files(folder)
    }
    manifest = {
        "format": FORMAT,
        "made_at": made_at.isoformat(timespec="seconds"),
        "release": settings.RELEASE,
        "database": connection.vendor,
        "files": files,
    }
    text = json.dumps(manifest, indent=1, sort_keys=True)
    (folder / MANIFEST).write_text(f"{text}\n", encoding="utf-8")


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _replace_key(source: Path) -> None:
    """Write the key under another name first, so that it is never half there."""
    draft = settings.DATA_DIR / f"{KEY}.restored"
    shutil.copy2(source, draft)
    draft.chmod(0o600)
    draft.replace(settings.DATA_DIR / KEY)
