"""Live rows and those of snapshots share their tables, and never mix."""

from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from analytics import services as stats_services
from analytics.models import SUMS_MODELS, RatingPool

from .test_ratings import season


@pytest.mark.django_db
def test_managers_hold_live_rows_only_and_keys_are_unique_in_each_state(
    counted: Any, settings: Any, tmp_path: Path
) -> None:
    settings.DUMPS_DIR = tmp_path
    counted(season(12))
    stats_services.rate_waiting()
    snapshot = stats_services.make_dump()
    for model in SUMS_MODELS:
        live = set(model.objects.values_list("pk", flat=True))
        stored = set(model.of(snapshot).values_list("pk", flat=True))
        assert all((live, stored))
        assert not live & stored
        assert set(model.of(None).values_list("pk", flat=True)) == live
        assert set(model.in_snapshots().values_list("pk", flat=True)) == stored
        assert not model.objects.filter(pk__in=stored).update(snapshot=None)
        for row in (model.objects.first(), model.of(snapshot).first()):
            row.pk, row._state.adding = None, True
            with pytest.raises(IntegrityError), transaction.atomic():
                row.save()
    for pool in RatingPool.objects.all():
        assert {row.snapshot_id for row in pool.standings.all()} == {None}
