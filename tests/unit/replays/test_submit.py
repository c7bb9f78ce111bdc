"""Taking uploads in: what is kept, what is read at once, and what rings for a worker."""

import gzip
import hashlib
from typing import Any

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from goryo_site.runtime.celery import app as celery_app
from replays import services as replay_services
from replays.models import Board, Game, RawFile, Seat, Upload, UploadSource
from replays.services import Reading, TooLarge

from .logs import REFUSED, as_json, json_log, many, numbered, text_log

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
API = UploadSource.API


def test_a_list_shows_the_games_of_a_file_in_its_order(client: Any) -> None:
    """Newest first; of one file all are as new."""
    replay_services.submit(many(3), source=UploadSource.API)
    upload = replay_services.submit(
        as_json(*(numbered(n) for n in (9, 5, 9, 7, 1, 8))), source="api"
    )
    told = client.get(f"/api/v1/uploads/{upload.public_id}/").json()["games"]
    new = [game["id"] for game in told if game["status"] == "stored"]
    assert [game["position"] for game in told] == [0, 1, 2, 3, 4, 5]
    listed = client.get("/api/v1/games/").json()["games"]
    assert [game["id"] for game in listed[:4]] == new
    assert len(listed) == 7


def test_a_small_log_is_read_while_its_sender_waits(enqueued: list[int]) -> None:
    upload = replay_services.submit(text_log(), filename="evening.txt", source=API)
    assert (upload.state, upload.n_games, upload.n_stored) == ("done", 1, 1)
    game = Game.objects.get()
    assert (game.kind, game.edition, game.winner, game.reason) == (
        "goryo",
        "2024",
        "goryo",
        "resign",
    )
    assert (game.is_finished, game.is_simulated, str(game.played_on), game.month) == (
        True,
        False,
        "2026-11-20",
        "2026-11",
    )
    assert [(seat.role, seat.name, seat.name_key) for seat in game.seats.all()] == [
        ("goryo", "Jane", "jane"),
        ("samurai", "John", "john"),
    ]
    assert game.digest == hashlib.sha256(game.canonical.encode()).hexdigest()
    assert Board.objects.get().digest == game.board_digest
    assert enqueued == []


def test_the_bytes_are_kept_as_they_came_and_once() -> None:
    data = b"\xef\xbb\xbf" + text_log().replace(b"\n", b"\r\n")
    first, second = (replay_services.submit(data, source=API) for _ in range(2))
    assert bytes(RawFile.objects.get().content) == data
    assert (first.n_stored, second.n_stored, second.n_duplicate) == (1, 0, 1)
    assert Game.objects.count() == 1


def test_the_same_game_in_another_spelling_is_the_same_game() -> None:
    replay_services.submit(text_log(), source=API)
    again = replay_services.submit(b"# by hand\n" + text_log().replace(b"\n", b"  \n"), source=API)
    assert again.n_duplicate == 1
    assert RawFile.objects.count() == 2


def test_a_refused_log_is_kept_with_its_findings_and_stores_no_game() -> None:
    upload = replay_services.submit(REFUSED.encode(), source=API)
    assert (upload.state, upload.n_refused) == ("refused", 1)
    finding = upload.items.get().findings[0]
    assert (finding["rule"], finding["event"], finding["line"]) == ("2.1", 1, 8)
    assert finding["legal"]
    assert Game.objects.count() == Seat.objects.count() == 0


def test_good_games_of_a_file_are_stored_beside_refused_ones() -> None:
    upload = replay_services.submit(
        as_json(numbered(1), {"game": "go"}, numbered(1), numbered(2)), source=API
    )
    assert [item.status for item in upload.items.all()] == [
        "stored",
        "refused",
        "duplicate",
        "stored",
    ]
    assert (upload.state, upload.n_stored, upload.n_duplicate, upload.n_refused) == (
        "done",
        2,
        1,
        1,
    )


def test_nothing_is_refused_with_a_finding() -> None:
    upload = replay_services.submit(b"", source=API)
    assert upload.state == "refused"
    assert upload.items.get().findings


def test_too_much_is_refused_before_anything_is_kept(settings: Any) -> None:
    settings.UPLOAD_MAX_BYTES = 100
    replay_services.submit(b"x" * 100, source=API)
    with pytest.raises(TooLarge):
        replay_services.submit(b"x" * 101, source=API)
    assert Upload.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_big_file_rings_for_a_worker(settings: Any, enqueued: list[int]) -> None:
    settings.UPLOAD_INLINE_BYTES = 1000
    upload = replay_services.submit(many(20), source=API)
    assert (upload.state, enqueued) == ("received", [upload.pk])
    replay_services.read_waiting(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.n_stored, upload.n_expected) == ("done", 20, 20)


@pytest.mark.django_db(transaction=True)
def test_the_bell_is_rung_after_the_row_can_be_seen_and_never_for_a_rolled_back_upload(
    enqueued: list[int],
) -> None:
    with transaction.atomic():
        upload = replay_services.submit(many(2), source=API, reading=Reading.QUEUED)
        assert enqueued == []
    assert enqueued == [upload.pk]

    class Undo(Exception):
        pass

    def submit_and_undo() -> None:
        with transaction.atomic():
            replay_services.submit(many(2), source=API, reading=Reading.QUEUED)
            raise Undo

    with pytest.raises(Undo):
        submit_and_undo()
    assert enqueued == [upload.pk]


