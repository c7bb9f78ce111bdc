"""Fixtures and rules for all tests."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import translation
from rest_framework.throttling import SimpleRateThrottle

from tests.support import deep


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests of services that no variable names, and deep tests that are not due."""
    available = {
        "redis": bool(os.environ.get("REDIS_URL")),
        "postgres": os.environ.get("DATABASE_URL", "").startswith("postgres"),
    }
    missing = [marker for marker, is_available in available.items() if not is_available]
    deselected = [
        item
        for item in items
        if any(item.get_closest_marker(marker) for marker in missing)
        or (item.get_closest_marker("deep") and not deep.is_due(item.nodeid))
    ]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        dropped = set(deselected)
        items[:] = [item for item in items if item not in dropped]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print which deep tests ran, also with `-q`."""
    terminalreporter.write_line(deep.report())


@pytest.fixture(autouse=True)
def _fresh_cache_and_language() -> None:
    """Throttles start from zero in each test, and the language is the site's default."""
    cache.clear()
    translation.activate(settings.LANGUAGE_CODE)


def _shared_database(blocker: Any) -> Iterator[None]:
    outer = transaction.atomic()
    outer._from_testcase = True  # as Django's TestCase does: code may open durable blocks
    with blocker.unblock(), outer:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A database for fixtures of module scope: all tests of the module see what they write.

    Each test runs in a savepoint on top, so what it writes itself does not stay. Not for
    transactional tests.
    """
    yield from _shared_database(django_db_blocker)


@pytest.fixture(scope="class")
def class_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The same for fixtures of class scope."""
    yield from _shared_database(django_db_blocker)


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set throttle rates by scope, as `rates(belief="2/min")`."""

    def set_rates(**by_scope: str | None) -> None:
        for scope, rate in by_scope.items():
            monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, rate)

    return set_rates
