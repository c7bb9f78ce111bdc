"""The contract every game keeps: an engine of pure functions, and one value that tells the house
about the game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.core.chance import Chance
from games.core.decisions import Decisions
from games.core.engine import Engine
from games.core.findings import Claim, Problem
from games.core.language import join_and
from games.core.metrics import Habit, Metric
from games.core.ranking import Side, no_habits, no_partners, ranked_by_winner
from games.core.record import Record
from games.core.replay import Replay
from games.core.rules import Rulebook

OMNISCIENT, PUBLIC = "omniscient", "public"
"""The two views every game has besides its roles'."""


class GameTags(NamedTuple):
    """Tags that only one game has, as they are written: those before the players' names and those
    after them, and which header keys they say (`ruleset`, `setup`); the others are written as JSON.
    """

    before: list[tuple[str, str]]
    after: list[tuple[str, str]]
    says: frozenset[str]


class Definition(Protocol):
    """What a mark on a step means: shown on the page of definitions."""

    @property
    def title(self) -> str:
        """A word or two."""

    @property
    def words(self) -> str:
        """When a step is marked so."""

    @property
    def sort(self) -> str:
        """`wrong`, `rule`, `luck` or `fact`."""

    @property
    def rule(self) -> str:
        """The section it rests on."""


class Notation(Protocol):
    """How a game spells its header tags and events in text (log-format page, "Text")."""

    role_tags: Mapping[str, str]
    """The tags that name a role's player, and the role of each."""
    game_tags: Mapping[str, str]
    """The other tags that only this game has, and the header key that each speaks of."""

    def read_tags(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        """The game's own tags as header keys; what cannot be read goes to `problems`."""

    def write_tags(self, header: Mapping[str, Any]) -> GameTags:
        """The tags that say what ruleset and set-up say, as far as tags can."""

    def parse_event(self, words: list[str]) -> dict[str, Any]:
        """An event as plain data. Raises LogError where the words are no event."""

    def format_event(self, plain: Mapping[str, Any]) -> list[str]:
        """The words of an event."""


def no_hints(replay: Replay) -> Iterable[str]:  # noqa: ARG001 - the signature of hints
    """Hints of a kind that has none to give."""
    return ()


def no_match(record: Record) -> tuple[str, int] | None:  # noqa: ARG001 - the signature of match_of
    """For games whose logs tell of no match."""
    return None


@dataclass(frozen=True, slots=True)
class GameKind:
    """Everything the house asks of a board game. One value a game, listed in `games.registry`.

    `roles` may sit at the table, `sides` may win. A game is played in an edition (empty where the
    game has only one) and a mode, both in the kind's own words; `rulesets` are the names that
    `simulate` takes, `usual_ruleset` the one it takes unasked. `hints` are what somebody who checks
    his own log is told though it is right; they may tell secrets. A game with hidden information
    may tell what could be known: `insight` under one of `priors` (`games.core.scene.Insight`; its
    last argument is what was fitted on games, or None), with marks that `judgements` define.
    `rulebook_languages` names the language of the editions whose rulebook is not in English.

    Of players it tells how they ended (`ranking`), which `places` are compared (none: its sides),
    whether each place has a rating of its own (`rated_apart`), who sits together (`partners_in` a
    mode), and how they play: `habits`, from the sums of one game by role that `seat_facts` gives.
    `at_random` gives any legal event of a state, each as likely as the others, None at the end:
    what statistics compare play with. `match_of` tells which game of which match (by its name) a
    log says that it is.
    """

    slug: str
    title: str
    roles: Mapping[str, str]
    sides: Mapping[str, str]
    editions: tuple[str, ...]
    modes: Mapping[str, str]
    rulesets: tuple[str, ...]
    usual_ruleset: str
    reasons: Mapping[str, str]
    engine_version: str
    facts_version: int
    rulebook: Rulebook
    sections: Mapping[str, str]
    engine: Engine
    notation: Notation
    read_setup: Callable[[Mapping[str, Any], list[Problem]], tuple[Any, dict[str, Any]]]
    read_outcome: Callable[[Any, list[Problem]], dict[str, Any]]
    read_event: Callable[[dict[str, Any]], Any]
    plain_event: Callable[[Any], dict[str, Any]]
    claims: Callable[[Replay], Iterable[Claim]]
    edition_of: Callable[[Any], str]
    mode_of: Callable[[Any], str]
    roles_in: Callable[[str], tuple[str, ...]]
    edition_claimed: Callable[[Any], str | None]
    steps: Callable[[Replay, str, bool], Iterator[dict[str, Any]]]
    facts: Callable[[Replay], dict[str, Any]]
    metrics: tuple[Metric, ...]
    scene: Callable[[Record], dict[str, Any]]
    frames: Callable[[Replay, str], list[dict[str, Any]]]
    header_keys: frozenset[str]
    simulated_header: Callable[[str, Any, Chance], dict[str, Any]]
    bot: Callable[[Any, Chance], Any]
    json_schema: Callable[[], dict[str, Any]]
    at_random: Callable[[Any, Chance], Any] | None = None
    decisions: Decisions = field(default_factory=Decisions)
    hints: Callable[[Replay], Iterable[str]] = no_hints
    priors: Mapping[str, str] = field(default_factory=dict)
    insight: Callable[[Replay, str, str, Any], dict[str, Any]] | None = None
    judgements: Mapping[str, Definition] = field(default_factory=dict)
    rulebook_languages: Mapping[str, str] = field(default_factory=dict)
    ranking: Callable[[Replay], tuple[Side, ...]] = ranked_by_winner
    places: Mapping[str, str] = field(default_factory=dict)
    rated_apart: bool = True
    partners_in: Callable[[str], tuple[tuple[str, ...], ...]] = no_partners
    habits: tuple[Habit, ...] = ()
    seat_facts: Callable[[Replay], Mapping[str, Mapping[str, Any]]] = no_habits
    match_of: Callable[[Record], tuple[str, int] | None] = no_match

    @property
    def views(self) -> tuple[str, ...]:
        """What a replay can be seen as: everything, each role's knowledge, the public's."""
        return (OMNISCIENT, *self.roles, PUBLIC)

    def winner_words(self, winner: str) -> str:
        """Who won, for people: `p1+p3` → `Player 1 and Player 3`."""
        return join_and(self.sides.get(side, side) for side in winner.split("+"))

    def rules_words(self, edition: str, mode: str) -> str:
        """The rules a game was played by, for people: `2024`, `2024 advanced`, `2 players,
        tactical`. Of a kind with editions the first mode goes without saying.
        """
        usual = next(iter(self.modes))
        said = "" if edition and mode == usual else self.modes.get(mode, mode)
        return f"{edition} {said}".strip()

    def views_in(self, mode: str) -> tuple[str, ...]:
        """The views that a game in this mode has: `roles_in` says who sits at its table."""
        return (OMNISCIENT, *self.roles_in(mode), PUBLIC)
