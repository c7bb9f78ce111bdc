"""The pages made from documents: the rules, and the log format with examples that work."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.gorinto.rules.editions import RULESETS
from games.registry import KINDS
from tests.support.documents import document, logs_in
from tests.support.engine import accepted, findings, judge_one
from tests.support.pages import get, missing, page

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
    assert accepted(example).warnings == ()


@pytest.mark.parametrize("slug", list(KINDS))
def test_a_page_has_one_game_in_both_forms(slug: str) -> None:
    text, plain, *others = (judge_one(example).record for example in EXAMPLES[slug])
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
    assert [(found.rule, found.line) for found in findings(commented)] == [("log-format", 3)]


@pytest.mark.parametrize(("path", "title"), TITLES.items())
def test_a_page_shows_the_document(client: Client, path: str, title: str) -> None:
    shown = (f"<h1>{title}</h1>", '<table tabindex="0">')
    assert missing(page(client, f"/log-format/{path}"), *shown) == []


@pytest.mark.parametrize("slug", list(KINDS))
def test_rules_page_shows_every_rule_with_its_standing(client: Client, slug: str) -> None:
    text, rules = page(client, f"/rules/{slug}/"), KINDS[slug].rules
    keys = [rule.key for rule in rules.rulebook]
    assert missing(text, *(f'id="{key}"' for key in keys)) == []
    assert {key.split(".")[0] for key in keys} <= set(rules.sections)
    assert text.count('class="rule"') == len(keys)


def rules_at(client: Client, address: str) -> list[str]:
    return re.findall(r'class="rule" id="([0-9.]+)"', page(client, address))


def test_rules_can_be_searched_without_accents_and_by_standing(client: Client) -> None:
    """All words must occur; the contents list has only the chapters that are shown."""
    every = rules_at(client, "/rules/goryo/")
    found = rules_at(client, "/rules/goryo/?q=samurai+ADJACENT")
    assert 0 < len(found) < len(every)
    accented, plain = "/rules/goryo/?q=Gory%C5%8D", "/rules/goryo/?q=goryo"
    assert rules_at(client, accented) == rules_at(client, plain) != []
    house = rules_at(client, "/rules/goryo/?standing=house")
    assert house == [r.key for r in KINDS["goryo"].rules.rulebook if r.standing.value == "house"]
    assert rules_at(client, "/rules/goryo/?standing=nonsense") == every
    text = page(client, "/rules/goryo/?q=bridge&standing=house")
    chapters = {key.split(".")[0] for key in re.findall(r'class="rule" id="([0-9.]+)"', text)}
    assert set(re.findall(r'href="#section-(\d+)"', text)) == chapters
    nothing = page(client, "/rules/goryo/?q=%3Cb%3E")
    assert missing(nothing, "No rules match", 'value="&lt;b&gt;"', "0 of 38 rules") == []


def test_rules_are_searched_in_the_language_of_the_page(client: Client) -> None:
    assert rules_at(client, "/it/rules/goryo/?q=ponte") != []
    assert rules_at(client, "/rules/goryo/?q=ponte") == []


@pytest.mark.parametrize("path", list(TITLES))
def test_contents_link_to_the_chapters_of_a_document(client: Client, path: str) -> None:
    text = page(client, f"/log-format/{path}")
    links = re.findall(r'<li><a href="#([a-z0-9-]+)">', text)
    assert len(links) >= 3
    assert missing(text, *(f'<h2 id="{link}">' for link in links)) == []


@pytest.mark.django_db  # blocks and quotas of who sends a form
def test_rules_of_an_unknown_game_are_not_found(client: Client) -> None:
    get(client, "/rules/chess/", 404)
    assert client.post("/rules/goryo/").status_code == 405


def test_the_openapi_page_is_valid(tmp_path: Path) -> None:
    call_command("spectacular", validate=True, file=str(tmp_path / "openapi.yaml"))
    assert "/api/v1/games/" in (tmp_path / "openapi.yaml").read_text(encoding="utf-8")
