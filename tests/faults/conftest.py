"""Fixtures of the fault tests."""

from typing import Any

import pytest

from replays.services import notifications
from tests.support.pictures import render_once


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let every test of this folder use the database."""
    if item.get_closest_marker("django_db") is None:
        item.add_marker(pytest.mark.django_db)


@pytest.fixture(autouse=True)
def _no_broker(rates: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off throttles and the broker; small uploads are read at once anyway. Equal pictures are
    rendered once.
    """
    render_once(monkeypatch)
    rates(uploads=None)
    monkeypatch.setattr(notifications, "enqueue_reading", lambda _: True)
