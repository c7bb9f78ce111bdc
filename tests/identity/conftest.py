"""Fixtures of the tests of identity."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _read_at_once(settings: Any) -> None:
    """Read every upload during its request, however slow the machine is."""
    settings.UPLOAD_INLINE_BYTES = settings.UPLOAD_MAX_BYTES
    settings.UPLOAD_INLINE_SECONDS = 3600.0
    settings.UPLOAD_BATCH_SECONDS = settings.UPLOAD_TURN_SECONDS = 3600.0
    settings.UPLOAD_CHECK_SECONDS = 3600.0
