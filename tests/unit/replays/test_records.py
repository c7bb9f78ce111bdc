"""Records of a game on its page: corrections, revisions, downloads, decisions of administrators."""

import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from analytics import services as stats_services
from analytics.models import Contribution
from replays import services as replay_services
from replays.models import Game, Record
from replays.services import Refusal
from tests.support.commands import output
from tests.support.pages import act, missing, page

from .logs import as_json, submit, whole_game

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def owner() -> Client:
    """A browser that uploaded a game."""
    client = Client()
    assert client.post("/upload/", {"text": as_json(whole_game()).decode()}).status_code == 302
    return client


def as_sent(log: dict[str, Any], **header: Any) -> bytes:
    """A log with other header keys."""
    return as_json({**log, **header})


def shorter_game() -> bytes:
    """The uploaded game, resigned after its first events."""
    return as_sent(
        whole_game(), events=[*whole_game()["events"][:4], {"type": "resign", "role": "samurai"}]
    )


@pytest.fixture
def merged() -> Game:
    """A game with the records of two uploaders."""
    for source in ("Ann", "Ben"):
        submit(as_sent(whole_game(), source=source))
    return Game.objects.get()


def pages_of(game: Game) -> dict[str, str]:
    """The addresses of a game's page for corrections, and of its first revision."""
    base = f"/games/{game.public_id}"
    return {"correct": f"{base}/correct/", "revision": f"{base}/revisions/1.json"}


def test_the_owner_corrects_a_log_on_its_page(owner: Client) -> None:
    game = Game.objects.get()
    address = pages_of(game)["correct"]
    assert address in page(owner, game.get_absolute_url())
    assert "[Game &quot;goryo&quot;]" in page(owner, address)
    text = as_sent(whole_game(), event="The final").decode()
    saved = owner.post(address, {"text": text}, follow=True).content.decode()
    assert "Correction saved\n(revision 2)." in saved or "Correction saved (revision 2)." in saved
    again = Game.objects.get()
    assert (again.public_id, again.revision) == (game.public_id, 2)
    assert json.loads(again.canonical)["event"] == "The final"
    first = json.loads(owner.get(pages_of(game)["revision"]).content)
    assert first == json.loads(game.canonical)


def test_a_chosen_file_replaces_the_text_of_the_form(owner: Client) -> None:
    """A browser sends both: the box is filled with the stored log."""
    address = pages_of(Game.objects.get())["correct"]
    form = {"text": "the stored log", "file": io.BytesIO(shorter_game())}
    owner.post(address, form)
    assert (Game.objects.get().revision, Game.objects.get().n_events) == (2, 5)
    unchanged = owner.post(address, form | {"file": io.BytesIO(shorter_game())})
    assert unchanged["Location"].endswith("?saved=no")
    other = owner.post(address, {"text": as_json(whole_game(1), whole_game(2)).decode()})
    assert b"&quot;events&quot;" in other.content  # what was typed is not lost


def test_only_the_owner_corrects_a_log(owner: Client) -> None:
    game, stranger = Game.objects.get(), Client()
    assert pages_of(game)["correct"] not in page(stranger, game.get_absolute_url())
    for address, status in zip(pages_of(game).values(), (403, 404), strict=True):
        assert stranger.get(address).status_code == status
    assert stranger.post(pages_of(game)["correct"], {"text": "x"}).status_code == 403
    assert Game.objects.get().canonical == game.canonical


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", 400, "Choose one file or paste one log."),
        ("bind mask", 422, "We couldn&#x27;t save this log."),
        (as_json(whole_game(1), whole_game(2)).decode(), 422, "exactly one game"),
    ],
)
def test_a_refused_correction_changes_nothing(
    owner: Client, text: str, status: int, words: str
) -> None:
    game = Game.objects.get()
    answer = owner.post(pages_of(game)["correct"], {"text": text})
    assert answer.status_code == status
    assert words.replace("&#x27;", "'") in answer.content.decode().replace("&#x27;", "'")
    assert Game.objects.get().revision == 1


