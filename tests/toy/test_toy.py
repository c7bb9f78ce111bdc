"""A game that the site does not know works everywhere: only its own value was written for it
(docs/adding-a-game.md).
"""

import json
import random
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client

from analytics.services.counting import count_games
from analytics.services.recount import recount
from games.registry import KINDS, json_schema, judge, read_replay, simulate, write_text
from replays.models import Game
from tests.support.commands import output
from tests.support.engine import accepted
from tests.support.pages import get_json, get_page, missing

from .game import KIND

WON = """[Game "pile"]
[Pile "small"]
[First "Ann"]
[Second "Bo"]
[Date "2026-11-20"]

first 1
second 3 { the last stone }
"""
API = "/api/v1/games/"


@pytest.fixture(autouse=True)
def pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toy to the registry during a test."""
    monkeypatch.setitem(KINDS, KIND.slug, KIND)


def send(client: Client, text: str) -> Any:
    """Send a log to the API and return its answer."""
    return client.post(API, text.encode(), content_type="text/plain").json()


def test_both_spellings_give_the_same_log() -> None:
    record = accepted(WON.encode()).record
    assert accepted(write_text(record).encode()).record.canonical() == record.canonical()
    assert read_replay(record.canonical()).outcome.winners == ("second",)


@pytest.mark.parametrize(
    ("change", "event", "rule"),
    [
        (("second 3", "second 4"), 1, "2.2"),
        (("second 3", "first 3"), 1, "2.1"),
        (("second 3", "second x"), 1, "log-format"),
        (('"small"', '"huge"'), None, "1.1"),
        (("first 1\n", "first 1\nsecond 3\n"), 2, "3.1"),
    ],
)
def test_refused_with_its_rule(change: tuple[str, str], event: int | None, rule: str) -> None:
    (judged,) = judge(WON.replace(*change).encode())
    assert [(finding.event, finding.rule) for finding in judged.findings] == [(event, rule)]
    assert bool(judged.findings[0].citation) == (rule != "log-format")


def test_a_wrong_claim_is_a_warning() -> None:
    claim = WON.replace("[Date", '[Outcome "{\\"winner\\": \\"first\\"}"]\n[Date')
    (judged,) = judge(claim.encode())
    assert [warning.code for warning in judged.warnings] == ["outcome_differs"]


def test_the_schema_accepts_its_logs() -> None:
    record = simulate("pile", "large", "seed", random.Random(1))
    jsonschema_rs.Draft202012Validator(json_schema()).validate(json.loads(record.canonical()))
    assert record.simulated


@pytest.mark.django_db
def test_from_upload_to_page_and_numbers(client: Client) -> None:
    game = Game.objects.get(public_id=send(client, WON)["id"])
    assert (game.kind, game.edition, game.mode, game.winner) == ("pile", "", "small", "second")
    assert send(client, WON)["error"]["code"] == "already_stored"
    page = get_page(client, f"/games/{game.public_id}/?step=2")
    assert missing(page, "Second takes 3.", "Pile small pile") == []
    assert "Ann" in get_page(client, "/games/?kind=pile&mode=small&winner=second")
    assert "Ann" not in get_page(client, "/games/?kind=pile&mode=large")
    steps = get_json(client, f"{API}{game.public_id}/steps/")["steps"]
    assert steps[-1]["state"]["winner"] == "second"
    row = client.get(f"{API}{game.public_id}/").json()
    assert row["views"] == ["omniscient", "first", "second", "public"]
    assert row["outcome"]["winners"] == ["second"]
    assert "Taking" in get_page(client, "/rules/pile/")
    assert "Pile" in get_page(client, "/rules/")
    count_games([game.pk])
    assert list(recount(check_only=True)) == []
    assert "Length of a game" in get_page(client, "/stats/pile/")
    rates = client.get("/api/v1/stats/pile/roles/?by=mode").json()
    assert rates["overall"]["roles"]["second"]["k"] == 1
    assert [cluster["label"] for cluster in rates["clusters"]] == ["Small pile"]


def test_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "pile.ndjson"
    output("simulate", game="pile", games=4, ruleset="all", out=path)
    lines = [json.loads(line) for line in output("replay", path).splitlines()]
    assert {line["game"] for line in lines} == {0, 1, 2, 3}
    assert "4 games" in output("validate", path)
