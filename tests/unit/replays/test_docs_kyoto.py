"""The examples on Kyoto's page of the log format are logs: one game in both spellings, and what the
table saw of it.
"""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.kyoto.kind import KIND
from games.log.judge import judge
from tests.support.kyoto import KINDS

PAGE = (Path(__file__).parents[3] / "docs" / "log-format-kyoto.md").read_text(encoding="utf-8")


def examples() -> list[str]:
    """The indented blocks that are whole logs."""
    blocks = re.findall(r"(?:^(?:    .*)?\n)+", PAGE, flags=re.MULTILINE)
    games = [re.sub(r"^    ", "", block, flags=re.MULTILINE).strip() for block in blocks]
    return [game for game in games if game.startswith(("[Game", '{"format"'))]


@pytest.mark.parametrize("example", examples())
def test_an_example_is_a_log_without_fault(example: str) -> None:
    (judged,) = judge(example.encode(), KINDS)
    assert judged.findings == ()
    assert judged.warnings == ()


def test_there_is_an_example_of_either_depth_and_one_in_both_spellings() -> None:
    records = [next(iter(judge(example.encode(), KINDS))).record for example in examples()]
    text, plain, seen = (record for record in records if record is not None)
    assert text.canonical() == plain.canonical()
    assert (text.setup.depth, seen.setup.depth) == ("full", "table")


def test_the_events_in_the_table_can_be_typed() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)` \|$", PAGE, flags=re.MULTILINE)
    assert len(rows) == 25
    for kind, line in rows:
        assert KIND.notation.read_words(line.split())["type"] == kind


def test_the_page_is_shown(client: Client) -> None:
    page = client.get("/log-format/kyoto/")
    assert page.status_code == 200
    assert "<h1>The log format: Shadows in Kyoto</h1>" in page.content.decode()
