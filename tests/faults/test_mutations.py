"""Damaged logs sent to the API: no 5xx, no partly stored game, a finding for every refusal.

`mutate.py` sends any number.
"""

from __future__ import annotations

import pytest

from tests.faults.mutate import MUTATIONS, Sender, mutant
from tests.support.deep import IS_DEEP, TENTH, amount

COUNT = amount(1000)
SEEDS = range(COUNT) if IS_DEEP else range(TENTH * COUNT, (TENTH + 1) * COUNT)


def test_mutants_are_reproducible_and_of_all_kinds() -> None:
    made = [mutant(seed) for seed in SEEDS]
    assert made == [mutant(seed) for seed in SEEDS]
    kinds = {name for names, _ in made for name in names.split("+")}
    assert kinds == {mutation.__name__ for mutation in MUTATIONS}


@pytest.mark.django_db
def test_damaged_logs_are_refused_with_reasons_or_stored_whole() -> None:
    sender = Sender()
    for seed in SEEDS:
        sender.send(seed)
    sender.check_store()
    assert sender.wrong == []
    assert sum(sender.statuses.values()) == COUNT
    assert sender.statuses[422] > COUNT / 4
    assert sender.statuses[201] > COUNT / 80
