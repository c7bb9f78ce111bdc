"""Baselines of random play: slices give the sums of one run, and can be interrupted."""

import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from analytics import tasks
from analytics.models import Baseline
from analytics.reads import counting
from analytics.services import baselines
from analytics.services.baselines import Slice, Table, begin_baseline, play_slice
from games.registry import KINDS, random_player
from replays.models import Board
from tests.support.commands import output
from tests.support.pages import get

from .conftest import count_logs
from .logs import season

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
GAMES = 20


@pytest.fixture
def table(db: None) -> Table:
    """A table with enough counted games for a baseline."""
    count_logs(season(12))
    return baselines.tables_without_baseline()[0]


def play(row: Baseline, games: int) -> str:
    """Play the rest of a baseline in slices of this many games; return its sums as text."""
    while not row.is_complete:
        assert play_slice(row, seconds=600, limit=games)
    return json.dumps(row.sums)


def lift(client: Any, table: Table) -> Any:
    address = f"/api/v1/stats/goryo/spaces/?show=lift&board={table.board_digest}"
    address += f"&edition={table.edition}&mode={table.mode}&simulated=all"
    return client.get(address)


@pytest.mark.parametrize("games", [1, 7, 1000])
def test_slices_of_any_length_give_the_sums_of_one_run(table: Table, games: int) -> None:
    whole = play(begin_baseline(table, GAMES), GAMES)
    Baseline.objects.all().delete()
    sliced = begin_baseline(table, GAMES)
    assert play(sliced, games) == whole
    assert Baseline.objects.get() == sliced
    assert json.loads(whole)[""][0] == GAMES, "a random game of Goryō ends"


def test_the_sums_are_those_of_all_facts(table: Table) -> None:
    row = begin_baseline(table, 3)
    sums = json.loads(play(row, 3))
    board = Board.objects.get(digest=table.board_digest)
    random_game = random_player("goryo", (table.edition, table.mode), board.data, board.digest)
    total = 0
    for number in range(3):
        replay = random_game(random.Random(f"{row.seed} {' '.join(table)} {number}"))
        total += KINDS["goryo"].counting.facts(replay)["spaces"][""][1]
    assert sums[""][1] == total


@pytest.mark.parametrize("slug", list(KINDS))
def test_visits_are_the_part_of_all_facts(slug: str) -> None:
    kind = KINDS[slug]
    key = next(m.key for m in kind.counting.metrics if m.form == "spaces")
    assert kind.counting.visits is not None
    for ruleset in kind.identity.rulesets[:3]:
        header = kind.log.simulated_header(ruleset, None, random.Random(ruleset))
        setup, _ = kind.log.header.read_setup(header, [])
        rules = kind.identity.edition_of(setup), kind.identity.mode_of(setup)
        play_game = random_player(slug, rules, dict(setup.board.data), setup.board.digest)
        replay = play_game(random.Random(1))
        n, layers = kind.counting.visits(replay)
        facts = kind.counting.facts(replay)[key]
        assert facts[""] == [1, n, n * n]
        counts = {
            layer: {space: leaf[0] for space, leaf in spaces.items()}
            for layer, spaces in facts.items()
            if layer
        }
        seen = {layer: {s: n for s, n in spaces.items() if n} for layer, spaces in layers.items()}
        assert counts == {layer: spaces for layer, spaces in seen.items() if spaces}


def test_a_killed_slice_is_played_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play(begin_baseline(table, GAMES), GAMES)
    Baseline.objects.all().delete()
    row = begin_baseline(table, GAMES)
    assert play_slice(row, limit=6)
    player, left = baselines._player, [4]

    def dying(of: Table) -> Any:
        def play_game(chance: random.Random) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise SystemExit
            return player(of)(chance)

        return play_game

    with monkeypatch.context() as patch:
        patch.setattr(baselines, "_player", dying)
        with pytest.raises(SystemExit):
            play_slice(row)
    row = Baseline.objects.get()
    assert row.games == 6, "the slice is stored as a whole or not at all"
    assert play(row, 5) == whole


def test_of_two_workers_with_the_same_slice_one_adds_it(table: Table) -> None:
    begin_baseline(table, GAMES)
    first, second = Baseline.objects.get(), Baseline.objects.get()
    assert play_slice(first, limit=5)
    assert not play_slice(second, limit=5)
    assert Baseline.objects.get().games == 5


def test_an_incomplete_baseline_is_no_lift(table: Table, client: Any) -> None:
    row = begin_baseline(table, GAMES)
    play_slice(row, limit=GAMES - 1)
    before = lift(client, table)
    assert before.json()["baseline"] is None
    assert before.json()["views"] == []
    revision = counting.ledger_revision()
    play(row, 1)
    assert counting.ledger_revision() == revision + 1
    # The answer has changed, so a client's copy is out of date.
    after = get(client, before.wsgi_request.get_full_path(), HTTP_IF_NONE_MATCH=before["ETag"])
    assert after.json()["baseline"] == {"games": GAMES, "seed": baselines.SEED}


def test_the_job_queues_the_next_slice_until_all_are_complete(
    enqueued: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    count_logs([*season(12), *({**log, "ruleset": {"edition": "2021"}} for log in season(10))])
    monkeypatch.setattr(baselines, "GAMES", 3)
    settings.BASELINE_SLICE_SECONDS = 0.0  # one game each
    assert len(baselines.tables_without_baseline()) == 2
    tasks.make_baseline()
    runs = 1
    while enqueued:
        name, part = enqueued.pop()
        assert name == "analytics.tasks.make_baseline"
        tasks.make_baseline(part)
        runs += 1
    assert baselines.tables_without_baseline() == []
    assert Baseline.objects.complete().count() == 2
    assert runs == 6


def test_a_second_job_does_not_join_a_running_one(table: Table, enqueued: Any) -> None:
    row = begin_baseline(table, GAMES)
    play_slice(row, limit=5)
    assert baselines.continue_baselines() is None, "the row has changed just now"
    assert baselines.continue_baselines(Slice(row.pk, 4)) is None, "an old message"
    Baseline.objects.update(continued_at=timezone.now() - timedelta(minutes=2))
    baselines.continue_baselines()
    assert Baseline.objects.get().is_complete, "the interrupted baseline is continued"


def test_a_baseline_of_earlier_rules_starts_again(table: Table) -> None:
    play(begin_baseline(table, 5), 5)
    assert table not in baselines.tables_without_baseline()
    Baseline.objects.update(facts_version=1)
    assert table in baselines.tables_without_baseline()
    row = begin_baseline(table)
    assert (row.games, row.target, row.sums) == (0, baselines.GAMES, {})


def test_the_command_plays_slices_to_the_end(table: Table, settings: Any) -> None:
    settings.BASELINE_SLICE_SECONDS = 0.0
    play_slice(begin_baseline(table, 4, "mine"), seconds=600, limit=2)
    lines = output("baselines", games=4, seed="mine").splitlines()
    assert [line.partition(": ")[2] for line in lines] == ["3 of 4", "4 of 4"]
    assert output("baselines") == ""
