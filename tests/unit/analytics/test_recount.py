"""The recount compares every sum with the logs, and finds and corrects every difference."""

import pytest
from django.core.management import CommandError

from analytics import models
from analytics import services as stats_services
from analytics.models import Cell, Contribution, ResultsFit
from analytics.reads import counting
from replays.models import Game
from tests.support.commands import run

from .conftest import count_logs
from .gorinto_logs import RESIGN, game_of, of_every_mode
from .logs import varied
from .snapshot import statistics

pytestmark = pytest.mark.sqlite


@pytest.fixture(scope="module")
def ids(module_db):
    return count_logs(varied(16))


def check() -> list:
    return list(stats_services.recount(check_only=True))


def correct() -> list:
    return list(stats_services.recount(check_only=False))


def _wrong_cell():
    cell = Cell.objects.order_by("pk").first()
    cell.games += 1
    cell.sums["spaces"][""][1] += 2
    cell.save()


def _another_shape():
    cell = Cell.objects.order_by("pk").first()
    cell.sums = {"rounds": 3, "spaces": {"route": {"a2": [2, 1]}, "": [1]}}
    cell.save()
    row = Contribution.objects.filter(value__has_key="spaces").order_by("pk").first()
    row.value = {"rounds": 1, "spaces": {"route": 7}}
    row.cell = Contribution.objects.exclude(cell=row.cell).filter(value__has_key="spaces")[0].cell
    row.save()


def _wrong_contribution():
    row = Contribution.objects.order_by("pk").first()
    row.value.setdefault("spaces", {"": [1, 0]})[""][1] += 1
    row.save()


def _missing_contribution():
    Contribution.objects.order_by("pk").first().delete()


def _empty_cell():
    cell = Cell.objects.order_by("pk").first()
    cell.pk, cell.edition = None, "1999"
    cell.save()


def _another_cell():
    first = Contribution.objects.order_by("cell_id")[0]
    last = Contribution.objects.order_by("-cell_id")[0]
    assert first.cell_id != last.cell_id
    Contribution.objects.filter(pk=first.pk).update(cell_id=last.cell_id)


def test_a_recount_agrees_after_many_changes(ids):
    stats_services.uncount_games(ids[:7])
    stats_services.count_games(ids[3:9])
    Game.objects.filter(pk__in=ids[:3]).delete()
    revision = counting.ledger_revision()
    assert check() == []
    assert counting.ledger_revision() == revision


@pytest.mark.parametrize(
    "make_error",
    [_wrong_cell, _another_shape, _wrong_contribution, _missing_contribution, _empty_cell,
     _another_cell],
)  # fmt: skip
def test_an_error_is_found_and_corrected(ids, make_error):
    right = statistics()
    make_error()
    wrong = statistics()
    assert wrong != right
    assert check()
    assert statistics() == wrong  # checking changes nothing
    assert correct()
    assert statistics() == right
    assert check() == []


def test_a_game_withdrawn_without_a_signal_is_uncounted(ids):
    Game.objects.filter(pk=ids[0]).update(withdrawn_at="2026-01-01T00:00Z")
    (difference,) = correct()
    assert f"game {ids[0]}" in str(difference)
    assert check() == []


def test_the_exit_status_of_the_command_reports_differences(ids):
    assert "agree exactly" in run("recount", "--check")[1]
    _wrong_cell()
    with pytest.raises(CommandError, match="1 difference between"):
        run("recount", "--check")
    run("recount")
    run("recount", "--check")


def test_a_check_writes_nothing(ids):
    stats_services.fit_results()
    count_logs(varied(3, seed=9))

    def rows():
        tables = [Cell, Contribution, models.Ledger, models.PlayerCell]
        tables += [ResultsFit, models.Standing, models.BalanceFit]
        return [list(table.objects.order_by("pk").values()) for table in tables]

    before, due = rows(), ResultsFit.objects.exclude(revision=counting.ledger_revision())
    assert due.exists()
    assert check() == []
    assert rows() == before
    assert correct() == []
    assert not due.exists()


def test_a_recount_agrees_for_gorinto_and_uncounting_leaves_nothing(ids):
    gorinto = count_logs(of_every_mode())
    assert check() == []
    before = statistics()
    more = count_logs([*of_every_mode(1), game_of("2p-burrow", 7, 20, RESIGN)])
    stats_services.uncount_games(more)
    assert statistics() == before
    stats_services.uncount_games([*ids, *gorinto])
    assert not Cell.objects.exists()
