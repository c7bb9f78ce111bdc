"""Which games a number counts, as conditions on contributions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """What a number counts. Each of `paths` leads to a sum in what a game adds; `count_games`
    returns how many games such a sum counts. `exact` selects the contributions that are counted,
    `indexed` (if any) the same or more of them in a form that PostgreSQL's index can answer.
    `is_once`: the sums of a cell count each game once.
    """

    paths: tuple[Path, ...]
    count_games: Callable[[Any], int]
    exact: Q
    indexed: Q | None = None
    is_once: bool = True


def has_sum(path: Path) -> Q:
    """Return the condition that a game adds a sum at a path."""
    return Q(**{f"value__{'__'.join(path[:-1])}__has_key": path[-1]})


def has_number(path: Path, position: int, number: int) -> Q:
    """Return the condition that a number of the sum at a path has this value."""
    return Q(**{f"value__{'__'.join(path)}__{position}": number})


def contains_sum(path: Path, sample: Any) -> Q:
    """Return the condition, for the index, that the sum of one game is at a path. `sample` is a
    part of every such sum: its count of games is 1.
    """
    for key in reversed(path):
        sample = {key: sample}
    return Q(value__contains=sample)


def any_of(conditions: Iterable[Q]) -> Q:
    """Return the condition that any of some conditions holds."""
    return reduce(or_, conditions, Q(pk__in=[]))


def shared_path(paths: Sequence[Path]) -> Path:
    """Return the path to the sums in a cell: the whole path if there is one, else the metric's."""
    return paths[0] if len(paths) == 1 else paths[0][:1]
