"""Statistics from a read replica: used while it has every removal, else the primary answers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections, router
from django.db.utils import load_backend
from django.test import Client

from analytics.models import Cell, Contribution, Ledger
from goryo_site.runtime import replica
from replays.models import Game
from replays.services.withdrawal import delete_games
from tests.support.pages import get_json
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import varied

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def copied(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Six counted games, and a replica that has stopped at this state."""
    count_logs(varied(6, seed=4))
    name = _copy_database(tmp_path)
    database = {**connection.settings_dict, "NAME": name}
    monkeypatch.setitem(connections.databases, replica.REPLICA, database)
    # Tests may use only the aliases that were configured when they began.
    copy = load_backend(database["ENGINE"]).DatabaseWrapper(database, "default")
    connections[replica.REPLICA] = copy
    monkeypatch.setattr(replica, "_paused_until", 0.0)
    monkeypatch.setattr(router, "routers", [replica.ReplicaRouter()])
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "goryo_site.http.replica.Replica"]
    yield
    connections[replica.REPLICA].close()
    del connections[replica.REPLICA]
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
    answer = get_json(Client(), "/api/v1/stats/goryo/roles/", data={"simulated": "all"})
    return int(answer["overall"]["games"]["total"])


def test_a_current_replica_answers(copied: None) -> None:
    Cell.objects.using("default").update(games=1000)  # no removal: only the primary has it
    assert n_games() == 6


def test_games_behind_a_number_and_pages_of_games_are_read_from_the_primary(copied: None) -> None:
    assert replica.READ_MODELS.isdisjoint({Game, Contribution})


def test_a_replica_without_a_removal_is_not_used(copied: None) -> None:
    delete_games([Game.objects.earliest("pk").pk])
    assert n_games() == 5
    main = Ledger.objects.using("replica").filter(kind="", month="")
    main.update(revision=Ledger.objects.get(kind="", month="").revision)
    assert n_games() == 6  # so only the revision decides


def test_a_replica_that_does_not_answer_is_not_used(
    copied: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    connections[replica.REPLICA].close()
    is_file = connection.vendor == "sqlite"
    missing = str(tmp_path / "missing" / "database") if is_file else "missing"
    Cell.objects.using("default").update(games=1000)
    with monkeypatch.context() as failure:
        failure.setitem(connections[replica.REPLICA].settings_dict, "NAME", missing)
        assert n_games() > 6
    assert not replica.is_current(), "each attempt could take seconds"
    monkeypatch.setattr(replica, "_paused_until", 0.0)
    assert replica.is_current()


def test_the_replica_is_not_migrated() -> None:
    own = replica.ReplicaRouter()
    assert own.allow_migrate("replica", "analytics") is False
    assert own.allow_migrate("default", "analytics") is None
