"""Games that are shared."""

import pytest

from replays.web import share_pictures
from tests.unit.replay_page.conftest import finished, unfinished

__all__ = ["finished", "unfinished"]


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Clear cached pictures: tests store different games under one id."""
    share_pictures._cache.clear()
