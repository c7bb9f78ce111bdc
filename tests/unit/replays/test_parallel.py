"""Many uploaders at the same time (A055, A056): one row, conflicts for the others, no 500."""

from collections import Counter
from functools import partial
from typing import Any

import pytest
from django.test import Client

from replays import services as replay_services
from replays.models import Board, Game, RawFile, Seat, Upload, UploadItem
from replays.services import Reading
from tests.support.commands import output
from tests.support.threads import at_once

from .logs import as_json, counts, json_log, many, numbered, queue, submit, text_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
UPLOADERS = 20


@pytest.fixture(autouse=True)
def _read_at_once(settings: Any) -> None:
    """Read every upload during its request, however busy the machine is."""
    settings.UPLOAD_INLINE_SECONDS = settings.UPLOAD_BATCH_SECONDS = 3600.0
    settings.UPLOAD_TURN_SECONDS = 3600.0


def test_one_file_from_twenty_uploaders_is_one_game() -> None:
    data = text_log()

    def send() -> int:
        client = Client(raise_request_exception=False)
        return client.post("/api/v1/games/", data, content_type="text/plain").status_code

    assert Counter(at_once(*[send] * UPLOADERS)) == {201: 1, 409: UPLOADERS - 1}
    assert (Game.objects.count(), RawFile.objects.count(), Seat.objects.count()) == (1, 1, 2)
    assert Upload.objects.count() == UploadItem.objects.count() == UPLOADERS
    assert sum(Upload.objects.values_list("n_duplicate", flat=True)) == UPLOADERS - 1


def test_the_first_games_on_a_new_board_make_one_board() -> None:
    def send(number: int) -> int:
        return submit(as_json(numbered(number))).n_stored

    assert at_once(*(partial(send, number) for number in range(10))) == [1] * 10
    assert (Board.objects.count(), Game.objects.count()) == (1, 10)


def test_the_same_games_in_opposite_orders_do_not_deadlock() -> None:
    games = [numbered(number) for number in range(60)]
    files = [as_json(*games), as_json(*reversed(games))]

    def send(number: int) -> int:
        upload = submit(files[number % 2] + b" " * number, reading=Reading.NOW)
        return upload.n_stored + upload.n_duplicate

    assert at_once(*(partial(send, number) for number in range(6))) == [60] * 6
    assert Game.objects.count() == 60
    assert sum(Upload.objects.values_list("n_stored", flat=True)) == 60


def test_one_upload_read_by_many_workers_is_read_once(enqueued: list[int]) -> None:
    upload = queue(many(30))
    read = at_once(*[partial(replay_services.read_waiting, upload.pk)] * 8)
    assert sorted(map(str, read)) == ["False"] * 7 + ["True"]
    assert counts(upload) == ("done", 30, 0, 0)


def test_an_imported_game_is_a_conflict_in_the_api(tmp_path: Any) -> None:
    """A052."""
    (tmp_path / "old.json").write_bytes(as_json(json_log()))
    output("import_logs", tmp_path)
    answer = Client().post("/api/v1/games/", as_json(json_log()), content_type="application/json")
    assert answer.status_code == 409
