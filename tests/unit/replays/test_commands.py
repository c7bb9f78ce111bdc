"""`manage.py import_logs` and `fit_prior`."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from games.goryo.assessment.priors import read_priors
from replays import services as replay_services
from replays.models import Game, Upload
from tests.support.commands import run as run_command
from tests.support.engine import bot_game
from tests.support.pages import missing

from .failures import fail_after, fail_reading
from .logs import REFUSED, as_json, gzipped, json_log, many, numbered, text_log, zipped

pytestmark = pytest.mark.django_db


def run(*paths: Path, **options: Any) -> tuple[str, int]:
    """The command's output and exit status."""
    status, out, _ = run_command("import_logs", *paths, **options)
    return out, status


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    deep = tmp_path / "2026" / "club"
    deep.mkdir(parents=True)
    (deep / "a.txt").write_bytes(text_log())
    (deep / "b.ndjson.gz").write_bytes(gzipped(many(5)))
    members = {"one.json": many(1, start=10), "two.json": many(1, start=11)}
    (tmp_path / "c.zip").write_bytes(zipped(members))
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    return tmp_path


def test_a_folder_is_imported_once(folder: Path) -> None:
    out, status = run(folder)
    assert status == 0
    assert missing(out, "3 files", "8 games stored, 0 already stored, 0 refused") == []
    again, status = run(folder)
    assert (status, "(3 of them imported before)" in again) == (0, True)
    assert (Game.objects.count(), Upload.objects.count()) == (8, 3)


def test_refusals_are_reported_with_their_positions(folder: Path) -> None:
    (folder / "bad.txt").write_text(REFUSED)
    (folder / "bad.zip").write_bytes(zipped({"in.txt": REFUSED.encode()}))
    out, status = run(folder)
    assert status == 1
    positions = ("bad.txt game 1 event 2 line 8", "bad.zip [in.txt] game 1 event 2", "(rule 2.1)")
    assert missing(out, *positions, "8 games stored, 0 already stored, 2 refused") == []


