"""Statistics counted in the old shape are let go, and the next sweep counts everything anew."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from analytics import services as stats_services
from analytics.models import Cell, Contribution
from analytics.reads import counting
from replays.models import Game

from .logs import varied
from .snapshot import statistics

OLD = [("analytics", "0004_ways_and_baselines")]


def migrate(target=None):
    """The models at a target: the newest where none is given."""
    executor = MigrationExecutor(connection)
    leaves = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "analytics"]
    return executor.migrate(target or leaves).apps


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_what_was_counted_in_the_old_shape_is_counted_anew(counted):
    counted(varied(6))
    right = statistics()
    old = migrate(OLD)
    cells, contributions = (
        old.get_model("analytics", "Cell"),
        old.get_model("analytics", "Contribution"),
    )
    assert not contributions.objects.exists()
    game = Game.objects.earliest("pk")
    cell = cells.objects.create(
        kind="goryo", edition="2024", mode="standard", board_digest=game.board_digest, month="",
        winner="", reason="", is_finished=False, is_simulated=False, games=1,
        sums={"rounds": 1, "played": 1, "spaces": {"route": {"a2": [1, 1]}}},
    )  # fmt: skip
    contributions.objects.create(
        game_id=game.pk, cell=cell, facts_version=1, value={"rounds": 1, "spaces": {}}
    )
    revision = old.get_model("analytics", "Ledger").objects.get().revision
    migrate()
    assert not Cell.objects.exists()
    assert not Contribution.objects.exists()
    assert counting.ledger_revision() > revision
    stats_services.sweep_games()
    assert statistics() == right
