"""Choosing one of many events field by field: a tree with nodes small enough for a page.

A plain event becomes a row of parts, each a path and a value: `type`, then its fields in order,
list entries by number (`route.0`) and object entries by key (`path.a`). A node of the tree is all
events that begin with the parts chosen so far.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

SEARCHED_MAX = 40_000
"""Most events searched for choices."""
LISTED_MAX = 120
"""Most events that a node lists."""
CHOICES_MAX = 200

Part = tuple[str, Any]
Parts = tuple[Part, ...]


class Choice(NamedTuple):
    """A part that can be chosen next, and how many events have it (None if not counted)."""

    path: str
    value: Any
    number: int | None


class Node(NamedTuple):
    """What can be chosen after some parts.

    `chosen` are these parts and those that follow without a choice. `whole` is the event that they
    make up, or None. `events` lists all events if there are few, else it is empty. `total` is None
    if they were not counted. `is_complete`: whether all events were searched.
    """

    chosen: Parts
    whole: dict[str, Any] | None
    choices: tuple[Choice, ...]
    events: tuple[dict[str, Any], ...]
    total: int | None
    is_complete: bool


def to_parts(plain: Mapping[str, Any]) -> Parts:
    """Return the parts of a plain event."""
    parts: list[Part] = []
    for key, value in plain.items():
        if type(value) is str:  # most fields; this runs for every legal event
            parts.append((key, value))
        else:
            _add_parts(parts, key, value)
    return tuple(parts)


def _add_parts(parts: list[Part], path: str, value: Any) -> None:
    if isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            _add_parts(parts, f"{path}.{number}", inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _add_parts(parts, f"{path}.{key}", inner)
    else:
        parts.append((path, value))


def node(
    events: Iterable[dict[str, Any]], chosen: Parts, samples: frozenset[str] = frozenset()
) -> Node:
    """Return the node of the events that begin with `chosen`. Of the types in `samples`, `events`
    has only one per continuation.
    """
    rows: list[tuple[Parts, dict[str, Any]]] = []
    searched, iterator = 0, iter(events)
    for plain in islice(iterator, SEARCHED_MAX):
        searched += 1
        parts = to_parts(plain)
        if parts[: len(chosen)] == chosen:
            rows.append((parts, plain))
    is_complete = searched < SEARCHED_MAX or next(iterator, None) is None
    if is_complete:
        chosen = _extend(rows, chosen)
    at = len(chosen)
    counts: dict[Part, int] = {}
    whole = None
    for parts, plain in rows:
        if len(parts) == at:
            whole = plain
        else:
            counts[parts[at]] = counts.get(parts[at], 0) + 1
    are_samples = any(plain["type"] in samples and len(parts) > at + 1 for parts, plain in rows)
    choices = tuple(
        Choice(path, value, None if are_samples else n) for (path, value), n in counts.items()
    )
    are_few = is_complete and not are_samples and len(rows) <= LISTED_MAX
    return Node(
        chosen,
        whole,
        choices[:CHOICES_MAX],
        tuple(plain for _, plain in rows) if are_few else (),
        None if are_samples else len(rows),
        is_complete and len(choices) <= CHOICES_MAX,
    )


def _extend(rows: list[tuple[Parts, dict[str, Any]]], chosen: Parts) -> Parts:
    """Return the chosen parts and the following ones that all events share."""
    if not rows:
        return chosen
    all_parts = [parts for parts, _ in rows]
    first, shortest = all_parts[0], min(map(len, all_parts))
    at = len(chosen)
    while at < shortest and all(parts[at] == first[at] for parts in all_parts):
        at += 1
    return first[:at]
