"""What gunicorn does when a worker begins."""

import gc
from collections.abc import Iterator

import pytest

from goryo_site.runtime import gunicorn


@pytest.fixture
def collector() -> Iterator[None]:
    """The collector as it was, afterwards."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_permanent_objects_are_excluded_from_garbage_collection() -> None:
    gunicorn.post_worker_init(None)
    assert gc.get_freeze_count() > 50_000
    assert gc.get_threshold()[0] == gunicorn.GC_THRESHOLD
