"""Assignments (11.2): all 720 are listed, and those that contradict a public fact are removed.

A fact is ("is", token, identity), ("fought", attacker's token, defender's identity, whether the
attacker won), ("fake", tokens) or ("swap", token, token). Only the facts are stored; every question
goes through all 720 assignments.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from tests.brute.kyoto_header import IDENTITIES

Fact = tuple[Any, ...]
EVERY = list(itertools.permutations(IDENTITIES))


def wins(attacker: str, defender: str) -> bool:
    """Return whether the attacker wins (6.3)."""
    powers = attacker[0], defender[0]
    return powers[0] == "0" if set(powers) == {"0", "3"} else powers[0] >= powers[1]


def true_of(fact: Fact, who: tuple[str, ...]) -> bool:
    if fact[0] == "is":
        return who[fact[1]] == fact[2]
    if fact[0] == "fought":
        return wins(who[fact[1]], fact[2]) is fact[3]
    return all(who[token][1] == "f" for token in fact[1])


def futures(who: tuple[str, ...], facts: list[Fact]) -> list[tuple[str, ...]]:
    """Return what a deployment can be after these facts; nothing if it contradicts them."""
    for index, fact in enumerate(facts):
        if fact[0] == "swap":
            changed = list(who)
            changed[fact[1]], changed[fact[2]] = who[fact[2]], who[fact[1]]
            rest = facts[index + 1 :]
            return futures(who, rest) + futures(tuple(changed), rest)
        if not true_of(fact, who):
            return []
    return [who]


def assignments(facts: list[Fact]) -> set[tuple[str, ...]]:
    """Return every possible assignment of identities to tokens."""
    return {now for who in EVERY for now in futures(who, facts)}


def counts(possible: set[tuple[str, ...]], token: int) -> dict[str, int]:
    """Count the assignments in which a token has each identity."""
    return dict(Counter(who[token] for who in possible))
