"""Limits on what one request may bring: rows A047 and A048."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays.models import Game, RawFile
from tests.faults import samples
from tests.faults.doors import API, STORING

pytestmark = pytest.mark.django_db
MIB = 1 << 20


def padded(size: int) -> bytes:
    """The small game with blanks after it, so many bytes long."""
    return samples.as_json(samples.log()).ljust(size)


def send(client: Client, kind: str, data: bytes) -> Any:
    if kind == "form":
        return client.post(API, {"file": SimpleUploadedFile("log.json", data)})
    return client.post(API, data, content_type=kind)


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "form"])
def test_a_body_at_the_limit_is_accepted_and_one_byte_more_is_not(
    kind: str, client: Client, settings: Any
) -> None:
    """A047"""
    settings.UPLOAD_MAX_BYTES = 4000
    assert send(client, kind, padded(4000)).status_code == 201
    refused = send(client, kind, padded(4001))
    assert refused.status_code == 413
    assert refused["Content-Type"].startswith("application/json")
    assert refused.json()["error"]["limit"] == 4000
    assert RawFile.objects.count() == 1


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "form"])
def test_the_limit_of_the_real_site_answers_in_json(
    kind: str, client: Client, settings: Any
) -> None:
    """A047, D02"""
    refused = send(client, kind, b" " * (settings.UPLOAD_MAX_BYTES + 1))
    assert refused.status_code == 413
    assert refused.json()["error"]["limit"] == settings.UPLOAD_MAX_BYTES
    assert RawFile.objects.count() == 0


@pytest.mark.parametrize("kind", ["application/json", "form"])
def test_a_legal_log_of_four_megabytes_is_taken(kind: str, client: Client) -> None:
    """A048"""
    data = samples.as_json(samples.log(x_pad="x" * (4 * MIB)))
    answer = send(client, kind, data)
    assert answer.status_code in (201, 202)
    assert RawFile.objects.get().size == len(data)


@pytest.mark.parametrize("door", STORING)
@pytest.mark.parametrize("size", [300_000])
def test_a_long_name_or_note_is_kept_or_refused(door: str, size: int) -> None:
    """A048, D07: what a column can't hold is refused at the door, on every database alike."""
    answer = STORING[door](samples.as_json(samples.named("J" * size)))
    assert answer.status in (201, 202, 422)
    assert not Game.objects.filter(seats__name_key="").exists()


@pytest.mark.parametrize("count", [100, 255, 256, 500, 1000, 5000])
def test_a_name_is_kept_whole_or_refused(count: int, client: Client) -> None:
    """D07"""
    answer = client.post(
        API, samples.as_json(samples.named("鬼" * count)), content_type="application/json"
    )
    assert answer.status_code in (201, 422)
    if answer.status_code == 201:
        row = client.get(answer.json()["api"]).json()
        assert row["players"][0]["name"] == "鬼" * count
    else:
        assert answer.json()["findings"]
