"""A new release changes every ETag, so that no client gets a 304 for an answer of the old code."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from goryo_site.runtime.release import code_digest
from replays import services as replay_services
from replays.models import Game, Upload, UploadSource
from tests.faults.worlds import GORYO
from tests.support.pages import get
from tests.support.walk import draw_once
from tests.unit.replays.logs import text_log

pytestmark = pytest.mark.django_db
TAGGED = (
    "/api/v1/games/{id}/",
    "/api/v1/games/{id}/steps/",
    "/api/v1/games/{id}/frames/",
    "/api/v1/games/{id}/log/",
    "/api/v1/stats/goryo/roles/",
    "/api/v1/stats/goryo/roles/figure/",
)
"""Some addresses with an ETag, so that the test can't pass without any."""


def tags(client: Client, wanted: list[str]) -> dict[str, str]:
    """The ETag of each of these addresses that answers with one."""
    answers = {address: client.get(address) for address in wanted}
    return {at: answer["ETag"] for at, answer in answers.items() if "ETag" in answer}


def test_a_new_release_changes_every_etag(client: Client, settings: Any, monkeypatch: Any) -> None:
    draw_once(monkeypatch)
    replay_services.submit(text_log(), source=UploadSource.PAGE)
    call_command("sweep_games", verbosity=0)
    game = Game.objects.get()
    wanted = [at for at in GORYO.addresses(game, Upload.objects.get()) if "?" not in at]
    settings.RELEASE = "one"
    before = tags(client, wanted)
    tagged = [*before]
    assert before == tags(client, tagged), "the same code, the same answer"
    assert {at.format(id=game.public_id) for at in TAGGED} <= before.keys()
    settings.RELEASE = "two"
    after = tags(client, tagged)
    assert before.keys() == after.keys()
    assert [at for at in before if before[at] == after[at]] == []

    cases = (("two", before, 200), ("two", after, 304), ("one", before, 304))
    for at in (at.format(id=game.public_id) for at in TAGGED):
        for release, sent, status in cases:
            settings.RELEASE = release
            get(client, at, status, HTTP_IF_NONE_MATCH=sent[at])


def test_pages_without_an_etag_are_not_cached(client: Client) -> None:
    replay_services.submit(text_log(), source=UploadSource.PAGE)
    page = Game.objects.get().get_absolute_url()
    for address in ("/", "/games/", "/stats/", "/rules/goryo/", page):
        answer = client.get(address)
        assert [name for name in ("ETag", "Last-Modified") if name in answer] == []
        assert "max-age" not in answer.get("Cache-Control", "")


def test_the_default_release_is_a_digest_of_the_code(tmp_path: Any) -> None:
    (tmp_path / "games").mkdir()
    code = tmp_path / "games" / "a.py"
    code.write_text("one")
    first = code_digest(tmp_path)
    assert code_digest(tmp_path) == first
    code.write_text("two")
    assert code_digest(tmp_path) != first
