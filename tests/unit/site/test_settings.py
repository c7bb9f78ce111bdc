"""The settings, as different environments make them: each in a process of its own."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
KEY = "k" * 60
PRINT = """
import json
from django.conf import settings as s
print(json.dumps({name: getattr(s, name) for name in %r}))
"""


def run(data_dir: Path, names: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """The named settings as JSON on standard output."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    clean |= {"DJANGO_SETTINGS_MODULE": "goryo_site.settings", "DATA_DIR": str(data_dir)}
    return subprocess.run(
        [sys.executable, "-c", PRINT % names],
        cwd=ROOT,
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def read(data_dir: Path, *names: str, **environment: str) -> list[object]:
    done = run(data_dir, list(names), **environment)
    assert done.returncode == 0, done.stderr
    values = json.loads(done.stdout)
    return [values[name] for name in names]


def test_the_embedded_site_makes_its_key_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    [first] = read(tmp_path / "new", "SECRET_KEY")
    [second] = read(tmp_path / "new", "SECRET_KEY")
    assert first == second
    assert len(str(first)) >= 50
    assert stat.S_IMODE((tmp_path / "new" / "secret_key").stat().st_mode) == 0o600
    [other] = read(tmp_path / "other", "SECRET_KEY")
    assert other != first


def test_a_site_with_a_database_of_its_own_needs_a_key(tmp_path: Path) -> None:
    done = run(tmp_path, ["SECRET_KEY"], DATABASE_URL="postgres://u:p@localhost/x")
    assert done.returncode != 0
    assert "SECRET_KEY is not set" in done.stderr
    assert not (tmp_path / "secret_key").exists()


def test_a_site_for_others_stands_behind_https_unless_told_otherwise(tmp_path: Path) -> None:
    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "DEBUG")
    database = "postgres://u:p@localhost/x"
    assert read(tmp_path, *names, DATABASE_URL=database, SECRET_KEY=KEY) == [
        True,
        True,
        True,
        False,
    ]
    plain = read(tmp_path, *names, DATABASE_URL=database, SECRET_KEY=KEY, HTTPS="false")
    assert plain == [False, False, False, False]
    assert read(tmp_path, *names) == [False, False, False, False]


def test_the_session_holds_a_secret_and_no_script_or_other_site_gets_at_it(tmp_path: Path) -> None:
    """`replays.access.senders` keeps what tells an unfinished game's sender from others in it."""
    names = ("SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SESSION_ENGINE")
    kept = [True, "Lax", "django.contrib.sessions.backends.db"]
    assert read(tmp_path, *names) == kept
    assert read(tmp_path, *names, DATABASE_URL="postgres://u:p@h/x", SECRET_KEY=KEY) == kept


def test_forwarded_protocol_is_believed_of_our_own_proxies_only(tmp_path: Path) -> None:
    assert read(tmp_path, "SECURE_PROXY_SSL_HEADER") == [None]
    told = read(tmp_path, "SECURE_PROXY_SSL_HEADER", NUM_PROXIES="1")
    assert told == [["HTTP_X_FORWARDED_PROTO", "https"]]


def test_sqlite_waits_for_other_writers(tmp_path: Path) -> None:
    [databases] = read(tmp_path, "DATABASES")
    options = databases["default"]["OPTIONS"]  # type: ignore[index]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 10
    assert "journal_mode=WAL" in options["init_command"]


@pytest.mark.parametrize(
    ("environment", "broker"),
    [
        ({"REDIS_URL": "redis://r:1/2"}, "redis://r:1/2"),
        ({"REDIS_URL": "redis://r:1/2", "CELERY_BROKER_URL": "redis://b:3/4"}, "redis://b:3/4"),
    ],
)
def test_a_broker_of_ones_own(tmp_path: Path, environment: dict[str, str], broker: str) -> None:
    assert read(tmp_path, "CELERY_BROKER_URL", **environment) == [broker]


def test_deployed_settings_pass_djangos_own_check(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(tmp_path),
            "DATABASE_URL": "postgres://u:p@localhost/x",
            "SECRET_KEY": "".join(chr(33 + i) for i in range(90)),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
