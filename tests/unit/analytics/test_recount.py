"""The recount agrees to the last unit, finds what does not, and mends it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from analytics import services as stats_services
from analytics.models import (
    Cell,
    Contribution,
    Ledger,
    PlayerCell,
    RatingPoint,
    RatingPool,
    Standing,
)
from analytics.reads import counting
from replays.models import Game

from .gorinto_logs import RESIGN, game_of, of_every_mode
from .logs import varied
from .snapshot import statistics

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def _bend_cell():
    cell = Cell.objects.order_by("pk").first()
    cell.games += 1
    cell.sums["spaces"][""][1] += 2
    cell.save()


def _leave_another_shape():
    cell = Cell.objects.order_by("pk").first()
    cell.sums = {"rounds": 3, "spaces": {"route": {"a2": [2, 1]}, "": [1]}}
    cell.save()
    row = Contribution.objects.filter(value__has_key="spaces").order_by("pk").first()
    row.value = {"rounds": 1, "spaces": {"route": 7}}
    row.cell = Contribution.objects.exclude(cell=row.cell).filter(value__has_key="spaces")[0].cell
    row.save()


def _bend_contribution():
    row = Contribution.objects.order_by("pk").first()
    row.value.setdefault("spaces", {"": [1, 0]})[""][1] += 1
    row.save()


def _lose_contribution():
    row = Contribution.objects.order_by("pk").first()
    Contribution.objects.filter(pk=row.pk).delete()


def _withdraw_unheard():
    first = Game.objects.order_by("pk").first()
    Game.objects.filter(pk=first.pk).update(withdrawn_at="2026-01-01T00:00Z")


def _leave_an_empty_cell():
    cell = Cell.objects.order_by("pk").first()
    cell.pk, cell.edition = None, "1999"
    cell.save()


def _move_to_another_cell():
    one, two = (
        Contribution.objects.order_by("cell_id")[:2][0],
        Contribution.objects.order_by("-cell_id")[0],
    )
    assert one.cell_id != two.cell_id
    Contribution.objects.filter(pk=one.pk).update(cell_id=two.cell_id)


BENDS = [
    _bend_cell,
    _leave_another_shape,
    _bend_contribution,
    _lose_contribution,
    _leave_an_empty_cell,
    _move_to_another_cell,
]


def test_a_recount_agrees_after_a_busy_life(counted):
    ids = counted(varied(25))
    stats_services.uncount_games(ids[:7])
    stats_services.count_games(ids[3:9])
    Game.objects.filter(pk__in=ids[:3]).delete()
    revision = counting.ledger_revision()
    assert list(stats_services.recount(check_only=True)) == []
    assert counting.ledger_revision() == revision


@pytest.mark.parametrize("bend", BENDS, ids=lambda bend: bend.__name__.strip("_"))
def test_what_is_bent_is_found_and_mended(counted, bend):
    counted(varied(25))
    right = statistics()
    bend()
    bent = statistics()
    assert bent != right
    assert list(stats_services.recount(check_only=True))
    assert statistics() == bent  # checking changes nothing
    assert list(stats_services.recount(check_only=False))
    assert statistics() == right
    assert list(stats_services.recount(check_only=True)) == []


def test_a_game_that_went_unheard_is_taken_off(counted):
    ids = counted(varied(5))
    _withdraw_unheard()
    (found,) = stats_services.recount(check_only=False)
    assert f"game {ids[0]}" in str(found)
    assert list(stats_services.recount(check_only=True)) == []


def test_the_command_says_so_by_its_status(counted):
    counted(varied(5))
    out = StringIO()
    call_command("recount", "--check", stdout=out)
    assert "agree exactly" in out.getvalue()
    _bend_cell()
    with pytest.raises(CommandError, match="1 difference between"):
        call_command("recount", "--check", stdout=StringIO())
    call_command("recount", stdout=out)
    call_command("recount", "--check", stdout=out)


def test_a_check_writes_nothing(counted):
    ids = counted(varied(8))
    stats_services.rate_waiting()
    counted(varied(3, seed=9))
    RatingPool.objects.filter(pk=RatingPool.objects.latest("pk").pk).update(due_game=ids[2])

    def rows():
        tables = (Ledger, Cell, Contribution, PlayerCell, RatingPool, RatingPoint, Standing)
        return [list(table.objects.order_by("pk").values()) for table in tables]

    before = rows()
    assert list(stats_services.recount(check_only=True)) == []
    assert rows() == before
    assert RatingPool.objects.filter(due_game__isnull=False).exists(), "they wait still"
    assert list(stats_services.recount(check_only=False)) == []
    assert not RatingPool.objects.filter(due_game__isnull=False).exists()


def test_a_recount_agrees_for_gorinto_and_uncounting_leaves_nothing(counted):
    ids = counted([*of_every_mode(), *varied(5)])
    assert list(stats_services.recount(check_only=True)) == []
    before = statistics()
    more = counted([*of_every_mode(1), game_of("2p-burrow", 7, 20, RESIGN)])
    stats_services.uncount_games(more)
    assert statistics() == before
    stats_services.uncount_games(ids)
    assert not Cell.objects.exists()
