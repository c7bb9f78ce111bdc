"""The examples on Kyoto's page of the log format are logs: one game in both spellings, and what the
table saw of it.
"""

import re

import pytest
from django.test import Client

from games.kyoto.kind import KIND
from games.registry import judge
from tests.support.documents import document, logs_in

PAGE = document("log-format-kyoto")
EXAMPLES = logs_in(PAGE)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_log_without_fault(example: str) -> None:
    (judged,) = judge(example.encode())
    assert judged.findings == ()
    assert judged.warnings == ()


def test_there_is_an_example_of_either_depth_and_one_in_both_spellings() -> None:
    records = [next(judge(example.encode())).record for example in EXAMPLES]
    text, plain, seen = (record for record in records if record is not None)
    assert text.canonical() == plain.canonical()
    assert (text.setup.depth, seen.setup.depth) == ("full", "table")


def test_the_events_in_the_table_can_be_typed() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)` \|$", PAGE, flags=re.MULTILINE)
    assert len(rows) == 25
    for kind, line in rows:
        assert KIND.log.notation.parse_event(line.split())["type"] == kind


def test_the_page_is_shown(client: Client) -> None:
    page = client.get("/log-format/kyoto/")
    assert page.status_code == 200
    assert "<h1>The log format: Shadows in Kyoto</h1>" in page.content.decode()