@pytest.mark.django_db(transaction=True)
def test_a_small_upload_that_takes_long_is_read_on_by_a_worker(
    settings: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_INLINE_SECONDS = 0.0
    upload = replay_services.submit(many(5), source=API)
    assert (upload.state, upload.next_position, enqueued) == ("reading", 1, [upload.pk])
    replay_services.read_waiting(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.n_stored) == ("done", 5)


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_row_stays_and_the_log_says_so(
    settings: Any, caplog: Any, monkeypatch: Any
) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(celery_app, "send_task", away)
    upload = replay_services.submit(many(2), source=API, reading=Reading.QUEUED)
    assert upload.state == "received"
    assert "broker is unreachable" in caplog.text


def test_names_of_files_are_labels(enqueued: list[int]) -> None:
    upload = replay_services.submit(
        text_log(), filename='../../x\r\nSet-Cookie: y"\x00' + "a" * 400, source=API
    )
    assert len(upload.filename) == 200
    assert upload.filename.isprintable()


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\u202egnp", "a\x00b", "漢" * 300, "\ud83d\ude00", "  "]
)
def test_any_name_is_stored(name: str) -> None:
    log = json_log(players=[{"role": "goryo", "name": name}, {"role": "samurai", "name": None}])
    upload = replay_services.submit(as_json(log), source=API)
    assert upload.is_settled
    assert upload.n_stored + upload.n_refused == 1
    if upload.n_refused:
        assert upload.items.get().findings[0]["message"]


def test_two_games_with_the_same_id_of_their_own_are_two(enqueued: list[int]) -> None:
    """A068: what a file calls itself never decides where it is kept."""
    for number in range(2):
        replay_services.submit(as_json(numbered(number, x_id=0)), filename="0.json", source=API)
    assert Game.objects.values("public_id").distinct().count() == 2


def test_files_sent_together_are_all_kept_before_one_is_read(monkeypatch: Any) -> None:
    whole = replay_services.reading.drafts_of

    def broken(data: bytes, sender: str = "") -> Any:
        if b"game 2" in data:
            raise ZeroDivisionError
        return whole(data, sender)

    monkeypatch.setattr(replay_services.reading, "drafts_of", broken)
    files = [(f"{i}.json", as_json(numbered(i))) for i in (1, 2, 3)]
    uploads = replay_services.submit_all(files, source=API)
    assert [(one.state, one.n_stored) for one in uploads] == [
        ("done", 1),
        ("reading", 0),
        ("done", 1),
    ]
    assert uploads[1].fault_id
    monkeypatch.undo()
    replay_services.read_waiting(uploads[1].pk)
    uploads[1].refresh_from_db()
    assert (uploads[1].state, uploads[1].n_stored) == ("done", 1)


def test_files_sent_together_share_one_time_to_wait(settings: Any) -> None:
    settings.UPLOAD_INLINE_SECONDS = 0.0
    files = [(f"{i}.json", as_json(numbered(i))) for i in range(3)]
    uploads = replay_services.submit_all(files, source=API)
    assert not any(one.is_settled for one in uploads)
    for one in uploads:
        replay_services.read_waiting(one.pk)
        one.refresh_from_db()
    assert [one.n_stored for one in uploads] == [1, 1, 1]


def test_what_is_small_only_packed_is_left_to_a_worker(settings: Any) -> None:
    settings.UPLOAD_INLINE_BYTES = 20_000
    data = gzip.compress(many(200))
    assert len(data) < 20_000
    assert replay_services.submit(data, source=API).state == "received"


def test_a_file_may_hold_only_so_many_games(monkeypatch: Any) -> None:
    monkeypatch.setattr("games.log.judge.GAMES_MAX", 3)
    upload = replay_services.submit(many(9), source=API)
    assert (upload.n_games, upload.n_stored, upload.n_refused) == (4, 3, 1)
    assert upload.items.last().findings[0]["code"] == "too_many_games"  # type: ignore[union-attr]  # there are four


def test_the_same_play_with_other_notes_is_kept_and_told(client: Any) -> None:
    replay_services.submit(as_json(numbered(1)), source=API)
    replay_services.submit(as_json(numbered(2, source="another hand")), source=API)
    first, second = Game.objects.order_by("pk")
    assert first.play_digest == second.play_digest
    assert second.get_absolute_url() in client.get(first.get_absolute_url()).content.decode()


def test_another_note_does_not_bring_a_withdrawn_game_back() -> None:
    replay_services.submit(as_json(numbered(1)), source=API)
    replay_services.withdraw(Game.objects.get())
    upload = replay_services.submit(as_json(numbered(1, tags=["again"])), source=API)
    assert (upload.state, Game.objects.count()) == ("refused", 1)
    assert upload.items.get().findings[0]["code"] == "withdrawn"
