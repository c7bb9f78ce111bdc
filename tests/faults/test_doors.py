"""One parser for all doors."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from replays.models import Game
from tests.faults import samples
from tests.faults.doors import STORING, Answer, command, page, pure, replay_command

pytestmark = pytest.mark.django_db
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
@pytest.mark.parametrize("door", STORING)
def test_every_door_stores_the_same_game(door: str, spelling: str, wrapping: str) -> None:
    """A012"""
    expected = pure(LOGS[spelling]).accepted
    answer = STORING[door](WRAPPINGS[wrapping](LOGS[spelling]))
    assert answer.status == 201
    assert answer.accepted == expected


@pytest.mark.parametrize("spelling", LOGS)
def test_the_page_stores_the_same_game(spelling: str) -> None:
    """A012"""
    assert page(LOGS[spelling]).accepted == pure(LOGS[spelling]).accepted


@pytest.mark.parametrize("spelling", LOGS)
def test_the_commands_read_the_same(spelling: str) -> None:
    """A012"""
    expected = pure(LOGS[spelling]).accepted
    command("import_logs")(LOGS[spelling])
    assert list(Game.objects.values_list("digest", flat=True)) == expected
    assert command("validate")(LOGS[spelling]).status == 0
    converted = command("convert", "--to", "json")(LOGS[spelling])
    assert pure(converted.body.encode()).accepted == expected


BAD: dict[str, Any] = {
    "event": samples.log(
        events=[*samples.LOG["events"][:4], {"type": "move", "samurai": "green", "to": "f1"}]
    ),
    "header": samples.log(ruleset={"edition": "2020"}),
}


@pytest.mark.parametrize("kind", BAD)
def test_every_door_gives_the_same_findings(kind: str) -> None:
    """A012, A014"""
    data = samples.as_json(BAD[kind])
    expected = pure(data).findings
    assert expected
    answers: list[Answer] = [door(data) for door in STORING.values()]
    assert all(answer.status == 422 and not answer.accepted for answer in answers)
    assert all(answer.findings == expected for answer in answers)
    assert replay_command(data).findings == expected
    assert replay_command(data).status == 1
    refused = page(data)
    assert not refused.accepted
    assert json.loads(json.dumps(refused.findings))[-len(expected) :] == expected
