"""11.2 by writing down every assignment and crossing out what was seen to be false.

A fact is what everybody saw: ("is", token, identity), ("fought", attacker's token, defender's
identity, whether the attacker won), ("fake", tokens) or ("swap", token, token). Nothing is kept
but the facts; every question goes through all 720 ways anew.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from tests.brute.kyoto_header import IDENTITIES

Fact = tuple[Any, ...]
EVERY = list(itertools.permutations(IDENTITIES))


def wins(attacker: str, defender: str) -> bool:
    """6.3."""
    mine, theirs = attacker[0], defender[0]
    if (mine, theirs) in (("0", "3"), ("3", "0")):
        return mine == "0"
    return mine >= theirs


def true_of(fact: Fact, who: tuple[str, ...]) -> bool:
    if fact[0] == "is":
        return who[fact[1]] == fact[2]
    if fact[0] == "fought":
        return wins(who[fact[1]], fact[2]) is fact[3]
    return all(who[token][1] == "f" for token in fact[1])


def futures(who: tuple[str, ...], facts: list[Fact]) -> list[tuple[str, ...]]:
    """What one deployment has become after all that was seen; nothing where it can't be."""
    for at, fact in enumerate(facts):
        if fact[0] == "swap":
            changed = list(who)
            changed[fact[1]], changed[fact[2]] = who[fact[2]], who[fact[1]]
            rest = facts[at + 1 :]
            return futures(who, rest) + futures(tuple(changed), rest)
        if not true_of(fact, who):
            return []
    return [who]


def assignments(facts: list[Fact]) -> set[tuple[str, ...]]:
    """Every way the identities can lie on the tokens now."""
    return {now for who in EVERY for now in futures(who, facts)}


def counts(found: set[tuple[str, ...]], token: int) -> dict[str, int]:
    """In how many assignments a token has each identity."""
    return dict(Counter(who[token] for who in found))
