"""One parser for all endpoints: rows A012 and A014."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from replays.models import Game
from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS, command, page, pure, replay_command

WRAPPINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda data: data,
    "gzip": samples.gzipped,
    "zip": lambda data: samples.zipped({"a/log.json": data}),
    "gzip in zip": lambda data: samples.zipped({"log.json.gz": samples.gzipped(data)}),
    "BOM": lambda data: b"\xef\xbb\xbf" + data,
}
LOGS = {"json": samples.as_json(samples.log()), "text": samples.TEXT.encode()}


@pytest.mark.parametrize("wrapping", WRAPPINGS)
@pytest.mark.parametrize("spelling", LOGS)
@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_every_endpoint_stores_the_same_game(endpoint: str, spelling: str, wrapping: str) -> None:
    """A012"""
    result = ENDPOINTS[endpoint](WRAPPINGS[wrapping](LOGS[spelling]))
    assert (result.status, result.accepted) == (201, pure(LOGS[spelling]).accepted)


@pytest.mark.parametrize("spelling", LOGS)
def test_the_page_stores_the_same_game(spelling: str) -> None:
    """A012"""
    assert page(LOGS[spelling]).accepted == pure(LOGS[spelling]).accepted


@pytest.mark.parametrize("spelling", LOGS)
def test_the_commands_read_the_same_game(spelling: str) -> None:
    """A012"""
    expected = pure(LOGS[spelling]).accepted
    command("import_logs", LOGS[spelling])
    assert list(Game.objects.values_list("digest", flat=True)) == expected
    assert command("validate", LOGS[spelling]).status == 0
    converted = command("convert", LOGS[spelling], "--to", "json")
    assert pure(converted.body.encode()).accepted == expected


BAD: dict[str, Any] = {
    "event": samples.log(
        events=[*samples.LOG["events"][:4], {"type": "move", "samurai": "green", "to": "f1"}]
    ),
    "header": samples.log(ruleset={"edition": "2020"}),
}


@pytest.mark.parametrize("kind", BAD)
def test_every_endpoint_gives_the_same_findings(kind: str) -> None:
    """A012, A014"""
    data = samples.as_json(BAD[kind])
    expected = pure(data).findings
    assert expected
    for endpoint in ENDPOINTS.values():
        result = endpoint(data)
        assert (result.status, result.accepted, result.findings) == (422, [], expected)
    replayed = replay_command(data)
    assert (replayed.status, replayed.findings) == (1, expected)
    refused = page(data)
    assert not refused.accepted
    assert json.loads(json.dumps(refused.findings))[-len(expected) :] == expected
