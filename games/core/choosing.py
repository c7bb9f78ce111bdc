"""Choosing one of many events a field at a time: a tree that is only as wide as a page can show.

A plain event is spelled out as a row of parts, each a path and a value: `type`, then its fields in
their order, the entries of a list by number (`route.0`), those of an object by key (`path.a`). All
events that begin with the parts already chosen are one node of the tree.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

LOOKED_AT = 60_000
"""Events gone through at most to find what can be chosen."""
FEW = 120
"""Up to so many events are listed whole."""
CHOICES_MAX = 200

Part = tuple[str, Any]
Parts = tuple[Part, ...]


class Choice(NamedTuple):
    """A way on from a node: the part that would be chosen, and how many events have it; None
    where nobody counted them.
    """

    path: str
    value: Any
    number: int | None


class Node(NamedTuple):
    """What can be chosen after some parts.

    `chosen` are these and those that follow without a choice; `whole` is the event that they are
    already, or None; `events` are all of them where they are few, else none; `total` is None where
    nobody counted them. `is_complete`: whether all there are were looked at.
    """

    chosen: Parts
    whole: dict[str, Any] | None
    choices: tuple[Choice, ...]
    events: tuple[dict[str, Any], ...]
    total: int | None
    is_complete: bool


def spelled(plain: Mapping[str, Any]) -> Parts:
    """A plain event as its parts."""
    return tuple(_parts("", plain))


def _parts(path: str, value: Any) -> Iterator[Part]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _parts(f"{path}.{key}" if path else key, inner)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _parts(f"{path}.{number}", inner)
    else:
        yield path, value


def node(
    events: Iterable[dict[str, Any]], chosen: Parts, samples: frozenset[str] = frozenset()
) -> Node:
    """The node of these events that begins with `chosen`; no event: `total` is 0. Of the types
    `samples` the events are only one for each way to go on.
    """
    found: list[tuple[Parts, dict[str, Any]]] = []
    looked, iterator = 0, iter(events)
    for plain in islice(iterator, LOOKED_AT):
        looked += 1
        parts = spelled(plain)
        if parts[: len(chosen)] == chosen:
            found.append((parts, plain))
    is_complete = looked < LOOKED_AT or next(iterator, None) is None
    if is_complete:
        chosen = _with_what_follows(found, chosen)
    at = len(chosen)
    counts: dict[Part, int] = {}
    whole = None
    for parts, plain in found:
        if len(parts) == at:
            whole = plain
        else:
            counts[parts[at]] = counts.get(parts[at], 0) + 1
    are_samples = any(plain["type"] in samples and len(parts) > at + 1 for parts, plain in found)
    choices = tuple(
        Choice(path, value, None if are_samples else n) for (path, value), n in counts.items()
    )
    are_few = is_complete and not are_samples and len(found) <= FEW
    return Node(
        chosen,
        whole,
        choices[:CHOICES_MAX],
        tuple(plain for _, plain in found) if are_few else (),
        None if are_samples else len(found),
        is_complete and len(choices) <= CHOICES_MAX,
    )


def _with_what_follows(found: list[tuple[Parts, dict[str, Any]]], chosen: Parts) -> Parts:
    """The parts chosen and those that all of these events go on with."""
    if not found:
        return chosen
    rows = [parts for parts, _ in found]
    shortest = min(len(parts) for parts in rows)
    at = len(chosen)
    while at < shortest and all(parts[at] == rows[0][at] for parts in rows):
        at += 1
    return rows[0][:at]
