"""Every address of the keep, by all, with every method (A186): only the listed ones answer."""

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern

from replays import services
from replays.models import Game, Upload, UploadSource
from replays.rest.urls import urlpatterns as rest
from replays.web.urls import urlpatterns as web

from .logs import text_log

WRITES = {"upload": {"POST"}, "api-games": {"POST"}}
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


@pytest.mark.django_db
def test_only_the_listed_doors_take_anything_in(client: Client) -> None:
    services.submit(text_log(), source=UploadSource.API)
    names = {"public_id": Game.objects.get().public_id, "form": "json"}
    patterns = [(p, "/api/v1/") for p in rest] + [
        (p, "/") for p in web if isinstance(p, URLPattern)
    ]
    assert len(patterns) > 12
    for pattern, prefix in patterns:
        path = prefix + str(pattern.pattern).replace("<slug:slug>", "goryo")
        known = names | (
            {"public_id": Upload.objects.first().public_id} if "uploads" in path else {}
        )  # type: ignore[union-attr]
        for name, value in known.items():
            path = path.replace(f"<str:{name}>", value).replace(f"<{name}:{name}>", value)
        if path == "/uploads/":
            path += f"?id={known['public_id']}"
        _try_all(client, path, str(pattern.name))
    assert Game.objects.count() == 1
    assert set(Upload.objects.values_list("state", "source")) == {
        ("done", "api"),
        ("refused", "api"),
    }


def _try_all(client: Client, path: str, name: str) -> None:
    for method in METHODS:
        answer: Any = client.generic(method, path)
        assert answer.status_code < 500, (method, path)
        if method in {"GET", "HEAD"}:
            assert answer.status_code == 200, (method, path)
        elif method != "OPTIONS":
            is_taken = method in WRITES.get(name, set())
            assert (answer.status_code != 405) == is_taken, (method, path, answer.status_code)
            assert answer.status_code >= 400, (method, path)
