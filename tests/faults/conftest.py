"""What the fault tests share."""

from typing import Any

import pytest

from replays.services import notifications


@pytest.fixture(autouse=True)
def _no_broker(rates: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No throttle, and a doorbell that nobody hears: what is small is read at once anyway."""
    rates(uploads=None)
    monkeypatch.setattr(notifications, "enqueue_reading", lambda _: True)
