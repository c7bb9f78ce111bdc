"""What all tests share."""

import os

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, and say so, what needs a Redis or PostgreSQL that no variable names.

    `make test` names them where they are found.
    """
    named = {
        "redis": bool(os.environ.get("REDIS_URL")),
        "postgres": os.environ.get("DATABASE_URL", "").startswith("postgres"),
    }
    away = [marker for marker, is_named in named.items() if not is_named]
    left_out = [item for item in items if any(item.get_closest_marker(one) for one in away)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Counts of throttles and the like begin anew with every test, in the site's own language."""
    cache.clear()
    translation.activate(settings.LANGUAGE_CODE)
