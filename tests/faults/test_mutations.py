"""Damaged logs sent to the API: no 5xx, no partly stored game, a finding for every refusal.

`MUTANTS` sets their number: `MUTANTS=10000 pytest tests/faults/test_mutations.py`.
"""

import os
from collections import Counter

from django.test import Client

from tests.faults.mutate import MUTATIONS, check_store, mutant, send
from tests.support.deep import IS_DEEP, TENTH, amount

COUNT = int(os.environ.get("MUTANTS", amount(1000)))
SEEDS = range(COUNT) if IS_DEEP else range(TENTH * COUNT, (TENTH + 1) * COUNT)


def test_mutants_are_reproducible_and_of_all_kinds() -> None:
    made = [mutant(seed) for seed in SEEDS]
    assert made == [mutant(seed) for seed in SEEDS]
    kinds = {name for names, _ in made for name in names.split("+")}
    assert kinds == {mutation.__name__ for mutation in MUTATIONS}


def test_damaged_logs_are_refused_with_reasons_or_stored_whole() -> None:
    client = Client(raise_request_exception=False)
    statuses = Counter(send(client, seed) for seed in SEEDS)
    check_store()
    assert statuses[422] > COUNT / 4
    assert statuses[201] > COUNT / 80
