"""Rules as values: engines cite them, and the rules pages show them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.core.language import text


class Standing(StrEnum):
    """Where a rule comes from."""

    PRINTED = "printed"
    COMPONENT = "component"
    INFERRED = "inferred"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that the engine enforces. Its key is a section number of the rules page and is never
    reused.

    `citations` maps an edition (empty in a game with one edition) to the place in its rulebook. An
    edition without such a place is absent.
    """

    key: str
    title: str
    summary: str
    standing: Standing
    citations: Mapping[str, str]


class Violation(NamedTuple):
    """Why an event is refused: the rule, a stable code, and a message (a `Text`)."""

    rule: str
    code: str
    message: str


class Rulebook:
    """All rules of a game by key."""

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
        """Return the place in the edition's rulebook, or the rule's title if there is none.
        `edition` is None if it is unknown.
        """
        rule = self._rules.get(key)
        if rule is None:
            return ""
        if edition is not None and edition in rule.citations:
            return _placed(edition, rule.citations[edition])
        if rule.standing is Standing.HOUSE:
            return text("Our ruling {key}: {title}", key=key, title=text(rule.title))
        places = "; ".join(_placed(*cited) for cited in rule.citations.items())
        return places or text(rule.title)


def _placed(edition: str, place: str) -> str:
    """Return a place with its edition, if the game has more than one."""
    return f"{edition or 'Rulebook'}: {place}"
