"""Receiving uploads: what is stored, what is read at once, and what is queued for a worker."""

import gzip
import hashlib
from operator import attrgetter
from typing import Any

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from goryo_site.runtime.celery import app as celery_app
from replays import services as replay_services
from replays.models import Board, Game, RawFile, Seat, Upload, UploadSource
from replays.services import TooLarge

from . import logs
from .failures import fail_reading
from .logs import REFUSED, as_json, counts, many, numbered, queue, read, submit, text_log

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
queues = pytest.mark.django_db(transaction=True)


def submit_files(*numbers: int) -> list[Upload]:
    """Send files together, each with one game."""
    files = [(f"{number}.json", as_json(numbered(number))) for number in numbers]
    return replay_services.submit_all(files, source=UploadSource.API)


def test_a_list_has_the_order_of_the_file(client: Any) -> None:
    """Newest first; all games of a file are equally new."""
    submit(many(3))
    upload = submit(as_json(*(numbered(n) for n in (9, 5, 9, 7, 1, 8))))
    items = client.get(f"/api/v1/uploads/{upload.public_id}/").json()["games"]
    assert [item["position"] for item in items] == [0, 1, 2, 3, 4, 5]
    listed = [game["id"] for game in client.get("/api/v1/games/").json()["games"]]
    assert listed[:4] == [item["id"] for item in items if item["status"] == "stored"]
    assert len(listed) == 7


def test_a_small_log_is_read_while_its_uploader_waits(enqueued: list[int]) -> None:
    upload = submit(text_log(), filename="evening.txt")
    assert (counts(upload), upload.n_games, enqueued) == (("done", 1, 0, 0), 1, [])
    game = Game.objects.get()
    result = attrgetter("kind", "edition", "winner", "reason", "is_finished", "is_simulated")(game)
    assert result == ("goryo", "2024", "goryo", "resign", True, False)
    assert (str(game.played_on), game.month) == ("2026-11-20", "2026-11")
    seats = list(game.seats.values_list("role", "name", "name_key"))
    assert seats == [("goryo", "Jane", "jane"), ("samurai", "John", "john")]
    assert game.digest == hashlib.sha256(game.canonical.encode()).hexdigest()
    assert Board.objects.get().digest == game.board_digest


def test_bytes_are_stored_unchanged_and_once() -> None:
    data = b"\xef\xbb\xbf" + text_log().replace(b"\n", b"\r\n")
    assert counts(submit(data)) == ("done", 1, 0, 0)
    assert counts(submit(data)) == ("done", 0, 1, 0)
    assert bytes(RawFile.objects.get().content) == data
    assert counts(submit(b"# by hand\n" + text_log().replace(b"\n", b"  \n")))[2] == 1
    assert (Game.objects.count(), RawFile.objects.count()) == (1, 2), "another spelling"


def test_a_refused_log_is_stored_with_its_findings_but_no_game() -> None:
    upload = submit(REFUSED.encode())
    assert counts(upload) == ("refused", 0, 0, 1)
    finding = upload.items.get().findings[0]
    assert (finding["rule"], finding["event"], finding["line"]) == ("2.1", 1, 8)
    assert finding["legal"]
    empty = submit(b"")
    assert (empty.state, bool(empty.items.get().findings)) == ("refused", True)
    assert Game.objects.count() == Seat.objects.count() == 0


def test_valid_games_of_a_file_are_stored_next_to_refused_ones() -> None:
    upload = submit(as_json(numbered(1), {"game": "go"}, numbered(1), numbered(2)))
    statuses = list(upload.items.values_list("status", flat=True))
    assert statuses == ["stored", "refused", "duplicate", "stored"]
    assert counts(upload) == ("done", 2, 1, 1)


def test_a_file_that_is_too_large_is_not_stored(settings: Any) -> None:
    settings.UPLOAD_MAX_BYTES = 100
    submit(b"x" * 100)
    with pytest.raises(TooLarge):
        submit(b"x" * 101)
    assert Upload.objects.count() == 1


@queues
def test_a_large_file_is_queued(settings: Any, enqueued: list[int]) -> None:
    settings.UPLOAD_INLINE_BYTES = 1000
    upload = submit(many(20))
    assert (upload.state, enqueued) == ("received", [upload.pk])
    assert (read(upload), upload.n_expected) == (("done", 20, 0, 0), 20)


