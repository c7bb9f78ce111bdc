"""Statistics from a read replica: used while it has every removal, else the primary answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, connections

from analytics.insight.question import Filters
from analytics.models import Cell, Contribution, Ledger
from analytics.reads.sums import LIVE
from goryo_site.runtime import replica
from replays.models import Game
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import varied

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Six counted games, and a replica that has stopped at this state."""
    count_logs(varied(6, seed=4))
    name = _copy_database(tmp_path)
    monkeypatch.setitem(
        connections.databases, "replica", {**connection.settings_dict, "NAME": name}
    )
    monkeypatch.setitem(settings.DATABASES, "replica", {})
    monkeypatch.setattr(settings, "DATABASE_ROUTERS", ["goryo_site.runtime.replica.ReplicaRouter"])
    monkeypatch.setattr(
        settings, "MIDDLEWARE", [*settings.MIDDLEWARE, "goryo_site.http.replica.Replica"]
    )
    router = replica.ReplicaRouter()
    from django.db import router as django_router

    monkeypatch.setattr(django_router, "routers", [router], raising=False)
    yield
    connections["replica"].close()
    del connections["replica"]
    if connection.vendor == "postgresql":
        with connection._nodb_cursor() as cursor:  # type: ignore[attr-defined]
            cursor.execute(f'drop database "{name}" with (force)')


def _copy_database(folder: Path) -> str:
    """Copy the database of the tests; return the name of the copy."""
    if connection.vendor == "sqlite":
        import sqlite3

        path = folder / "replica.sqlite3"
        with sqlite3.connect(path) as copy:
            connection.ensure_connection()
            connection.connection.backup(copy)
        return str(path)
    source = connection.settings_dict["NAME"]
    name = f"{source}_replica"
    connections.close_all()
    with connection._nodb_cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute(f'drop database if exists "{name}" with (force)')
        cursor.execute(f'create database "{name}" template "{source}"')
    return name


def n_games() -> int:
    """Return how many games the statistics of a request count."""
    with replica.replica_scope():
        replica.use_replica()
        return LIVE.count_by("goryo", Filters(simulated="all")).total()


def test_a_current_replica_answers(copied: None) -> None:
    Cell.objects.using("default").update(games=1000)  # no removal: only the primary has it
    assert n_games() == 6


def test_games_behind_a_number_and_pages_of_games_are_read_from_the_primary(copied: None) -> None:
    assert replica.READ_MODELS.isdisjoint({Game, Contribution})


def test_a_replica_without_a_removal_is_not_used(copied: None) -> None:
    from replays.services.withdrawal import delete_games

    delete_games([Game.objects.earliest("pk").pk])
    assert n_games() == 5
    main = Ledger.objects.using("replica").filter(kind="", month="")
    main.update(revision=Ledger.objects.get(kind="", month="").revision)
    assert n_games() == 6  # so only the revision decides


def test_a_replica_that_does_not_answer_is_not_used(
    copied: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    connections["replica"].close()
    monkeypatch.setitem(
        connections["replica"].settings_dict, "NAME", str(tmp_path / "missing" / "database")
    )
    Cell.objects.using("default").update(games=1000)
    assert n_games() > 6


def test_the_replica_is_not_migrated() -> None:
    router = replica.ReplicaRouter()
    assert router.allow_migrate("replica", "analytics") is False
    assert router.allow_migrate("default", "analytics") is None
