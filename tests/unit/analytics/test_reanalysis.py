"""Counting by other rules: what stood stays readable, what moved is told, no storm breaks it."""

from typing import Any

import pytest

from analytics import services as stats_services
from analytics.insight.question import Filters, RoleQuestion
from analytics.models import Cell, Contribution, Reanalysis
from analytics.reads import answers as answer_reads
from analytics.reads.sums import LIVE
from games import registry
from games.core.metrics import DistributionMetric
from replays import services as replay_services
from replays.models import Game
from tests.support.kinds import changed_kind

from .gorinto_logs import of_every_mode
from .logs import one_round, varied
from .snapshot import statistics
from .test_kept_players import ADDRESSES, told
from .test_kept_players import numbers as numbers_of_players
from .test_ratings import season

pytestmark = pytest.mark.django_db
GORYO = registry.KINDS["goryo"]
LENGTH = DistributionMetric(
    key="test-length",
    title="Length",
    definition="Events of a game.",
    group_title="Games",
    groups={"all": "All games"},
    value="events",
    unit="games",
)


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put other counting rules in place: every game's number of events, `more` added."""

    def put(version: int, more: int = 0, engine: str = "1.0") -> None:
        def facts(replay: Any) -> dict[str, Any]:
            n = len(replay.steps) + more
            moments = {"mean": [1, 1, 1, n, n, n * n], "values": {str(n): 1}}
            return {**GORYO.counting.facts(replay), LENGTH.key: {"all": moments}}

        other = changed_kind(
            GORYO,
            rules={"version": engine},
            counting={
                "facts": facts,
                "version": GORYO.counting.version + version,
                "metrics": (*GORYO.counting.metrics, LENGTH),
            },
        )
        monkeypatch.setitem(registry.KINDS, "goryo", other)

    return put


def sums_of(snapshot: Any) -> dict[Any, Any]:
    return {row.key: (row.games, row.sums) for row in Cell.of(snapshot)}


def live() -> dict[Any, Any]:
    return {row.key: (row.games, row.sums) for row in Cell.objects.all()}


def sweep_all() -> None:
    after: int | None = 0
    while after is not None:
        after = stats_services.sweep_games(after, 10).after


def test_what_moved_is_told_and_the_old_answer_stays(counted: Any, rules: Any) -> None:
    counted(varied(25))
    old = live()
    rules(1)
    assert LIVE.basis("goryo").n_stale == 25
    sweep_all()
    it = Reanalysis.objects.get()
    assert it.finished_at is not None
    assert (it.n_games, it.n_changed) == (25, 25)
    assert sums_of(it.before) == old
    assert sums_of(it.after) == live()
    assert LIVE.basis("goryo").n_stale == 0
    assert it.n_moved == len(it.moved) > 0
    assert {moved["metric"] for moved in it.moved} == {LENGTH.key}, "the others did not move"
    assert {moved["old"] for moved in it.moved} == {"–"}
    before = Filters(simulated="all", snapshot=it.before.name)
    answer = answer_reads.ask_roles(RoleQuestion("goryo", before))
    assert answer.overall.tally.games == 25
    assert answer.basis.facts_version == GORYO.counting.version
    assert list(stats_services.recount(check_only=True)) == []


def test_a_changed_number_is_told_old_and_new(counted: Any, rules: Any) -> None:
    rules(1)
    counted([one_round()])
    rules(2, more=10)
    sweep_all()
    (moved,) = (m for m in Reanalysis.objects.get().moved if m["by"] == "")
    assert (moved["metric"], moved["cluster"]) == (LENGTH.key, "All games")
    assert moved["old"].startswith("7.0 over 1")
    assert moved["new"].startswith("17.0 over 1")


def test_another_engine_alone_counts_anew_and_moves_nothing(counted: Any, rules: Any) -> None:
    rules(1)
    counted(varied(5))
    rules(1, engine="1.1")
    sweep_all()
    it = Reanalysis.objects.get()
    assert (it.n_games, it.n_changed, it.n_moved) == (5, 0, 0)
    assert it.finished_at is not None
    assert set(Contribution.objects.values_list("engine_version", flat=True)) == {"1.1"}


