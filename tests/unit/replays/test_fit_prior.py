"""`manage.py fit_prior`: priors from the keep and from files."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.goryo.assessment.priors import read_priors
from games.registry import simulate
from replays.models import Game
from tests.unit.replays.logs import as_json, numbered

ROOT = Path(__file__).parents[3]


def fitted(capsys: pytest.CaptureFixture[str], *arguments: str, **options: Any) -> tuple[Any, str]:
    told = io.StringIO()
    call_command("fit_prior", *arguments, stderr=told, **options)
    return json.loads(capsys.readouterr().out), told.getvalue()


def simulated(count: int) -> bytes:
    logs = [simulate("goryo", "2024", f"p{i}", random.Random(f"p{i}")) for i in range(count)]
    return "\n".join(log.canonical() for log in logs).encode()


def printed(*paths: Path, seed: str) -> bytes:
    """What the command prints in a process of its own, with this seed of hashes."""
    asked = [sys.executable, "manage.py", "fit_prior", "--simulated", "--logs", *map(str, paths)]
    around = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(asked, cwd=ROOT, env=around, check=True, capture_output=True).stdout


@pytest.mark.django_db
def test_nothing_kept_is_no_prior(capsys: pytest.CaptureFixture[str]) -> None:
    assert fitted(capsys) == ({"format": "goryo-priors/1", "priors": []}, "")


@pytest.mark.django_db(transaction=True)
def test_people_s_finished_games_are_fitted_group_by_group(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unfinished = numbered(3)
    unfinished["events"] = unfinished["events"][:3]
    old = numbered(4, ruleset={"edition": "2019"})
    path = tmp_path / "games.ndjson"
    path.write_bytes(as_json(numbered(1), numbered(2), unfinished, old) + b"\n" + simulated(2))
    call_command("import_logs", str(path), stdout=io.StringIO(), stderr=io.StringIO())
    assert Game.objects.count() == 6
    found, told = fitted(capsys)
    assert [(p["ruleset"], p["games"], p["plans"]) for p in found["priors"]] == [
        ("2019", 1, 1),
        ("2024", 2, 2),
    ]
    assert all(p["weights"] == {} and "70 are needed" in p["because"] for p in found["priors"])
    assert told.count("2 plans by people") == 1
    Game.objects.update(withdrawn_at="2026-01-01T00:00Z")
    assert fitted(capsys)[0]["priors"] == []


@pytest.mark.django_db(transaction=True)
def test_the_keep_gives_the_same_bytes_in_whatever_order_its_games_came(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, found = simulated(40).splitlines(), []
    for number, ordered in enumerate((lines, lines[::-1])):
        Game.objects.all().delete()
        path = tmp_path / f"games-{number}.ndjson"
        path.write_bytes(b"\n".join(ordered))
        call_command("import_logs", str(path), stdout=io.StringIO(), stderr=io.StringIO())
        call_command("fit_prior", "--simulated", stderr=io.StringIO())
        found.append(capsys.readouterr().out)
    assert '"weights": {\n' in found[0]
    assert found[0] == found[1]


def test_files_are_fitted_without_the_keep_and_say_who_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one.ndjson", tmp_path / "two.ndjson"
    one.write_bytes(simulated(40))
    two.write_bytes(simulated(3) + b"\n" + as_json(numbered(1)))
    found, told = fitted(capsys, "--simulated", "--logs", str(one), str(two))
    (prior,) = read_priors(found).values()
    assert (prior.games, prior.people) == (40, False)
    assert prior.weights
    assert "bot games" in told
    again = tmp_path / "priors.json"
    call_command(
        "fit_prior", "--simulated", "--logs", str(two), str(one), "--out", str(again),
        stderr=io.StringIO(),
    )  # fmt: skip
    assert json.loads(again.read_text(encoding="utf-8")) == found
    assert again.read_bytes() == printed(one, two, seed="0")
    assert again.read_bytes() == printed(two, one, seed="4711")
    people, _ = fitted(capsys, "--logs", str(two))
    assert [p["games"] for p in people["priors"]] == [1]


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    path = tmp_path / "one.ndjson"
    path.write_bytes(as_json(numbered(1)))
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("fit_prior", "--logs", str(path), "--out", str(tmp_path), stderr=io.StringIO())
