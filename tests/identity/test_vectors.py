"""The published cases of which uploads are the same game."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.conftest import _documented_answers as _documented_answers

from . import driver
from .driver import Answer, Json

pytestmark = pytest.mark.django_db
PACKED = Path(__file__).with_name("vectors.json.gz")
VECTORS: list[Json] = json.loads(gzip.decompress(PACKED.read_bytes()))


def run(vector: Json) -> list[Answer]:
    """Send the uploads of a case in order and return the answers, after checking each."""
    answers: list[Answer] = []
    for upload in vector["uploads"]:
        (content,) = (upload[form] for form in ("json", "ndjson", "text") if form in upload)
        if upload.get("method") == "PUT":
            game_id = answers[upload["of"]].id
            answers.append(driver.correct(game_id, content, upload["sender"]))
            assert [str(answers[-1].code)] == upload["status"], answers[-1].body
        else:
            answers.append(driver.send(content, upload["sender"]))
            check_statuses(answers[-1], upload["status"])
    return answers


def check_statuses(answer: Answer, expected: list[Any]) -> None:
    """Check the statuses of an upload's games and its HTTP code (section 7)."""
    allowed = [each if isinstance(each, list) else [each] for each in expected]
    assert len(answer.statuses) == len(allowed), answer.body
    for status, options in zip(answer.statuses, allowed, strict=True):
        assert status in options, answer.body
    codes = {driver.CODES[status] for status in answer.statuses}
    assert answer.code == (codes.pop() if len(set(answer.statuses)) == 1 else 207), answer.body


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_vector(vector: Json) -> None:
    answers = run(vector)
    driver.settle()
    assert len(driver.listed()) == vector["games"]
    assert driver.counts(vector["game"]) == vector["counted"]
    assert driver.wins(vector["game"]).items() >= vector["wins"].items()
    shown = {name: driver.player_games(name) for name in vector.get("players", {})}
    assert shown == vector.get("players", {})
    for group in vector.get("same_id", []):
        assert len({answers[n].id for n in group}) == 1
    for one, other in vector.get("different_id", []):
        assert answers[one].id != answers[other].id
    if "redirect" in vector:
        older, younger = (answers[n].id for n in vector["redirect"])
        driver.assert_redirects(younger, older)
