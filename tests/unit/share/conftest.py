"""Games that are shared."""

import pytest

from replays.web import share_pictures


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Clear cached pictures: tests store different games under one id."""
    share_pictures._cache.clear()
    share_pictures._thumbnails.clear()