def test_a_correction_of_the_moves_is_counted_again(owner: Client) -> None:
    game = Game.objects.get()
    stats_services.count_games([game.pk])
    owner.post(pages_of(game)["correct"], {"text": shorter_game().decode()})
    assert not Contribution.objects.exists()
    stats_services.sweep_games()
    assert Contribution.objects.get().cell.winner == "goryo"
    assert not list(stats_services.recount(check_only=True))


def test_records_of_a_merged_game_can_be_downloaded(client: Client, merged: Game) -> None:
    text, sources = page(client, merged.get_absolute_url()), set()
    for record in merged.records.all():
        address = f"/games/{merged.public_id}/records/{record.public_id}.json"
        assert address in text
        sources.add(json.loads(client.get(address).content)["source"])
    assert sources == {"Ann", "Ben"}


def test_administrators_split_and_decide_with_a_reason(admin_client: Client, merged: Game) -> None:
    younger = merged.records.order_by("pk")[1].public_id
    assert "Give a reason." in act(admin_client, "game", "split", merged.pk, reason="")
    act(admin_client, "game", "split", merged.pk, reason="two tables")
    assert set(Game.objects.values_list("public_id", flat=True)) == {merged.public_id, younger}
    assert Client().get(f"/games/{younger}/").status_code == 200
    other = Game.objects.get(public_id=younger)
    act(admin_client, "game", "exclude_games", other.pk, reason="a test")
    assert Game.objects.get(pk=other.pk).not_counted == "staff"
    assert "a test" in page(Client(), other.get_absolute_url())
    act(admin_client, "game", "count_games", other.pk, reason="no test")
    assert Game.objects.get(pk=other.pk).not_counted == ""
    assert User.objects.filter(is_staff=True).exists()


def test_a_split_needs_some_of_the_records() -> None:
    submit(as_json(whole_game()))
    game = Game.objects.get()
    with pytest.raises(Refusal):
        replay_services.split_game(game.pk, [game.public_id], "alone")


def test_games_stored_before_there_were_records_are_merged_by_command() -> None:
    """Rows as an earlier release stored them: no records, no digests, each play several times."""
    logs = [whole_game(), {**whole_game(), "tags": ["again"]}, whole_game(2)]
    other = [{**whole_game(), "players": [{"role": "goryo", "name": "Zoe"}]}]
    for number, log in enumerate(logs + other):
        submit(as_json({**log, "x_n": number}))
        Record.objects.all().delete()
        Game.objects.update(shared_digest="", part_1="", part_2="", part_3="", not_counted="")
    stats_services.sweep_games()
    assert Game.objects.count() == Contribution.objects.count() == 4
    ids = list(Game.objects.order_by("pk").values_list("public_id", flat=True))
    planned = (
        f"{ids[1]} is another record of {ids[0]}",
        f"{ids[3]} has the same moves as {ids[0]}",
        "1 game would be merged, 1 game would be excluded from statistics.",
    )
    assert missing(output("merge_games"), *planned) == []
    assert (Game.objects.count(), Record.objects.count()) == (4, 4)
    assert "1 game merged, 1 game excluded from statistics." in output("merge_games", "--apply")
    assert Client().get(f"/games/{ids[1]}/")["Location"] == f"/games/{ids[0]}/"
    stats_services.sweep_games()
    assert (Game.objects.count(), Contribution.objects.count()) == (3, 2)
    assert not list(stats_services.recount(check_only=True))
    assert "0 games merged, 0 games excluded" in output("merge_games", "--apply")


@pytest.mark.parametrize(
    ("differs_at", "sentence"),
    [(4, "</a> at event 5. Only that game counts."), (None, "</a>. Only that game counts.")],
)
def test_a_contradiction_is_shown_where_it_is_known(differs_at: int | None, sentence: str) -> None:
    """Two logs can fit event by event and still give no valid log together."""
    upload = submit(as_json(whole_game(1), whole_game(2)))
    one, other = Game.objects.order_by("pk")
    Game.objects.filter(pk=other.pk).update(
        not_counted="contradiction", same_as=one, differs_at=differs_at
    )
    assert f">{one.public_id}{sentence}" in page(Client(), upload.get_absolute_url())
