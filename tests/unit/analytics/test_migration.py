"""Statistics counted in the old shape are let go, and the next sweep counts everything anew."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from analytics import selectors, services
from analytics.models import Cell, Contribution, Ledger

from .logs import varied
from .snapshot import statistics

OLD = [("analytics", "0004_ways_and_baselines")]
NEW = [("analytics", "0005_count_spaces_anew")]


def migrate(target):
    executor = MigrationExecutor(connection)
    return executor.migrate(target).apps


@pytest.mark.django_db(transaction=True)
def test_what_was_counted_in_the_old_shape_is_counted_anew(counted):
    counted(varied(6))
    right = statistics()
    migrate(OLD)
    assert not Contribution.objects.exists()
    services.sweep_games()
    Contribution.objects.update(
        facts_version=1, value={"rounds": 1, "spaces": {"route": {"a2": 1}}}
    )
    Cell.objects.update(sums={"rounds": 1, "played": 1, "spaces": {"route": {"a2": [1, 1]}}})
    revision = Ledger.objects.get().revision
    migrate(NEW)
    assert not Cell.objects.exists()
    assert not Contribution.objects.exists()
    assert selectors.ledger_revision() > revision
    services.sweep_games()
    assert statistics() == right
