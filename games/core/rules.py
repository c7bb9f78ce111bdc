"""Rules as values: what an engine cites when it refuses, and what the rule pages show."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Standing(StrEnum):
    """How sure we are that a rule is the game's own."""

    PRINTED = "printed"
    COMPONENT = "component"
    INFERRED = "inferred"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule the engine enforces: its key is a section number of our rules page and is never
    reused.

    `citations` maps an edition (the empty text in a game that has one) to the place in its
    rulebook; an edition that is silent is absent.
    """

    key: str
    title: str
    summary: str
    standing: Standing
    citations: Mapping[str, str]


class Violation(NamedTuple):
    """Why an event is refused: the rule, a stable code for programs, and a sentence for people."""

    rule: str
    code: str
    message: str


class Rulebook:
    """All rules of a game, by key."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._rules = {rule.key: rule for rule in rules}
        if len(self._rules) != len(rules):
            raise ValueError("two rules share a key")

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __getitem__(self, key: str) -> Rule:
        return self._rules[key]

    def __contains__(self, key: object) -> bool:
        return key in self._rules

    def cite(self, key: str, edition: str | None) -> str:
        """The place in the edition's rulebook, or what stands in for one; `edition` None where
        it is unknown.
        """
        rule = self._rules.get(key)
        if rule is None:
            return ""
        if edition is not None and edition in rule.citations:
            return _placed(edition, rule.citations[edition])
        if rule.standing is Standing.HOUSE:
            return f"House ruling {key}: {rule.title}"
        return "; ".join(_placed(*cited) for cited in rule.citations.items()) or rule.title


def _placed(edition: str, place: str) -> str:
    """A place in a rulebook; a game with one edition does not name it."""
    return f"{edition or 'Rulebook'}: {place}"
