"""Fixtures and rules for all tests."""

import gc
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import translation
from rest_framework.throttling import SimpleRateThrottle

from tests.support import deep, migrated


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests of services that no variable names, and deep tests that are not due."""
    available = {
        "redis": bool(os.environ.get("REDIS_URL")),
        "postgres": os.environ.get("DATABASE_URL", "").startswith("postgres"),
    }
    missing = [marker for marker, is_available in available.items() if not is_available]
    groups: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        markers = {marker.name for marker in item.iter_markers()}
        is_due = "deep" not in markers or deep.is_due(item.nodeid)
        is_due = is_due and has_turn(item) and has_turn_on_sqlite(item)
        groups[is_due and markers.isdisjoint(missing)].append(item)
    config.hook.pytest_deselected(items=groups[False])
    # The longest first, so that the processes end at about the same time.
    items[:] = groups[True]
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def has_turn(item: pytest.Item) -> bool:
    """Return whether a test, if it is marked to take turns with others, runs today."""
    marker = item.get_closest_marker("in_turn")
    return marker is None or deep.has_turn(item.nodeid, *marker.args)


def has_turn_on_sqlite(item: pytest.Item) -> bool:
    """Return whether a test runs in the lane of what differs on SQLite. Modules whose code is the
    same there take turns: a third of them each day.
    """
    marker = item.get_closest_marker("sqlite")
    is_limited = marker and marker.kwargs.get("in_turn") and os.environ.get("TEST_SQLITE_IN_TURN")
    return not is_limited or deep.has_turn(item.nodeid.partition("::")[0], 3)


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and never visit what was loaded before the first test."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Distribute whole modules (`tests.support.scheduling`)."""
    from tests.support.scheduling import ModuleScheduling

    return ModuleScheduling(config, log)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print which deep tests ran, also with `-q`."""
    terminalreporter.write_line(deep.report())


@pytest.fixture(autouse=True)
def _fresh_cache_and_language() -> None:
    """Throttles start from zero in each test, and the language is the site's default."""
    cache.clear()
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(scope="session")
def _migrated(django_db_modify_db_settings: None) -> tuple[bool, Callable[[], None]]:
    return migrated.take()


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest, _migrated: tuple[bool, Any]) -> bool:
    """Let Django continue with the copy of a migrated database (`tests.support.migrated`)."""
    return _migrated[0] or bool(request.config.getvalue("reuse_db"))


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, _migrated: tuple[bool, Callable[[], None]]
) -> Iterator[None]:
    """Give the new database to the other processes."""
    _migrated[1]()
    with pytest.MonkeyPatch.context() as patch:
        migrated.keep_permissions(patch)
        yield


def _shared_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Open a database for fixtures of module or class scope, whose rows all its tests see.

    Each test runs in a savepoint on top, which is rolled back. Not for transactional tests.
    """
    outer = transaction.atomic()
    outer._from_testcase = True  # as Django's TestCase does: code may open durable blocks
    with django_db_blocker.unblock(), outer:
        yield
        transaction.set_rollback(True)


module_db = pytest.fixture(_shared_database, scope="module", name="module_db")
class_db = pytest.fixture(_shared_database, scope="class", name="class_db")


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set throttle rates by scope, as `rates(belief="2/min")`."""

    def set_rates(**by_scope: str | None) -> None:
        for scope, rate in by_scope.items():
            monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, rate)

    return set_rates
