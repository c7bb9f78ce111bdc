"""Counting by other rules: old numbers stay readable, changes are listed, kills are harmless."""

from dataclasses import replace
from typing import Any

import pytest

from analytics import services as stats_services
from analytics.insight.question import Filters, RoleQuestion
from analytics.models import Cell, Contribution, Reanalysis, Snapshot
from analytics.reads import answers as answer_reads
from analytics.reads.answers import grouped_metrics
from analytics.reads.sums import LIVE
from games import registry
from replays import services as replay_services
from replays.models import Game
from tests.support.kinds import changed_kind

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import one_round, season, varied
from .snapshot import statistics, update_derived
from .test_snapshot_players import PATHS, player_numbers, timeless

pytestmark = pytest.mark.in_turn(2)

GORYO = registry.KINDS["goryo"]
LENGTH = replace(grouped_metrics("goryo")["length"], key="test-length", groups={"all": "All games"})


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Use other counting rules, which add every game's number of events plus `more`."""

    def use(version: int, more: int = 0, engine: str = "1.0") -> None:
        def facts(replay: Any) -> dict[str, Any]:
            n = len(replay.steps) + more
            moments = {"mean": [1, 1, 1, n, n, n * n], "values": {str(n): 1}}
            return {**GORYO.counting.facts(replay), LENGTH.key: {"all": moments}}

        counting = {"facts": facts, "version": GORYO.counting.version + version}
        counting["metrics"] = (*GORYO.counting.metrics, LENGTH)
        other = changed_kind(GORYO, rules={"version": engine}, counting=counting)
        monkeypatch.setitem(registry.KINDS, "goryo", other)

    return use


def sums_of(snapshot: Snapshot | None = None) -> dict[Any, Any]:
    return {row.key: (row.games, row.sums) for row in Cell.of(snapshot)}


def sweep_all() -> Reanalysis:
    """Sweep until nothing is left; return the newest re-analysis, which is finished."""
    after: int | None = 0
    while after is not None:
        after = stats_services.sweep_games(after, 10).after
    newest = Reanalysis.objects.all()[0]
    assert newest.finished_at is not None
    return newest


def recount_five_of_twelve(rules: Any) -> None:
    count_logs(varied(12))
    rules(1)
    stats_services.sweep_games(0, 5)


def assert_exact() -> None:
    assert list(stats_services.recount(check_only=True)) == []


def test_changes_are_listed_and_the_old_answer_stays_readable(rules: Any) -> None:
    count_logs(varied(25))
    old = sums_of()
    rules(1)
    assert LIVE.basis("goryo").n_stale == 25
    it = sweep_all()
    assert (it.n_games, it.n_changed) == (25, 25)
    assert sums_of(it.before) == old
    assert sums_of(it.after) == sums_of()
    assert LIVE.basis("goryo").n_stale == 0
    assert it.n_changes == len(it.changes) > 0
    assert {change["metric"] for change in it.changes} == {LENGTH.key}, "the others are unchanged"
    assert {change["old"] for change in it.changes} == {"–"}
    before = Filters(simulated="all", snapshot=it.before.name)
    answer = answer_reads.ask_roles(RoleQuestion("goryo", before))
    assert answer.overall.tally.games == 25
    assert answer.basis.facts_version == GORYO.counting.version
    assert_exact()


def test_a_changed_number_is_listed_with_its_old_and_new_value(rules: Any) -> None:
    rules(1)
    count_logs([one_round()])
    rules(2, more=10)
    (change,) = (change for change in sweep_all().changes if change["by"] == "")
    assert (change["metric"], change["cluster"]) == (LENGTH.key, "All games")
    assert change["old"].startswith("7.0 over 1")
    assert change["new"].startswith("17.0 over 1")


def test_another_engine_recounts_games_and_changes_no_number(rules: Any) -> None:
    rules(1)
    count_logs(varied(5))
    rules(1, engine="1.1")
    it = sweep_all()
    assert (it.n_games, it.n_changed, it.n_changes) == (5, 0, 0)
    assert set(Contribution.objects.values_list("engine_version", flat=True)) == {"1.1"}


def test_games_added_and_removed_meanwhile_are_not_changes(rules: Any) -> None:
    ids = count_logs(varied(30))
    rules(1)
    stats_services.sweep_games(0, 10)  # recounts a third
    assert Reanalysis.objects.get().finished_at is None
    count_logs(varied(8, seed=5))  # new games, by the new rules
    replay_services.withdraw_games([*ids[:2], *ids[-3:]])
    replay_services.delete_games(ids[5:7])
    assert {change["metric"] for change in sweep_all().changes} == {LENGTH.key}
    replay_services.restore_games(ids[-3:])
    sweep_all()
    assert Reanalysis.objects.count() == 1
    assert_exact()


def test_a_game_counted_late_by_old_code_is_not_included(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    recount_five_of_twelve(rules)
    new = registry.KINDS["goryo"]
    monkeypatch.setitem(registry.KINDS, "goryo", GORYO)
    late = count_logs(varied(4, seed=9))
    stats_services.count_games(Game.objects.values_list("pk", flat=True), again=True)
    by_new_code = Contribution.objects.filter(facts_version=new.counting.version)
    assert by_new_code.count() == 5, "old code does not touch them"
    monkeypatch.setitem(registry.KINDS, "goryo", new)
    it = sweep_all()
    assert it.n_games == 12 == sum(games for games, _ in sums_of(it.after).values())
    assert len(late) + 12 == sum(cell.games for cell in Cell.objects.all())


def test_a_second_change_of_the_rules_closes_the_first(rules: Any) -> None:
    recount_five_of_twelve(rules)
    rules(2, more=1)
    sweep_all()
    second, first = Reanalysis.objects.all()
    assert first.finished_at is not None
    assert (first.n_games, second.n_games) == (5, 12)
    assert len(second.from_versions) == 2
    assert_exact()


def test_an_interruption_changes_nothing_and_repeated_counting_is_one_re_analysis(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = count_logs(varied(6))
    old = sums_of()
    rules(1)

    def killed(*_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as dying:
        dying.setattr("analytics.services.cells._change_contributions", killed)
        with pytest.raises(MemoryError):
            stats_services.count_games(ids)
    assert sums_of() == old
    assert not Reanalysis.objects.exists()
    assert not Cell.in_snapshots().exists()
    stats_services.count_games(ids)
    stats_services.count_games(ids, again=True)
    stats_services.count_games(reversed(ids), again=True)
    assert Reanalysis.objects.get().n_games == 6
    right = statistics()
    list(stats_services.recount(check_only=False))
    assert statistics() == right
    assert Reanalysis.objects.get().finished_at is not None


def test_players_before_other_rules_stay_readable(client: Any, rules: Any) -> None:
    count_logs(season(20))
    update_derived()
    before = player_numbers(client)
    rules(1)
    sweep_all()
    then = player_numbers(client, "goryo-1-before")
    assert "goryo-1-before" in client.get("/players/").content.decode()
    count_logs(of_every_mode())  # now the snapshot lacks counted games
    assert "goryo-1-before" not in client.get("/players/").content.decode()
    for path in PATHS:
        then[path].pop("versions"), before[path].pop("versions")  # Goryō only
        if "form" in before[path]:  # a snapshot of a recount does not have the last results
            assert (then[path].pop("form"), len(before[path].pop("form"))) == (None, 5)
        assert timeless(then[path]) == timeless(before[path])
