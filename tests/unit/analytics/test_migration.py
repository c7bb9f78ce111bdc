"""Transactional tests: migrations of sums and of rows of snapshots, and the ledger."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from analytics import services as stats_services
from analytics.models import (
    SUMS_MODELS,
    BalanceFit,
    Cell,
    Contribution,
    ResultsFit,
    Standing,
)
from analytics.reads import counting
from analytics.services.ledger import lock_ledger
from replays.models import Game
from tests.support.migrated import StepByStep

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import season, varied
from .snapshot import statistics

OLD = [("analytics", "0004_ways_and_baselines")]


def migrate(target=None):
    """The models at a target: the newest where none is given."""
    executor = MigrationExecutor(connection)
    executor.loader = StepByStep(connection)
    leaves = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "analytics"]
    return executor.migrate(target or leaves).apps


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_sums_of_the_old_shape_are_deleted_and_counted_again():
    count_logs(varied(6))
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


@pytest.mark.django_db(transaction=True)
def test_the_ledger_can_only_be_taken_in_a_transaction():
    with pytest.raises(RuntimeError, match="inside a transaction"):
        lock_ledger()


MIRRORED = [("analytics", "0012_players_kept")]
MIRRORS = ("SnapshotCell", "SnapshotTree", "SnapshotPlayerCell")
FITS = (ResultsFit, Standing, BalanceFit)


def stored_sums() -> list[set[Any]]:
    """Every stored row by its snapshot, its key and its values; nothing that ids differ in. Of fits
    only the live ones: earlier models had others, so those of snapshots are deleted.
    """
    tables = []
    for model in SUMS_MODELS:
        skipped = {"id", "cell", "snapshot", "fitted_at"}
        names = [f.attname for f in model._meta.concrete_fields if f.name not in skipped]
        everywhere = model.objects if model in FITS else model._base_manager
        rows = everywhere.select_related("snapshot")
        tables.append({
            (str(row.snapshot), str(getattr(row, "cell", "")), *(str(vars(row)[n]) for n in names))
            for row in rows
        })  # fmt: skip
    return tables


@pytest.mark.django_db(transaction=True)
def test_rows_of_snapshots_move_both_ways(settings, tmp_path):
    settings.DUMPS_DIR = tmp_path
    count_logs([*season(40), *varied(6)])
    stats_services.fit_results()
    stats_services.make_dump()
    count_logs(of_every_mode())
    stats_services.make_dump()
    stats_services.fit_results()
    before = stored_sums()
    assert all(len(rows) > 10 for rows in before[: -len(FITS)])
    assert all(before)
    live, recount = statistics(), list(stats_services.recount(check_only=True))
    old = migrate(MIRRORED)
    counts = {name: old.get_model("analytics", name).objects.count() for name in MIRRORS}
    assert all(counts.values()), counts
    assert old.get_model("analytics", "Cell").objects.count() == len(live["cells"])
    migrate()
    stats_services.fit_results()
    assert stored_sums() == before
    assert statistics() == live
    assert list(stats_services.recount(check_only=True)) == recount == []
