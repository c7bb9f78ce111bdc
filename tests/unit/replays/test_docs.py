"""The pages made from documents: the rules, and the log format with examples that work."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.core.rules import Rulebook
from games.gorinto.rules.editions import RULESETS
from games.registry import KINDS, judge
from tests.support.documents import document, logs_in

PAGES = {slug: document(f"log-format{'' if slug == 'goryo' else f'-{slug}'}") for slug in KINDS}
EXAMPLES = {slug: logs_in(page) for slug, page in PAGES.items()}
EVENTS_IN_THE_TABLE = {"gorinto": 10, "kyoto": 25}
TITLES = {
    "": "The log format",
    "gorinto/": "The log format: Gorinto",
    "kyoto/": "The log format: Shadows in Kyoto",
}


@pytest.mark.parametrize("example", [one for examples in EXAMPLES.values() for one in examples])
def test_an_example_is_a_log_without_findings(example: str) -> None:
    (judged,) = judge(example.encode())
    assert judged.findings == ()
    assert judged.warnings == ()


@pytest.mark.parametrize("slug", list(KINDS))
def test_a_page_has_one_game_in_both_forms(slug: str) -> None:
    records = [next(judge(example.encode())).record for example in EXAMPLES[slug]]
    text, plain, *others = (record for record in records if record is not None)
    assert text.canonical() == plain.canonical()
    match slug:
        case "gorinto":
            assert {record.ruleset.name for record in (text, *others)} == set(RULESETS)
        case "kyoto":
            assert [record.setup.depth for record in (text, *others)] == ["full", "table"]
        case _:
            assert others == []


@pytest.mark.parametrize(("slug", "count"), EVENTS_IN_THE_TABLE.items())
def test_events_in_the_table_are_valid(slug: str, count: int) -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)` \|$", PAGES[slug], flags=re.MULTILINE)
    assert len(rows) == count
    for kind, line in rows:
        assert KINDS[slug].log.notation.parse_event(line.split())["type"] == kind


def test_the_example_pasted_with_comments_is_refused_with_the_line() -> None:
    _, plain = EXAMPLES["goryo"]
    commented = plain.replace('"played_at"', '// when\n "played_at"')
    (judged,) = judge(commented.encode())
    assert [finding.rule for finding in judged.findings] == ["log-format"]
    assert judged.findings[0].line == 3


@pytest.mark.parametrize(("page", "title"), TITLES.items())
def test_a_page_shows_the_document(client: Client, page: str, title: str) -> None:
    answer = client.get(f"/log-format/{page}")
    assert answer.status_code == 200
    assert f"<h1>{title}</h1>" in answer.content.decode()
    assert '<table tabindex="0">' in answer.content.decode()


@pytest.mark.parametrize("slug", list(KINDS))
def test_rules_page_shows_every_rule_with_its_standing(client: Client, slug: str) -> None:
    page = client.get(f"/rules/{slug}/").content.decode()
    rulebook: Rulebook = KINDS[slug].rules.rulebook
    for rule in rulebook:
        assert f'id="{rule.key}"' in page
        assert rule.key.split(".")[0] in KINDS[slug].rules.sections
    assert page.count('class="rule"') == len(list(rulebook))


def test_rules_of_an_unknown_game_are_not_found(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404
    assert client.post("/rules/goryo/").status_code == 405


def test_the_openapi_page_is_valid(tmp_path: Path) -> None:
    call_command("spectacular", validate=True, file=str(tmp_path / "openapi.yaml"))
    assert "/api/v1/games/" in (tmp_path / "openapi.yaml").read_text(encoding="utf-8")
