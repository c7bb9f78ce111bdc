"""Size limits of one request: rows A047, A048 and D07."""

from typing import Any

import pytest
from django.test import Client

from replays.models import Game, RawFile
from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS

KINDS = ["JSON body", "text body", "form"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_at_the_limit_is_accepted_and_one_byte_more_is_not(kind: str, settings: Any) -> None:
    """A047"""
    settings.UPLOAD_MAX_BYTES = 4000
    log = samples.as_json(samples.log())
    assert ENDPOINTS[kind](log.ljust(4000)).status == 201
    refused = ENDPOINTS[kind](log.ljust(4001))
    assert (refused.status, refused.body["error"]["limit"]) == (413, 4000)
    assert RawFile.objects.count() == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_default_limit_answers_in_json(kind: str, settings: Any) -> None:
    """A047, D02"""
    refused = ENDPOINTS[kind](b" " * (settings.UPLOAD_MAX_BYTES + 1))
    assert (refused.status, refused.body["error"]["limit"]) == (413, settings.UPLOAD_MAX_BYTES)
    assert RawFile.objects.count() == 0


@pytest.mark.parametrize("kind", ["JSON body", "form"])
def test_a_legal_log_of_four_megabytes_is_accepted(kind: str) -> None:
    """A048"""
    data = samples.as_json(samples.log(x_pad="x" * (4 << 20)))
    assert ENDPOINTS[kind](data).status in (201, 202)
    assert RawFile.objects.get().size == len(data)


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_long_name_is_stored_or_refused(endpoint: str) -> None:
    """A048, D07: a value too long for its column is refused, alike on every database."""
    result = ENDPOINTS[endpoint](samples.as_json(samples.named("J" * 300_000)))
    assert result.status in (201, 202, 422)
    assert not Game.objects.filter(seats__name_key="").exists()


@pytest.mark.parametrize("count", [100, 255, 256, 500, 1000, 5000])
def test_a_name_is_stored_whole_or_refused(count: int, client: Client) -> None:
    """D07"""
    name = "鬼" * count
    answer = ENDPOINTS["JSON body"](samples.as_json(samples.named(name)))
    assert answer.status in (201, 422)
    if answer.status == 201:
        assert client.get(answer.body["api"]).json()["players"][0]["name"] == name
    else:
        assert answer.findings
