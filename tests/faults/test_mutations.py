"""Damaged logs through the API: no 5xx, no half game, every refusal with a finding. The full
run is `mutate.py`.
"""

from __future__ import annotations

import pytest

from tests.faults.mutate import MUTATIONS, Sender, mutant
from tests.support.deep import IS_DEEP, TENTH, amount

COUNT = amount(1000)
SEEDS = range(COUNT) if IS_DEEP else range(TENTH * COUNT, (TENTH + 1) * COUNT)


def test_mutants_are_the_same_every_time_and_all_kinds_are_met() -> None:
    made = [mutant(seed) for seed in SEEDS]
    assert made == [mutant(seed) for seed in SEEDS]
    met = {name for names, _ in made for name in names.split("+")}
    assert met == {mutation.__name__ for mutation in MUTATIONS}


@pytest.mark.django_db
def test_damaged_logs_are_answered_with_reasons_and_kept_whole_or_not_at_all() -> None:
    sender = Sender()
    for seed in SEEDS:
        sender.send(seed)
    sender.check_store()
    assert sender.wrong == []
    assert sum(sender.statuses.values()) == COUNT
    assert sender.statuses[422] > COUNT / 4
    assert sender.statuses[201] > COUNT / 80
