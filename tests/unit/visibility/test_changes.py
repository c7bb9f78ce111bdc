"""Changes by owners: visibility, deletion, undo; statistics follow."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from analytics import services as stats_services
from analytics.models import Contribution, Ledger
from replays import services
from replays.intake.intake import WITHDRAWN
from replays.models import Board, Game, RawFile, Record, Upload, UploadItem
from tests.unit.replays.logs import as_json

from .owners import call, header, key_of, play, send, stored, viewer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]


def counted() -> set[str]:
    """Return the games that statistics contain, after a worker has counted."""
    call_command("sweep_games", verbosity=0)
    assert list(stats_services.recount(check_only=True)) == []
    return set(Contribution.objects.values_list("game__public_id", flat=True))


def listed(name: str = "") -> set[str]:
    """Return the ids of the list of games."""
    rows = Client().get("/api/v1/games/?simulated=all", headers=header(name)).json()["games"]
    return {row["id"] for row in rows}


def test_an_upload_gets_an_owner_key_once() -> None:
    body = send(play(), query="?visibility=private")
    assert body["visibility"] == "private"
    path = f"/api/v1/games/{body['id']}/"
    assert Client().get(path).status_code == 404
    answer = Client().get(path, headers={"Owner-Key": body["owner_key"]})
    assert answer.json()["visibility"] == "private"
    assert answer["Cache-Control"] == "private, no-store"
    assert "ETag" not in answer.headers
    assert body["owner_key"] not in str(Upload.objects.values().get())
    assert "owner_key" not in send(play(2), "ann")


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_hidden_games_are_in_no_list_and_no_statistics(visibility: str) -> None:
    revision = list(Ledger.objects.order_by("pk").values("revision"))
    game = stored(play(), "ann", visibility)
    assert (listed(), listed("ann"), counted()) == (set(), set(), set())
    assert list(Ledger.objects.order_by("pk").values("revision")) == revision
    body = call("PATCH", f"games/{game.public_id}/", "ann", visibility="public")
    assert body["games"][0]["visibility"] == "public"
    assert listed() == counted() == {game.public_id}
    call("PATCH", f"games/{game.public_id}/", "ann", visibility=visibility)
    assert Contribution.objects.count() == 0
    assert listed() == counted() == set()


def test_only_the_owner_changes_a_game() -> None:
    game = stored(play(), "ann")
    for name in ("", "ben"):
        call("PATCH", f"games/{game.public_id}/", name, 403, visibility="private")
        call("DELETE", f"games/{game.public_id}/", name, 403)
        call("POST", "my-games/changes/", name, 404, ids=[game.public_id], deleted=True)
    call("PATCH", f"games/{game.public_id}/", "ann", visibility="private")
    call("PATCH", f"games/{game.public_id}/", "ben", 404, visibility="public")


def test_several_games_are_changed_together_or_not_at_all() -> None:
    ids = [stored(play(seed), "ann").public_id for seed in (1, 2)]
    other = stored(play(3), "ben").public_id
    call("POST", "my-games/changes/", "ann", 404, ids=[*ids, other], visibility="private")
    assert listed() == {*ids, other}
    changed = call("POST", "my-games/changes/", "ann", ids=ids, visibility="private")
    assert listed() == counted() == {other}
    assert {row["visibility"] for row in changed["games"]} == {"private"}
    call("POST", "my-games/undo/", "ben", 404, undo=changed["undo"])
    call("POST", "my-games/undo/", "ann", undo=changed["undo"])
    assert listed() == counted() == {*ids, other}
    call("POST", "my-games/undo/", "ann", 422, undo="not a token")


def test_a_deleted_game_is_gone_and_can_be_restored() -> None:
    game = stored(play(), "ann")
    deleted = call("DELETE", f"games/{game.public_id}/", "ann")
    assert deleted["games"][0]["deleted_at"]
    assert listed() == counted() == set()
    assert Client().get(f"/games/{game.public_id}/", headers=header("ann")).status_code == 404
    rows = Client().get("/api/v1/my-games/", headers=header("ann")).json()["games"]
    assert [row["id"] for row in rows] == [game.public_id]
    refused = send(play(), "ann", status=422)
    assert refused["findings"][0]["code"] == "deleted"
    call("POST", "my-games/changes/", "ann", ids=[game.public_id], deleted=False)
    assert listed() == counted() == {game.public_id}


def test_deleted_games_are_removed_after_some_days() -> None:
    game = stored(play(), "ann")
    stored(play(2), "ben")
    services.delete_own(viewer("ann"), [game.public_id])
    assert services.remove_deleted() == 0
    Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now() - timedelta(days=8))
    assert services.remove_deleted() == 1
    assert [Game.objects.count(), Upload.objects.count(), RawFile.objects.count()] == [1, 1, 1]
    assert Board.objects.count() == 1
    assert send(play(), "ann")["status"] == "stored"


def test_bytes_stay_while_another_upload_has_the_same() -> None:
    first = stored(play(), "ann", "private")
    stored(play(), "ben", "private")
    assert RawFile.objects.count() == 1
    services.delete_own(viewer("ann"), [first.public_id])
    Game.objects.filter(pk=first.pk).update(deleted_at=timezone.now() - timedelta(days=8))
    assert services.remove_deleted() == 1
    assert (RawFile.objects.count(), Upload.objects.count()) == (1, 1)


def test_a_game_becomes_public_when_its_time_has_come() -> None:
    later = (timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%MZ")
    body = send(play(), "ann", f"?visibility=private&public_from={later}")
    assert body["public_from"].startswith(later[:-1])
    assert services.publish_due() == 0
    assert listed() == set()
    Game.objects.update(public_from=timezone.now() - timedelta(seconds=1))
    assert listed() == set()
    assert services.publish_due() == 1
    assert listed() == counted() == {body["id"]}
    assert Game.objects.get().public_from is None


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("visibility=secret", "visibility"),
        ("visibility=private&public_from=soon", "public_from"),
        ("visibility=private&public_from=2020-01-01T00:00Z", "public_from"),
        ("visibility=public&public_from=2099-01-01T00:00Z", "public_from"),
        ("visibility=private&public_from=9999-12-31T23:59-01:00", "public_from"),
        ("visibility=private&public_from=2099-02-30T00:00Z", "public_from"),
    ],
)
def test_a_wrong_visibility_is_refused(query: str, code: str) -> None:
    assert send(play(), "ann", f"?{query}", 422)["error"]["code"] == code
    assert not Upload.objects.exists()


def test_undoing_a_restore_deletes_as_of_now() -> None:
    """A game that is deleted again can be restored for the whole time again."""
    game = stored(play(), "ann")
    call("DELETE", f"games/{game.public_id}/", "ann")
    Game.objects.update(deleted_at=timezone.now() - timedelta(days=6))
    restored = call("POST", "my-games/changes/", "ann", ids=[game.public_id], deleted=False)
    call("POST", "my-games/undo/", "ann", undo=restored["undo"])
    deleted_at = Game.objects.get().deleted_at
    assert deleted_at is not None
    assert timezone.now() - deleted_at < timedelta(minutes=1)
    changed = call("POST", "my-games/changes/", "ann", ids=[game.public_id], visibility="private")
    call("POST", "my-games/undo/", "ann", undo=changed["undo"])
    assert Game.objects.get().deleted_at == deleted_at, "it was deleted all the time"


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_a_log_never_shows_more_people_than_its_upload_says(visibility: str) -> None:
    """The continuation of a game that more people can see is refused, and nothing is stored."""
    log = play()
    game = stored({**log, "events": log["events"][:6]}, "ann")
    refused = send(log, "ann", f"?visibility={visibility}", 422)
    assert refused["findings"][0]["code"] == "visible_to_more"
    assert Record.objects.count() == 1
    call("PATCH", f"games/{game.public_id}/", "ann", visibility=visibility)
    assert send(log, "ann", f"?visibility={visibility}", 200)["status"] == "continued"
    assert (listed(), Game.objects.get().visibility) == (set(), visibility)


# ----------------------------------------------------------------- games of several uploaders


def merged() -> tuple[str, str]:
    """Return the ids of the records of a game that two uploaders sent."""
    first = send(play(source="Ann"), "ann")["id"]
    assert send(play(source="Ben"), "ben", status=200)["status"] == "merged"
    second = Record.objects.exclude(public_id=first).get().public_id
    return first, second


@pytest.mark.parametrize("name", ["ann", "ben"])
def test_an_owner_decides_about_the_own_log_only(name: str) -> None:
    """No uploader can hide or delete what another one sent."""
    ids = dict(zip(("ann", "ben"), merged(), strict=True))
    other = "ben" if name == "ann" else "ann"
    changed = call("PATCH", f"games/{ids['ann']}/", name, visibility="private")
    assert [row["id"] for row in changed["games"]] == [ids[name]]
    assert listed() == counted() == {ids[other]}
    assert Client().get(f"/api/v1/games/{ids[name]}/").status_code == 404
    assert Client().get(f"/api/v1/games/{ids[name]}/", headers=header(other)).status_code == 404
    log = Client().get(f"/api/v1/games/{ids[other]}/log/").json()
    assert log["source"] == other.capitalize()
    call("POST", "my-games/undo/", name, undo=changed["undo"])
    assert listed() == counted() == {ids["ann"]}
    assert Game.objects.count() == 1


def test_deleting_the_own_log_leaves_that_of_others() -> None:
    first, second = merged()
    call("DELETE", f"games/{first}/", "ann")
    assert listed() == counted() == {second}
    Game.objects.filter(public_id=first).update(deleted_at=timezone.now() - timedelta(days=8))
    assert services.remove_deleted() == 1
    assert Game.objects.get().public_id == second


@pytest.mark.parametrize("name", ["ann", "ben"])
@pytest.mark.parametrize("unreadable", ["ann", "ben"])
def test_a_log_that_the_engine_refuses_is_never_left_in_the_wrong_part(
    name: str, unreadable: str
) -> None:
    """The change is refused as a whole, with nothing hidden and nothing shown."""
    first, _ = merged()
    log = json.loads(Record.objects.get(owner=key_of(unreadable)).canonical)
    broken = json.dumps({**log, "events": [{"type": "unknown"}]})
    Record.objects.filter(owner=key_of(unreadable)).update(log=broken)
    for change in ({"visibility": "private"}, {"deleted": True}):
        body = call("POST", "my-games/changes/", name, 422, ids=[first], **change)
        assert body["error"]["code"] == "unreadable"
    assert (listed(), Game.objects.count()) == ({first}, 1)


def test_everything_of_an_owner_is_deleted_and_nothing_of_others() -> None:
    first, second = merged()
    own = stored(play(2), "ann", "private")
    assert services.delete_uploads([key_of("ann")]) == 2
    assert not Game.objects.filter(pk=own.pk).exists()
    assert listed() == counted() == {second}
    assert Client().get(f"/api/v1/games/{first}/").status_code == 404
    log = Client().get(f"/api/v1/games/{second}/log/").json()
    assert log["source"] == "Ben"
    assert set(Record.objects.values_list("owner", flat=True)) == {key_of("ben")}
    assert (Upload.objects.count(), RawFile.objects.count()) == (1, 1)


def test_an_unreadable_log_stays_without_its_owner() -> None:
    first, _ = merged()
    Record.objects.filter(owner=key_of("ben")).update(log='{"format": "unknown"}')
    assert services.delete_uploads([key_of("ann")]) == 0
    assert listed() == {first}
    assert set(Record.objects.values_list("owner", flat=True)) == {"", key_of("ben")}


# --------------------------------------------------------------------------- never revealed


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
@pytest.mark.parametrize("changes", [{}, {"source": "Eve"}, {"players": []}])
def test_an_upload_never_confirms_a_guess(visibility: str, changes: dict[str, Any]) -> None:
    """The answer is as if the hidden game did not exist, for the same log and similar ones."""
    hidden = stored(play(), "ann", visibility)
    body = send(play(**changes), "eve")
    assert body["status"] == "stored"
    assert not {"same_moves_as", "contradicts", "added"} & body.keys()
    check = (
        Client()
        .post("/api/v1/games/?dry_run=1", as_json(play(**changes)), "application/json")
        .json()
    )
    assert hidden.public_id not in str(check)
    assert counted() == {body["id"]}


def test_copies_of_a_hidden_game_count_instead() -> None:
    first = stored(play(), "ann")
    names = [{**seat, "name": f"Other {n}"} for n, seat in enumerate(play()["players"])]
    copy = send(play(players=names), "ben")
    assert copy["same_moves_as"] == first.public_id
    call("PATCH", f"games/{first.public_id}/", "ann", visibility="private")
    body = Client().get(f"/api/v1/games/{copy['id']}/").json()
    assert (body["same_moves_as"], body["counts"]) == (None, True)


def test_a_hidden_game_is_compared_when_it_becomes_public() -> None:
    game = stored(play(source="Ann"), "ann", "private")
    other = send(play(source="Ben"), "ben")["id"]
    changed = call("PATCH", f"games/{game.public_id}/", "ann", visibility="public")
    assert Game.objects.count() == 1
    assert listed() == counted() == {game.public_id}
    assert changed["games"][0]["id"] == game.public_id
    assert Client().get(f"/api/v1/games/{other}/").status_code == 301


def test_an_unfinished_private_game_is_continued_by_its_owner() -> None:
    log = play()
    part = {**log, "events": log["events"][:6]}
    game = stored(part, "ann", "private")
    assert send(log, "ann", status=200)["status"] == "continued"
    game.refresh_from_db()
    assert (game.visibility, game.is_finished) == ("private", True)
    assert counted() == set()


def test_an_upload_says_nothing_of_a_log_that_was_hidden_later() -> None:
    """Its link answers to everyone, with what anyone may know."""
    body = send(play(), "ann")
    UploadItem.objects.update(label="Table 3", warnings=[{"game": 0, **WITHDRAWN}])
    address = f"/api/v1/uploads/{Upload.objects.get().public_id}/"
    [item] = Client().get(address).json()["games"]
    assert (item["label"], len(item["warnings"])) == ("Table 3", 1)
    call("PATCH", f"games/{body['id']}/", "ann", visibility="private")
    [hidden] = Client().get(address).json()["games"]
    assert (hidden["label"], hidden["warnings"]) == ("", [])
    [own] = Client().get(address, headers=header("ann")).json()["games"]
    assert own == item
