"""`manage.py import_logs`: files, folders, archives; again and again."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from replays import services as replay_services
from replays.models import Game, Upload
from replays.services import UploadFault, reading

from .logs import REFUSED, gzipped, many, text_log, zip_of

pytestmark = pytest.mark.django_db


def run(*paths: Path, **options: Any) -> tuple[str, int]:
    """The command's output and exit status."""
    out = io.StringIO()
    try:
        call_command("import_logs", *map(str, paths), stdout=out, stderr=io.StringIO(), **options)
    except SystemExit as stopped:
        return out.getvalue(), int(stopped.code or 0)
    return out.getvalue(), 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    deep = tmp_path / "2026" / "club"
    deep.mkdir(parents=True)
    (deep / "a.txt").write_bytes(text_log())
    (deep / "b.ndjson.gz").write_bytes(gzipped(many(5)))
    (tmp_path / "c.zip").write_bytes(
        zip_of({"one.json": many(1, start=10), "two.json": many(1, start=11)})
    )
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    return tmp_path


def test_a_folder_comes_in_whole_and_again_changes_nothing(folder: Path) -> None:
    out, status = run(folder)
    assert status == 0
    assert "3 files" in out
    assert "8 games stored, 0 already stored, 0 refused" in out
    again, status = run(folder)
    assert (status, "(3 of them imported before)" in again) == (0, True)
    assert Game.objects.count() == 8
    assert Upload.objects.count() == 3


def test_refusals_are_told_with_their_places_and_the_status_says_so(folder: Path) -> None:
    (folder / "bad.txt").write_text(REFUSED)
    (folder / "bad.zip").write_bytes(zip_of({"in.txt": REFUSED.encode()}))
    out, status = run(folder)
    assert status == 1
    assert "bad.txt game 1 event 2 line 8" in out
    assert "bad.zip [in.txt] game 1 event 2" in out
    assert "(rule 2.1)" in out
    assert "8 games stored, 0 already stored, 2 refused" in out


def test_an_import_that_was_stopped_goes_on_where_it_was(
    folder: Path, monkeypatch: Any, settings: Any
) -> None:
    settings.UPLOAD_BATCH_GAMES = 2
    whole, calls = reading.save_batch, []

    def stop(*args: Any, **kwargs: Any) -> None:
        if len(calls) == 2:
            raise KeyboardInterrupt
        whole(*args, **kwargs)
        calls.append(1)

    with monkeypatch.context() as patch:
        patch.setattr(reading, "save_batch", stop)
        with pytest.raises(KeyboardInterrupt):
            run(folder)
    assert 0 < Game.objects.count() < 8
    out, status = run(folder)
    assert status == 0
    assert Game.objects.count() == 8
    assert "8 games stored, 0 already stored" in out


def test_a_fault_of_ours_stops_one_file_and_not_the_import(folder: Path, monkeypatch: Any) -> None:
    whole = reading.drafts_of

    def broken(data: bytes, sender: str = "") -> Any:
        if data.startswith(b"PK"):
            raise ZeroDivisionError
        return whole(data, sender)

    with monkeypatch.context() as patch:
        patch.setattr(reading, "drafts_of", broken)
        out, status = run(folder)
    assert (status, "internal error " in out, Game.objects.count()) == (1, True, 6)
    assert run(folder)[1] == 0
    assert Game.objects.count() == 8
    assert UploadFault is replay_services.UploadFault


@pytest.mark.django_db(transaction=True)
def test_the_queue_reads_what_is_left_to_it(folder: Path, enqueued: list[int]) -> None:
    out, status = run(folder, queue=True)
    assert (status, "3 files wait for a worker" in out, len(enqueued)) == (0, True, 3)
    for upload_id in enqueued:
        replay_services.read_waiting(upload_id)
    out, status = run(folder, queue=True)
    assert "8 games stored" in out
    assert len(enqueued) == 3


def test_what_is_not_there_or_too_large_or_empty(folder: Path, settings: Any) -> None:
    with pytest.raises(CommandError, match="no file or folder"):
        run(folder / "nothing")
    (folder / "empty.txt").write_bytes(b"")
    settings.UPLOAD_MAX_BYTES = 10
    (folder / "large.txt").write_bytes(b"x" * 11)
    out, status = run(folder / "empty.txt", folder / "large.txt")
    assert status == 1
    assert "large.txt: An upload may have at most 10 bytes." in out
    assert "empty.txt" in out


def test_one_is_no_plural(tmp_path: Path, capfd: Any) -> None:
    (tmp_path / "a.txt").write_bytes(text_log())
    out, _ = run(tmp_path)
    assert capfd.readouterr().err == "", "no progress bar, and no line of one, in a file or a pipe"
    assert out == "1 file\n1 game stored, 0 already stored, 0 refused\n"
    told, said = io.StringIO(), io.StringIO()
    call_command("sweep_games", stdout=told, stderr=io.StringIO())
    assert told.getvalue() == "1 game counted, 0 counted again, 0 removed\n"
    call_command("validate", str(tmp_path / "a.txt"), stdout=said)
    assert said.getvalue() == "1 game: 1 legal (0 with a warning), 0 refused\n"
