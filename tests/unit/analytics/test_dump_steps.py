"""The steps of games in open data are those of their pages, and are copied from dump to dump."""

from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

import pytest

from analytics import services as stats_services
from analytics.dumps.fields import SECRETS, STEPS
from analytics.dumps.files import read_rows
from analytics.models import Snapshot
from analytics.services import dump_steps
from games.core.play import play_of
from games.registry import KINDS, read_replay
from replays import services as replay_services
from replays.models import Game, Record

from .conftest import count_logs, store_logs
from .gorinto_logs import of_every_mode
from .logs import kyoto_games, one_round, varied

pytestmark = pytest.mark.sqlite


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    return settings.DUMPS_DIR


@pytest.fixture(scope="class")
def made(class_db: None, module_dumps: Path) -> Path:
    """The folder of a dump of games of each kind."""
    count_logs([*varied(12, seed=3), *of_every_mode(), *kyoto_games(2)])
    return module_dumps / stats_services.make_dump().name


def steps_in(folder: Path, kind: str) -> dict[str, list[dict[str, Any]]]:
    games: dict[str, list[dict[str, Any]]] = {}
    for row in read_rows(folder / f"{kind}-steps.parquet"):
        games.setdefault(row.pop("id"), []).append(row)
    return games


def beliefs_shown(kind: str, replay: Any) -> list[dict[str, int]]:
    """The numbers of the steps that the API returns, by side."""
    shown = []
    view = "samurai" if kind == "goryo" else "public"
    for step in KINDS[kind].display.steps(replay, view, True):
        belief = step.get("belief") or {}
        if kind == "goryo":
            belief = {"goryo": {"assignments": belief["hypotheses"]}} if belief else {}
        shown.append({side: of["assignments"] for side, of in belief.items()})
    return shown


class TestSteps:
    """One dump for all tests."""

    @pytest.fixture(autouse=True)
    def _share(self, made: Path) -> None:
        self.folder = made

    @pytest.mark.parametrize("kind", ["goryo", "gorinto", "kyoto"])
    def test_a_row_has_the_belief_of_the_steps_of_the_api(self, kind: str) -> None:
        games = steps_in(self.folder, kind)
        finished = Game.objects.counting().filter(kind=kind, is_finished=True)
        assert set(games) == set(finished.values_list("public_id", flat=True))
        n = 0
        for game in finished:
            replay, rows = read_replay(game.canonical), games[game.public_id]
            assert [row["step"] for row in rows] == list(range(1, game.n_events + 1))
            assert [row["type"] for row in rows] == [s.entry.plain["type"] for s in replay.steps]
            for row, belief in zip(rows, beliefs_shown(kind, replay), strict=True):
                for side in KINDS[kind].counting.secrets:
                    number, bits = row[f"possible_{side}"], row[f"bits_{side}"]
                    assert number == belief.get(side)
                    assert bits == (pytest.approx(log2(number), abs=1e-6) if number else None)
                    n += number is not None
        assert n or kind == "gorinto"

    def test_marks_are_those_of_the_full_view(self) -> None:
        display, n = KINDS["goryo"].display, 0
        for game, rows in steps_in(self.folder, "goryo").items():
            replay = read_replay(Game.objects.get(public_id=game).canonical)
            assert display.insight is not None
            overlays = display.insight(replay, "omniscient", "uniform", None)["overlays"]
            shown = [[mark["key"] for mark in overlay["judged"]] for overlay in overlays]
            assert [row["marks"] for row in rows] == shown[1:]
            n += sum(map(len, shown))
        assert n > 0

    def test_the_actor_is_the_side_that_acts(self) -> None:
        for kind in KINDS:
            for rows in steps_in(self.folder, kind).values():
                for row in rows:
                    assert row["actor"] in {"", *KINDS[kind].identity.roles}
                    assert row["actor"] or row["type"] not in {"plan", "move", "place", "site"}
                    assert row["actor"] == "" or row["type"] not in {"bind", "chit", "fill"}

    def test_an_answer_leaves_no_more_possible_secrets(self) -> None:
        for rows in steps_in(self.folder, "goryo").values():
            for before, after in pairwise(rows):
                if after["type"] in {"search", "sniff"}:
                    assert after["possible_goryo"] <= before["possible_goryo"]

    def test_the_columns_are_described(self) -> None:
        fields = (self.folder / "FIELDS.md").read_text()
        for name, _, about in STEPS + SECRETS:
            assert f"| `{name}` | {about} |" in fields

    def test_the_digest_of_the_play_is_that_of_the_record(self) -> None:
        for kind in KINDS:
            for row in read_rows(self.folder / f"{kind}-games.parquet"):
                records = Record.objects.filter(game__public_id=row["id"])
                assert {record.play_digest for record in records} == {row["play_digest"]}


def test_the_same_play_of_others_has_the_same_digest(folder: Path) -> None:
    def game(*names: str, **header: Any) -> dict[str, Any]:
        roles = zip(("goryo", "samurai"), names, strict=True)
        players = [{"role": role, "name": name} for role, name in roles]
        return one_round({"type": "resign", "role": "goryo"}, players=players, **header)

    store_logs([game("Ann", "Ben"), game("Cy", "Di", played_at="2026-05-01")])
    name = stats_services.make_dump().name
    rows = list(read_rows(folder / name / "goryo-games.parquet"))
    replay = read_replay(Game.objects.earliest("pk").canonical)
    assert len(rows) == 2
    assert {row["play_digest"] for row in rows} == {
        play_of(replay.record, KINDS["goryo"].log.play).digest
    }


def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The logs whose steps are computed from now on."""
    logs: list[str] = []
    monkeypatch.setattr(
        dump_steps,
        "steps_of",
        lambda log, real=dump_steps.steps_of: (logs.append(log), real(log))[1],
    )
    return logs


def test_steps_are_copied_from_the_last_dump(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = count_logs([*varied(8), *kyoto_games(2)])
    first = stats_services.make_dump()
    logs = computed(monkeypatch)
    assert stats_services.make_dump().manifest["files"] == first.manifest["files"]
    assert logs == []
    finished = Game.objects.filter(pk__in=ids, is_finished=True, kind="goryo").order_by("pk")
    replay_services.withdraw_games([finished[1].pk])
    count_logs(varied(3, seed=9))
    new = Game.objects.filter(is_finished=True).exclude(pk__in=ids)
    later = stats_services.make_dump()
    assert sorted(logs) == sorted(new.values_list("canonical", flat=True))
    monkeypatch.undo()
    Snapshot.objects.exclude(pk=later.pk).delete()
    (folder / later.name / "goryo-steps.parquet").write_bytes(b"damaged")
    logs = computed(monkeypatch)
    assert stats_services.make_dump().manifest["files"] == later.manifest["files"]
    assert {read_replay(log).record.kind for log in logs} == {"goryo"}


def test_steps_of_other_rules_are_not_copied(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count_logs(varied(4))
    made = stats_services.make_dump()
    made.manifest["versions"]["goryo"]["facts"] -= 1
    made.save()
    logs = computed(monkeypatch)
    stats_services.make_dump()
    assert len(logs) == Game.objects.filter(is_finished=True).count()
