"""The settings in different environments, each in its own process."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
KEY, DATABASE = "k" * 60, "postgres://u:p@localhost/x"
PRINT = """
import json
from django.conf import settings as s
print(json.dumps({name: getattr(s, name) for name in %r}))
"""


def python(data_dir: Path, *args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a clean environment."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    clean |= {"DJANGO_SETTINGS_MODULE": "goryo_site.settings", "DATA_DIR": str(data_dir)}
    options = {"cwd": ROOT, "env": clean | environment, "capture_output": True, "text": True}
    return subprocess.run([sys.executable, *args], check=False, **options)


def read(data_dir: Path, *names: str, **environment: str) -> list[object]:
    done = python(data_dir, "-c", PRINT % list(names), **environment)
    assert done.returncode == 0, done.stderr
    values = json.loads(done.stdout)
    return [values[name] for name in names]


def test_the_embedded_site_generates_a_private_key_once(tmp_path: Path) -> None:
    [first] = read(tmp_path / "new", "SECRET_KEY")
    [second] = read(tmp_path / "new", "SECRET_KEY")
    assert first == second
    assert len(str(first)) >= 50
    assert stat.S_IMODE((tmp_path / "new" / "secret_key").stat().st_mode) == 0o600
    [other] = read(tmp_path / "other", "SECRET_KEY")
    assert other != first


def test_a_site_with_a_database_needs_a_key(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", PRINT % ["SECRET_KEY"], DATABASE_URL=DATABASE)
    assert done.returncode != 0
    assert "SECRET_KEY is not set" in done.stderr
    assert not (tmp_path / "secret_key").exists()


def test_a_public_site_uses_https_and_strict_cookies(tmp_path: Path) -> None:
    """The session contains the key of an uploader (`replays.access.uploaders`)."""
    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "DEBUG")
    cookie = ("SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SESSION_ENGINE")
    strict = [True, "Lax", "django.contrib.sessions.backends.db"]
    public = {"DATABASE_URL": DATABASE, "SECRET_KEY": KEY}
    insecure = public | {"HTTPS": "false"}
    for environment, is_secure in ((public, True), (insecure, False), ({}, False)):
        values = read(tmp_path, *names, *cookie, **environment)
        assert values == [is_secure, is_secure, is_secure, False, *strict]


@pytest.mark.parametrize(
    ("name", "environment", "value"),
    [
        ("SECURE_PROXY_SSL_HEADER", {}, None),
        ("SECURE_PROXY_SSL_HEADER", {"NUM_PROXIES": "1"}, ["HTTP_X_FORWARDED_PROTO", "https"]),
        ("CELERY_BROKER_URL", {"REDIS_URL": "redis://r:1/2"}, "redis://r:1/2"),
        ("CELERY_BROKER_URL", {"REDIS_URL": "x", "CELERY_BROKER_URL": "redis://b"}, "redis://b"),
        ("UPLOADER_CAP", {"SENDER_CAP": "0.5"}, 0.5),  # the earlier name
        ("UPLOADER_CAP", {"SENDER_CAP": "0.5", "UPLOADER_CAP": "0.1"}, 0.1),
    ],
)
def test_a_variable_changes_a_setting(
    tmp_path: Path, name: str, environment: dict[str, str], value: object
) -> None:
    assert read(tmp_path, name, **environment) == [value]


def test_sqlite_waits_for_other_writers(tmp_path: Path) -> None:
    [databases] = read(tmp_path, "DATABASES")
    options = databases["default"]["OPTIONS"]  # type: ignore[index]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 10
    assert "journal_mode=WAL" in options["init_command"]


def test_deployed_settings_pass_djangos_own_check(tmp_path: Path) -> None:
    key = "".join(chr(33 + i) for i in range(90))
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = python(tmp_path, *check, DATABASE_URL=DATABASE, SECRET_KEY=key)
    assert done.returncode == 0, done.stderr