def test_a_stopped_import_continues(folder: Path, monkeypatch: Any, settings: Any) -> None:
    settings.UPLOAD_BATCH_GAMES = 2
    with monkeypatch.context() as patch:
        fail_after(patch, 2, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            run(folder)
    assert 0 < Game.objects.count() < 8
    out, status = run(folder)
    assert (status, Game.objects.count()) == (0, 8)
    assert "8 games stored, 0 already stored" in out


def test_an_internal_error_stops_one_file_only(folder: Path, monkeypatch: Any) -> None:
    with monkeypatch.context() as patch:
        fail_reading(patch, ZeroDivisionError(), mark=b"PK\x03\x04")
        out, status = run(folder)
    assert (status, "internal error " in out, Game.objects.count()) == (1, True, 6)
    assert run(folder)[1] == 0
    assert Game.objects.count() == 8


@pytest.mark.django_db(transaction=True)
def test_queued_files_are_read_by_workers(folder: Path, enqueued: list[int]) -> None:
    out, status = run(folder, queue=True)
    assert (status, "3 files wait for a worker" in out, len(enqueued)) == (0, True, 3)
    for upload_id in enqueued:
        replay_services.read_waiting(upload_id)
    out, status = run(folder, queue=True)
    assert "8 games stored" in out
    assert len(enqueued) == 3


def test_missing_large_and_empty_files(folder: Path, settings: Any) -> None:
    with pytest.raises(CommandError, match="no file or folder"):
        run(folder / "nothing")
    (folder / "empty.txt").write_bytes(b"")
    settings.UPLOAD_MAX_BYTES = 10
    (folder / "large.txt").write_bytes(b"x" * 11)
    out, status = run(folder / "empty.txt", folder / "large.txt")
    assert status == 1
    assert missing(out, "large.txt: An upload may have at most 10 bytes.", "empty.txt") == []


def test_counts_of_one_are_singular(tmp_path: Path, capfd: Any) -> None:
    (tmp_path / "a.txt").write_bytes(text_log())
    out, _ = run(tmp_path)
    assert capfd.readouterr().err == "", "no progress bar, and no line of one, in a file or a pipe"
    assert out == "1 file\n1 game stored, 0 already stored, 0 refused\n"
    assert run_command("sweep_games")[1] == "1 game counted, 0 counted again, 0 removed\n"
    validated = run_command("validate", tmp_path / "a.txt")[1]
    assert validated == "1 game: 1 legal (0 with a warning), 0 refused\n"


ROOT = Path(__file__).parents[3]


def fitted(*arguments: object) -> tuple[Any, str]:
    _, out, errors = run_command("fit_prior", *arguments)
    return json.loads(out), errors


def simulated(count: int) -> bytes:
    return "\n".join(bot_game("goryo", "2024", f"p{i}").canonical() for i in range(count)).encode()


def printed(*paths: Path, seed: str) -> bytes:
    """Return what the command prints in a new process with this seed of hashes."""
    asked = [sys.executable, "manage.py", "fit_prior", "--simulated", "--logs", *map(str, paths)]
    around = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(asked, cwd=ROOT, env=around, check=True, capture_output=True).stdout


def test_without_games_there_is_no_prior() -> None:
    assert fitted() == ({"format": "goryo-priors/1", "priors": []}, "")


@pytest.mark.django_db(transaction=True)
def test_finished_human_games_are_fitted_by_ruleset(tmp_path: Path) -> None:
    unfinished = numbered(3, events=json_log()["events"][:3])
    old = numbered(4, ruleset={"edition": "2019"})
    path = tmp_path / "games.ndjson"
    path.write_bytes(as_json(numbered(1), numbered(2), unfinished, old) + b"\n" + simulated(2))
    run(path)
    assert Game.objects.count() == 6
    found, errors = fitted()
    priors = [(p["ruleset"], p["games"], p["plans"]) for p in found["priors"]]
    assert priors == [("2019", 1, 1), ("2024", 2, 2)]
    assert all(p["weights"] == {} and "70 are needed" in p["because"] for p in found["priors"])
    assert errors.count("2 plans from human games") == 1
    Game.objects.update(withdrawn_at="2026-01-01T00:00Z")
    assert fitted()[0]["priors"] == []


@pytest.mark.django_db(transaction=True)
def test_the_order_of_stored_games_does_not_change_priors(tmp_path: Path) -> None:
    lines, found = simulated(40).splitlines(), []
    for number, ordered in enumerate((lines, lines[::-1])):
        Game.objects.all().delete()
        path = tmp_path / f"games-{number}.ndjson"
        path.write_bytes(b"\n".join(ordered))
        run(path)
        found.append(run_command("fit_prior", "--simulated")[1])
    assert '"weights": {\n' in found[0]
    assert found[0] == found[1]


def test_priors_of_files(tmp_path: Path) -> None:
    one, two = tmp_path / "one.ndjson", tmp_path / "two.ndjson"
    one.write_bytes(simulated(40))
    two.write_bytes(simulated(3) + b"\n" + as_json(numbered(1)))
    found, errors = fitted("--simulated", "--logs", one, two)
    (prior,) = read_priors(found).values()
    assert (prior.games, prior.people) == (40, False)
    assert prior.weights
    assert "bot games" in errors
    again = tmp_path / "priors.json"
    run_command("fit_prior", "--simulated", "--logs", two, one, "--out", again)
    assert json.loads(again.read_text(encoding="utf-8")) == found
    assert again.read_bytes() == printed(one, two, seed="0")
    assert again.read_bytes() == printed(two, one, seed="4711")
    people, _ = fitted("--logs", two)
    assert [p["games"] for p in people["priors"]] == [1]


def test_an_unwritable_output_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "one.ndjson"
    path.write_bytes(as_json(numbered(1)))
    with pytest.raises(CommandError, match="cannot be written"):
        run_command("fit_prior", "--logs", path, "--out", tmp_path)


def test_templates_are_valid_and_hints_are_printed_if_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    for arguments in (("gorinto",), ("kyoto", "charisma"), ("goryo", "2021-advanced")):
        path.write_text(run_command("template", *arguments)[1], encoding="utf-8")
        validated = run_command("validate", path)[1]
        assert validated.endswith("1 legal (0 with a warning), 0 refused\n")
        assert "hint" not in validated
    hint = ": hint: game 1, event 1: The game is unfinished"
    assert hint in run_command("validate", path, "--hints")[1]
    with pytest.raises(CommandError, match="has no ruleset 1999"):
        run_command("template", "goryo", "1999")
