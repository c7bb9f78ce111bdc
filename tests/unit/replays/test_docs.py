"""The pages made from documents: the rules, and the log format with examples that work."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.core.rules import Rulebook
from games.registry import KINDS, judge
from tests.support.documents import document, logs_in

LOG_FORMAT = document("log-format")
EXAMPLES = logs_in(LOG_FORMAT)


def test_the_page_has_one_example_of_each_spelling_and_they_are_the_same_game() -> None:
    text, plain = EXAMPLES
    records = []
    for example in (text, plain):
        (judged,) = judge(example.encode())
        assert judged.findings == ()
        assert judged.record is not None
        records.append(judged.record.canonical())
    assert records[0] == records[1]


def test_the_example_pasted_with_comments_is_refused_with_the_line() -> None:
    _, plain = EXAMPLES
    commented = plain.replace('"played_at"', '// when\n "played_at"')
    (judged,) = judge(commented.encode())
    assert [finding.rule for finding in judged.findings] == ["log-format"]
    assert judged.findings[0].line == 3


def test_log_format_page_shows_the_document(client: Client) -> None:
    page = client.get("/log-format/")
    assert page.status_code == 200
    assert "<h1>The log format</h1>" in page.content.decode()
    assert '<table tabindex="0">' in page.content.decode()


@pytest.mark.parametrize("slug", list(KINDS))
def test_rules_page_shows_every_rule_with_its_standing(client: Client, slug: str) -> None:
    page = client.get(f"/rules/{slug}/").content.decode()
    rulebook: Rulebook = KINDS[slug].rules.rulebook
    for rule in rulebook:
        assert f'id="{rule.key}"' in page
        assert rule.key.split(".")[0] in KINDS[slug].rules.sections
    assert page.count('class="rule"') == len(list(rulebook))


def test_rules_of_a_game_that_is_not_here_are_not_found(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404
    assert client.post("/rules/goryo/").status_code == 405


def test_the_openapi_page_is_valid(tmp_path: Path) -> None:
    call_command("spectacular", validate=True, file=str(tmp_path / "openapi.yaml"))
    assert "/api/v1/games/" in (tmp_path / "openapi.yaml").read_text(encoding="utf-8")
