"""A backup made while games are stored, restored elsewhere, has the same games and exact counts."""

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import connection

from goryo_site.runtime import backups
from tests.support.commands import run as run_command
from tests.unit.analytics.logs import ndjson, varied

ROOT = Path(__file__).resolve().parents[3]
MANAGE = [sys.executable, "manage.py"]


class Site:
    """A site in a folder, with a database of the vendor of this run."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder / name
        self.environment = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        self.environment |= {"DATA_DIR": str(self.folder), "SECRET_KEY": "k" * 60, "HTTPS": "no"}
        self.database = ""
        if connection.vendor == "postgresql":
            self.database = f"{connection.settings_dict['NAME']}_{name}"
            self._execute(f'DROP DATABASE IF EXISTS "{self.database}"')
            self._execute(f'CREATE DATABASE "{self.database}"')
            self.environment["DATABASE_URL"] = self._address(self.database)

    def remove(self) -> None:
        if self.database:
            self._execute(f'DROP DATABASE "{self.database}" WITH (FORCE)')

    def _execute(self, query: str) -> None:
        with psycopg.connect(self._address("postgres"), autocommit=True) as server:
            server.execute(query)

    def _address(self, database: str) -> str:
        values = connection.settings_dict
        host = f"{values['HOST']}:{values['PORT'] or 5432}"
        return f"postgres://{values['USER']}:{values['PASSWORD']}@{host}/{database}"

    def rows(self, query: str) -> list[Any]:
        """Return the first column of a query."""
        if self.database:
            with psycopg.connect(self._address(self.database)) as server:
                return [row[0] for row in server.execute(query).fetchall()]
        with closing(sqlite3.connect(self.folder / "db.sqlite3")) as database:
            return [row[0] for row in database.execute(query).fetchall()]

    def run(self, *command: str, status: int = 0) -> str:
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr

    def manage(self, *arguments: str, status: int = 0) -> str:
        return self.run(*MANAGE, *arguments, status=status)

    def digests(self) -> list[str]:
        return self.rows("select digest from replays_game order by digest")


@pytest.fixture
def sites(tmp_path: Path, db: None) -> Iterator[tuple[Site, Site]]:
    pair = Site(tmp_path, "first"), Site(tmp_path, "second")
    yield pair
    for site in pair:
        site.remove()


@pytest.mark.slow
def test_a_backup_of_a_running_site_is_restored_elsewhere(
    sites: tuple[Site, Site], tmp_path: Path
) -> None:
    first, second = sites
    for number, games in enumerate((12, 60)):
        (tmp_path / f"{number}.ndjson").write_bytes(ndjson(varied(games, seed=number)))
    first.manage("migrate", "-v0")
    first.manage("import_logs", str(tmp_path / "0.ndjson"))
    first.manage("sweep_games")
    first.manage("dump")
    counted = "select count(*) from analytics_contribution"
    assert first.rows(counted) == [12]
    writer = subprocess.Popen(
        [*MANAGE, "import_logs", str(tmp_path / "1.ndjson")],
        cwd=ROOT, env=first.environment, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    is_over = False
    while len(first.digests()) == 12:
        assert not is_over
        is_over = writer.poll() is not None  # perhaps after it has stored its games
        time.sleep(0.05)
    note = tmp_path / "copied"
    then = f"{sys.executable} -c \"import sys; open('{note}', 'w').write(sys.argv[1])\""
    backup = first.manage("backup", "--then", then).splitlines()[0]
    assert note.read_text() == backup
    assert writer.wait() == 0
    restored = second.manage("restore", backup)
    assert "earlier version" not in restored
    found = second.digests()
    assert 12 < len(found) <= len(first.digests())
    assert set(found) <= set(first.digests())
    second.manage("sweep_games")
    assert second.rows(counted) == [len(found)]
    assert "agree exactly" in second.manage("recount", "--check")
    dumps = {path.name for path in (first.folder / "dumps").rglob("*.parquet")}
    assert dumps
    assert {path.name for path in (second.folder / "dumps").rglob("*.parquet")} == dumps
    second.manage("restore", "--replace", backup)
    assert (second.rows(counted), second.digests()) == ([12], found)


@pytest.mark.sqlite
@pytest.mark.django_db
def test_the_copy_of_the_database_is_complete(tmp_path: Path) -> None:
    path = tmp_path / backups.DATABASES[connection.vendor]
    backups._copy_database(path)
    assert path.stat().st_size > 100_000
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(path)) as copy:
            tables = {row[0] for row in copy.execute("select name from sqlite_master")}
        assert set(connection.introspection.table_names()) <= tables


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None) -> Path:
    """An empty folder for backups, whose databases are short files."""
    monkeypatch.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    monkeypatch.setattr(backups, "_copy_database", lambda path: path.write_text("rows"))
    return tmp_path / "backups"


def test_only_the_newest_are_kept(folder: Path) -> None:
    made = [run_command("backup")[1].strip() for _ in range(3)]
    assert len(set(made)) == 3
    (folder / "notes").mkdir()
    made.append(run_command("backup", "--keep", "2")[1].strip())
    assert sorted(path.name for path in folder.iterdir()) == [
        *sorted(Path(path).name for path in made[2:]), "notes",
    ]  # fmt: skip
    with pytest.raises(CommandError, match="at least 1"):
        run_command("backup", "--keep", "0")
    with pytest.raises(CommandError, match="complete, but the command after it failed"):
        run_command("backup", "--keep", "1", "--then", "/no/such/program")
    assert len([*folder.iterdir()]) == 4, "nothing is deleted after a failure"


def test_damaged_backups_are_refused(folder: Path) -> None:
    backup = Path(run_command("backup")[1].strip())
    with pytest.raises(CommandError, match="Add --replace"):
        run_command("restore", backup)
    database = backup / backups.DATABASES[connection.vendor]
    database.write_text("other rows")
    with pytest.raises(CommandError, match="missing or damaged"):
        run_command("restore", backup)
    with pytest.raises(CommandError, match="is not a backup"):
        run_command("restore", folder)


def rewritten(backup: Path, **changes: Any) -> None:
    """Change the manifest of a backup."""
    path = backup / backups.MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def listed(*paths: Path, backup: Path) -> dict[str, Any]:
    """Return files as a manifest has them, with their digests."""
    names = [os.path.relpath(path, backup) for path in paths]
    return {
        name: {"size": 1, "sha256": backups._digest(path)}
        for name, path in zip(names, paths, strict=True)
    }


def test_hostile_backups_change_nothing(folder: Path, tmp_path: Path) -> None:
    backup = Path(run_command("backup")[1].strip())
    files = json.loads((backup / backups.MANIFEST).read_text())["files"]
    outside, inside = tmp_path / "outside", backup / "dumps" / "x"
    outside.write_text("secret")
    inside.parent.mkdir(exist_ok=True)

    def refused(match: str, **changes: Any) -> None:
        rewritten(backup, **changes)
        with pytest.raises(CommandError, match=match):
            run_command("restore", "--replace", backup)
        assert not (settings.DUMPS_DIR / "x").exists()

    refused("incomplete", files=[])
    refused("incomplete", files=files, database="../db")
    refused(
        "missing or damaged",
        files=files | listed(outside, backup=backup),
        database=connection.vendor,
    )
    refused("missing or damaged", files=files | {str(outside): {"sha256": "0"}})
    refused("missing or damaged", files=files | dict.fromkeys(files))
    refused("is not in the manifest", files={})
    inside.symlink_to(outside)
    refused("is a link", files=files | listed(inside, backup=backup))
    inside.unlink()
    inside.write_text("x")
    refused("is not in the manifest", files=files)
    (backup / "manage.py").write_text("x")
    both = listed(inside, backup / "manage.py", backup=backup)
    refused("not part of a backup", files=files | both)
    for text in ("[" * 100_000, "\x00", "[]", '{"format": "kifu-backup/1"}'):
        (backup / backups.MANIFEST).write_text(text)
        with pytest.raises(CommandError, match=r"not a backup|does not read|incomplete"):
            run_command("restore", "--replace", backup)


@pytest.mark.sqlite
def test_a_file_that_is_no_database_of_a_site_is_refused(folder: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL checks its dumps itself")
    backup = Path(run_command("backup")[1].strip())
    path = backup / backups.DATABASES["sqlite"]
    for fill in (lambda: path.write_text("rows"), lambda: sqlite3.connect(path).close()):
        path.unlink()
        fill()
        path.touch()
        rewritten(backup, files=listed(path, backup=backup))
        with pytest.raises(CommandError, match="is not a database of a site"):
            run_command("restore", "--replace", backup)
    assert "django_migrations" in connection.introspection.table_names()


def test_the_copy_elsewhere_is_complete_or_missing(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "other disk"
    target.mkdir()
    script = ROOT / "scripts" / "copy-elsewhere.sh"
    then = f"env 'BACKUP_TARGET={target}' bash {script}"
    backup = Path(run_command("backup", "--then", then)[1].strip())
    (packed,) = target.iterdir()
    assert packed.name == f"{backup.name}.tar.gz"
    assert stat.S_IMODE(packed.stat().st_mode) == 0o600
    shutil.rmtree(backup)
    shutil.unpack_archive(packed, folder, filter="data")
    assert backups.read_manifest(backup)["database"] == connection.vendor
    missing = f"env BACKUP_TARGET={tmp_path / 'missing'} bash {script}"
    with pytest.raises(CommandError, match="the command after it failed"):
        run_command("backup", "--keep", "1", "--then", missing)
    assert backup.exists()
    assert [*target.iterdir()] == [packed]


def test_a_failed_backup_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> None:
        raise backups.BackupError("The disk is full.")

    monkeypatch.setattr(backups, "_copy_database", fail)
    with pytest.raises(CommandError, match=r"No backup was made. The disk is full."):
        run_command("backup")
    assert [*folder.iterdir()] == []
