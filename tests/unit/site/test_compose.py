"""docker-compose.yml: TLS is on, only the proxy is reachable, and the site trusts exactly it."""

import re
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.unit.site.test_settings import read


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    text = (settings.BASE_DIR / "docker-compose.yml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text))


def value(text: str, **variables: str) -> str:
    """Return a value of the file with its variables replaced, as Docker Compose does it."""
    inner = re.compile(r"\$\{([A-Z_]+)(?::-([^${}]*)|:\?[^}]*)?\}")
    while match := inner.search(text):
        text = text.replace(match[0], variables.get(match[1]) or match[2] or "x" * 60)
    return text


def test_only_the_proxy_has_ports(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert {"80:80", "443:443"} <= set(services["proxy"]["ports"])
    assert services["web"]["expose"] == ["8000"]


def test_volumes_and_dependencies_exist(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert set(service.get("depends_on", ())) <= compose["services"].keys()
        named = {volume.split(":")[0] for volume in service.get("volumes", ()) if ":" in volume}
        for name in named:
            assert name in compose["volumes"] or (settings.BASE_DIR / name).is_file(), name


@pytest.mark.parametrize(("preload", "expected"), [("", False), ("true", True)])
def test_the_site_is_secure_by_default(
    compose: dict[str, Any], tmp_path: Any, preload: str, expected: bool
) -> None:
    variables = {"SITE_HOST": "kifu.example.org", "HSTS_PRELOAD": preload}
    raw = compose["services"]["web"]["environment"]
    environment = {name: value(str(text), **variables) for name, text in raw.items()}
    names = ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECURE_SSL_REDIRECT", "NUM_PROXIES")
    names += ("SECURE_PROXY_SSL_HEADER", "SECURE_HSTS_PRELOAD", "WEB_CLIENT_CONNECTIONS")
    assert read(tmp_path, *names, **environment) == [
        ["kifu.example.org", "127.0.0.1"],
        ["https://kifu.example.org"],
        True,
        1,
        ["HTTP_X_FORWARDED_PROTO", "https"],
        expected,
        0,
    ]


def test_the_proxy_accepts_what_the_site_accepts(compose: dict[str, Any]) -> None:
    text = (settings.BASE_DIR / "Caddyfile").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert "{$SITE_HOST:localhost} {" in text
    assert "reverse_proxy {$UPSTREAM:web:8000} {" in text
    largest = int(re.search(r"max_size (\d+)MB", text)[1]) * 10**6
    assert largest > settings.UPLOAD_MAX_BYTES
    assert "trusted_proxies" not in text
    image = (settings.BASE_DIR / "Dockerfile").read_text(encoding="utf-8")
    assert '"goryo_site.asgi"]' in image