def test_games_that_come_and_go_meanwhile_are_no_movement(counted: Any, rules: Any) -> None:
    ids = counted(varied(30))
    rules(1)
    stats_services.sweep_games(0, 10)  # a third is counted anew
    assert Reanalysis.objects.get().finished_at is None
    counted(varied(8, seed=5))  # new games, by the new rules
    replay_services.withdraw_games(ids[-3:])
    replay_services.withdraw_games(ids[:2])
    replay_services.delete_games(ids[5:7])
    sweep_all()
    it = Reanalysis.objects.get()
    assert it.finished_at is not None
    assert {moved["metric"] for moved in it.moved} == {LENGTH.key}
    replay_services.restore_games(ids[-3:])
    sweep_all()
    assert Reanalysis.objects.count() == 1
    assert list(stats_services.recount(check_only=True)) == []


def test_a_game_counted_late_by_old_code_is_no_part_of_it(
    counted: Any, rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(varied(12))
    rules(1)
    stats_services.sweep_games(0, 5)
    new = registry.KINDS["goryo"]
    monkeypatch.setitem(registry.KINDS, "goryo", GORYO)
    late = counted(varied(4, seed=9))
    stats_services.count_games(Game.objects.values_list("pk", flat=True), again=True)
    assert Contribution.objects.filter(facts_version=new.counting.version).count() == 5, (
        "old code leaves what new code counted alone"
    )
    monkeypatch.setitem(registry.KINDS, "goryo", new)
    sweep_all()
    it = Reanalysis.objects.get()
    assert it.n_games == 12
    assert sum(games for games, _ in sums_of(it.after).values()) == 12
    assert len(late) + 12 == sum(cell.games for cell in Cell.objects.all())


def test_a_second_change_before_the_first_is_done_closes_it(counted: Any, rules: Any) -> None:
    counted(varied(12))
    rules(1)
    stats_services.sweep_games(0, 5)
    rules(2, more=1)
    sweep_all()
    second, first = Reanalysis.objects.all()
    assert first.finished_at is not None
    assert (first.n_games, second.n_games) == (5, 12)
    assert len(second.from_versions) == 2
    assert list(stats_services.recount(check_only=True)) == []


def test_counting_anew_twice_is_one_re_analysis(counted: Any, rules: Any) -> None:
    ids = counted(varied(6))
    rules(1)
    stats_services.count_games(ids)
    stats_services.count_games(ids, again=True)
    stats_services.count_games(reversed(ids), again=True)
    assert Reanalysis.objects.get().n_games == 6
    right = statistics()
    list(stats_services.recount(check_only=False))
    assert statistics() == right
    assert Reanalysis.objects.get().finished_at is not None


def test_a_kill_in_the_middle_leaves_both_or_neither(
    counted: Any, rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = counted(varied(6))
    old = live()
    rules(1)

    def killed(*_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as dying:
        dying.setattr("analytics.services.cells._change_contributions", killed)
        with pytest.raises(MemoryError):
            stats_services.count_games(ids)
    assert live() == old
    assert not Reanalysis.objects.exists()
    assert not Cell.in_snapshots().exists()
    sweep_all()
    assert Reanalysis.objects.get().n_games == 6


def test_what_stood_before_other_rules_stays_readable(
    counted: Any,
    client: Any,
    rules: Any,
) -> None:
    counted(season(20))
    stats_services.rate_waiting()
    stats_services.fit_balance()
    before = numbers_of_players(client)
    rules(1)
    sweep_all()
    then = numbers_of_players(client, "goryo-1-before")
    assert "goryo-1-before" in client.get("/players/").content.decode()
    counted(of_every_mode())  # from now on it is no snapshot of all that is counted
    assert "goryo-1-before" not in client.get("/players/").content.decode()
    for each in ADDRESSES:
        then[each].pop("versions"), before[each].pop("versions")  # others than Goryō are not in it
        assert told(then[each]) == told(before[each])