@queues
def test_a_message_is_sent_after_the_commit_and_never_after_a_rollback(enqueued: list[int]) -> None:
    with transaction.atomic():
        upload = queue(many(2))
        assert enqueued == []
    assert enqueued == [upload.pk]
    with transaction.atomic():
        queue(many(2))
        transaction.set_rollback(True)
    assert enqueued == [upload.pk]


@queues
def test_a_worker_continues_a_small_slow_file(settings: Any, enqueued: list[int]) -> None:
    settings.UPLOAD_INLINE_SECONDS = 0.0
    upload = submit(many(5))
    assert (upload.state, upload.next_position, enqueued) == ("reading", 1, [upload.pk])
    assert read(upload) == ("done", 5, 0, 0)


@queues
def test_without_a_broker_the_row_stays_and_is_logged(caplog: Any, monkeypatch: Any) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(celery_app, "send_task", fail)
    assert queue(many(2)).state == "received"
    assert "broker is unreachable" in caplog.text


def test_names_of_files_are_labels(enqueued: list[int]) -> None:
    upload = submit(text_log(), filename='../../x\r\nSet-Cookie: y"\x00' + "a" * 400)
    assert (len(upload.filename), upload.filename.isprintable()) == (200, True)


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\u202egnp", "a\x00b", "漢" * 300, "\ud83d\ude00", "  "]
)
def test_any_name_is_stored_or_has_a_finding(name: str) -> None:
    upload = submit(as_json(logs.json_log(players=logs.two_players(name, None))))
    rejected = upload.n_refused + upload.n_unreadable
    assert (upload.is_settled, upload.n_stored + rejected) == (True, 1)
    assert upload.n_stored or upload.items.get().findings[0]["message"]


def test_two_games_with_the_same_own_id_are_two(enqueued: list[int]) -> None:
    """A068: the names and ids of a file never decide where it is stored."""
    for number in range(2):
        submit(as_json(numbered(number, x_id=0)), filename="0.json")
    assert Game.objects.values("public_id").distinct().count() == 2


def test_files_sent_together_are_all_stored_before_one_is_read(monkeypatch: Any) -> None:
    fail_reading(monkeypatch, ZeroDivisionError(), mark=b"game 2")
    uploads = submit_files(1, 2, 3)
    assert [upload.state for upload in uploads] == ["done", "reading", "done"]
    assert [upload.n_stored for upload in uploads] == [1, 0, 1]
    assert uploads[1].fault_id
    monkeypatch.undo()
    assert (read(uploads[1]), uploads[1].fault_id) == (("done", 1, 0, 0), "")


def test_files_sent_together_share_the_waiting_time(settings: Any) -> None:
    settings.UPLOAD_INLINE_SECONDS = 0.0
    uploads = submit_files(0, 1, 2)
    assert not any(upload.is_settled for upload in uploads)
    assert [read(upload) for upload in uploads] == [("done", 1, 0, 0)] * 3


def test_a_file_that_is_large_unpacked_is_queued(settings: Any) -> None:
    settings.UPLOAD_INLINE_BYTES = 20_000
    data = gzip.compress(many(200))
    assert len(data) < 20_000
    assert submit(data).state == "received"


def test_the_number_of_games_of_a_file_is_limited(monkeypatch: Any) -> None:
    monkeypatch.setattr("games.log.judge.GAMES_MAX", 3)
    upload = submit(many(9))
    assert (counts(upload), upload.n_games) == (("done", 3, 0, 1), 4)
    assert list(upload.items.all())[-1].findings[0]["code"] == "too_many_games"


@pytest.mark.parametrize("changes", [{}, {"tags": ["another note"]}])
def test_a_withdrawn_game_cannot_be_uploaded_again(changes: dict[str, Any]) -> None:
    submit(as_json(logs.whole_game()))
    replay_services.withdraw_games([Game.objects.get().pk])
    upload = submit(as_json({**logs.whole_game(), **changes}))
    assert (upload.state, Game.objects.count()) == ("refused", 1)
    item = upload.items.get()
    assert (item.game, item.findings[0]["code"]) == (None, "withdrawn")
