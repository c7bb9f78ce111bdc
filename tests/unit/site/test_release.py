"""A new release makes every answer new that its code had a part in: a browser or cache that asks
with the ETag of the last one is not told that nothing changed.
"""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from goryo_site.runtime.release import code_digest
from replays import services as replay_services
from replays.models import Game, Upload, UploadSource
from tests.unit.replays.logs import text_log
from tests.unit.replays.test_secrets import GORYO

pytestmark = pytest.mark.django_db
TAGGED = (
    "/api/v1/games/{id}/",
    "/api/v1/games/{id}/steps/",
    "/api/v1/games/{id}/frames/",
    "/api/v1/games/{id}/log/",
    "/api/v1/stats/goryo/roles/",
    "/api/v1/stats/goryo/roles/figure/",
)
"""Some that carry an ETag, so that the walk cannot pass by finding none."""


def tags(client: Client, wanted: list[str]) -> dict[str, str]:
    """The ETag of each of these addresses that answers with one."""
    answers = {address: client.get(address) for address in wanted}
    return {at: answer["ETag"] for at, answer in answers.items() if "ETag" in answer}


def test_a_new_release_changes_every_etag(client: Client, settings: Any) -> None:
    replay_services.submit(text_log(), source=UploadSource.PAGE)
    call_command("sweep_games", verbosity=0)
    game = Game.objects.get()
    wanted = [at for at in GORYO.addresses(game, Upload.objects.get()) if "?" not in at]
    settings.RELEASE = "one"
    before = tags(client, wanted)
    assert before == tags(client, wanted), "the same code, the same answer"
    assert {at.format(id=game.public_id) for at in TAGGED} <= before.keys()
    settings.RELEASE = "two"
    after = tags(client, wanted)
    assert before.keys() == after.keys()
    assert [at for at in before if before[at] == after[at]] == []


@pytest.mark.parametrize("at", TAGGED)
def test_the_old_etag_gets_the_new_answer_and_the_new_one_none(
    client: Client, settings: Any, at: str
) -> None:
    replay_services.submit(text_log(), source=UploadSource.PAGE)
    call_command("sweep_games", verbosity=0)
    address = at.format(id=Game.objects.get().public_id)
    settings.RELEASE = "one"
    tag = client.get(address)["ETag"]
    assert client.get(address, HTTP_IF_NONE_MATCH=tag).status_code == 304
    settings.RELEASE = "two"
    again = client.get(address, HTTP_IF_NONE_MATCH=tag)
    assert (again.status_code, bool(again.content)) == (200, True)
    assert client.get(address, HTTP_IF_NONE_MATCH=again["ETag"]).status_code == 304


def test_pages_without_an_etag_are_asked_for_anew(client: Client, settings: Any) -> None:
    """What has no ETag has nothing that could outlive a release, unless it may be kept unasked."""
    replay_services.submit(text_log(), source=UploadSource.PAGE)
    game = Game.objects.get()
    for address in ("/", "/games/", "/stats/", "/rules/goryo/", game.get_absolute_url()):
        answer = client.get(address)
        assert "ETag" not in answer
        assert "max-age" not in answer.get("Cache-Control", "")
        assert "Last-Modified" not in answer


def test_the_release_is_the_code_unless_it_is_named(tmp_path: Any) -> None:
    (tmp_path / "games").mkdir()
    code = tmp_path / "games" / "a.py"
    code.write_text("one")
    first = code_digest(tmp_path)
    assert code_digest(tmp_path) == first
    code.write_text("two")
    assert code_digest(tmp_path) != first
