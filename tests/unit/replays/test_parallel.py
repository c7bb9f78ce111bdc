"""Many senders at the same moment (A055, A056): one row, the others are told so, and nobody meets a
500.
"""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client

from replays import services as replay_services
from replays.models import Board, Game, RawFile, Seat, Upload, UploadItem, UploadSource
from replays.services import Reading

from .logs import as_json, json_log, numbered, text_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
SENDERS = 20


def at_once(work: Callable[[int], Any], count: int = SENDERS) -> list[Any]:
    """Run in threads that start together; exceptions are results."""
    start, results = threading.Barrier(count), [None] * count

    def run(number: int) -> None:
        start.wait()
        try:
            results[number] = work(number)
        except Exception as error:  # noqa: BLE001 - shown by the test that compares
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_one_file_sent_by_twenty_at_once_is_one_game() -> None:
    data = text_log()

    def send(_: int) -> int:
        return (
            Client(raise_request_exception=False)
            .post("/api/v1/games/", data, content_type="text/plain")
            .status_code
        )

    assert Counter(at_once(send)) == {201: 1, 409: SENDERS - 1}
    assert (Game.objects.count(), RawFile.objects.count(), Seat.objects.count()) == (1, 1, 2)
    assert Upload.objects.count() == UploadItem.objects.count() == SENDERS
    assert sum(Upload.objects.values_list("n_duplicate", flat=True)) == SENDERS - 1


def test_the_first_games_on_a_new_board_make_one_board() -> None:
    def send(number: int) -> int:
        return replay_services.submit(as_json(numbered(number)), source=UploadSource.API).n_stored

    assert at_once(send, 10) == [1] * 10
    assert (Board.objects.count(), Game.objects.count()) == (1, 10)


def test_the_same_games_in_opposite_orders_wait_for_nobody_in_a_ring() -> None:
    games = [numbered(number) for number in range(60)]
    files = [as_json(*games), as_json(*reversed(games))]

    def send(number: int) -> int:
        upload = replay_services.submit(
            files[number % 2] + b" " * number, source=UploadSource.API, reading=Reading.NOW
        )
        return upload.n_stored + upload.n_duplicate

    assert at_once(send, 6) == [60] * 6
    assert Game.objects.count() == 60
    assert sum(Upload.objects.values_list("n_stored", flat=True)) == 60


def test_one_upload_read_by_many_workers_is_read_once(enqueued: list[int]) -> None:
    data = as_json(*(numbered(number) for number in range(30)))
    upload = replay_services.submit(data, source=UploadSource.API, reading=Reading.QUEUED)
    read = at_once(lambda _: replay_services.read_waiting(upload.pk), 8)
    assert sorted(map(str, read)) == ["False"] * 7 + ["True"]
    upload.refresh_from_db()
    assert (upload.state, upload.n_stored, upload.n_duplicate) == ("done", 30, 0)


def test_the_digest_is_unique_in_the_database_itself() -> None:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Game._meta.db_table)
    assert any(c["unique"] and c["columns"] == ["digest"] for c in found.values())


def test_a_person_and_an_import_bring_the_same_game(tmp_path: Any) -> None:
    """A052."""
    from django.core.management import call_command

    (tmp_path / "old.json").write_bytes(as_json(json_log()))
    call_command("import_logs", str(tmp_path), stdout=open("/dev/null", "w"))  # noqa: SIM115
    answer = Client().post("/api/v1/games/", as_json(json_log()), content_type="application/json")
    assert answer.status_code == 409
