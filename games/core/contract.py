"""What a game must provide: an engine of pure functions, and one value that describes the game.

`GameKind` has five parts: what the game is called and who plays it (`Identity`), its rules
(`Rules`), how logs are read and written (`LogFormat`), what the replay page shows (`Display`), and
what statistics count (`Counting`). Modules may stand in for the protocols here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games.core.chance import Chance
from games.core.drawer import Drawer
from games.core.engine import Engine
from games.core.findings import Claim, Problem
from games.core.house import House
from games.core.language import join_and
from games.core.lines import LineReader, no_lines
from games.core.metrics import Habit, Metric, Visits
from games.core.play import PlayFormat
from games.core.questions import QuestionSet
from games.core.record import Record
from games.core.replay import Replay, Step
from games.core.rules import Rulebook
from games.core.step_facts import StepReader, no_step_facts
from games.core.taps import Taps, no_taps
from games.core.turns import Turn

State = TypeVar("State")
Event = TypeVar("Event")

OMNISCIENT, PUBLIC = "omniscient", "public"
"""The two views that every game has in addition to those of its roles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What a game is called, who plays it, and in which editions and modes.

    `roles` may take part, `sides` may win; both map a key to a label, as do `reasons` (why a game
    ended) and `modes`. `editions` is empty if there is only one. `rulesets` are the names that
    `simulate` accepts. `edition_of` and `mode_of` read a set-up, `roles_in` lists the roles of a
    mode. `rulebook_languages` names the language of editions whose rulebook is not in English.
    `bgg_id` is the number of the game at BoardGameGeek, if we know it.
    """

    slug: str
    title: str
    roles: Mapping[str, str]
    sides: Mapping[str, str]
    editions: tuple[str, ...]
    modes: Mapping[str, str]
    rulesets: tuple[str, ...]
    default_ruleset: str
    reasons: Mapping[str, str]
    edition_of: Callable[[Any], str]
    mode_of: Callable[[Any], str]
    roles_in: Callable[[str], tuple[str, ...]]
    rulebook_languages: Mapping[str, str] = field(default_factory=dict)
    bgg_id: int | None = None

    @property
    def views(self) -> tuple[str, ...]:
        """All views of a replay: everything, what each role knows, what the public knows."""
        return (OMNISCIENT, *self.roles, PUBLIC)

    def views_in(self, mode: str) -> tuple[str, ...]:
        """Return the views of a game in this mode."""
        return (OMNISCIENT, *self.roles_in(mode), PUBLIC)

    def winner_text(self, winner: str) -> str:
        """Return who won as text: `p1+p3` → `Player 1 and Player 3`."""
        return join_and(self.sides.get(side, side) for side in winner.split("+"))

    def rules_text(self, edition: str, mode: str) -> str:
        """Return edition and mode as text: `2024`, `2024 advanced`, `2 players, tactical`. The
        first mode is left out if there is an edition.
        """
        is_default = edition and mode == next(iter(self.modes))
        return f"{edition} {'' if is_default else self.modes.get(mode, mode)}".strip()


class Answer(NamedTuple):
    """A field that hidden information fills in when a question is asked, and its possible values.
    `is_fixed`: only the true value is legal, so a user cannot choose it.
    """

    field: str
    values: tuple[Any, ...]
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Decisions:
    """Event types of a kind by who decides them. The defaults describe a game without chance and
    without hidden information.

    `chance`: draws and coin tosses. `secret`: their content is hidden from some view. `lasting`:
    secrets that are never revealed, and on which later chance and secrets depend. `answers`: the
    answer to each type of question. `lax`: a log may contain more of them than the rules allow.
    `claims`: they repeat what the rules compute, and are not played.

    `known`: what a view with hidden information may do, from what `observe` returns; without it
    such a view cannot play on. `listed`: the legal events of a state that has too many to list: of
    the types in `samples` only one per continuation of what was chosen (path → value).

    In games where several sides have secrets, `others` replaces `chance` and `secret`: it returns
    the event types that a view may not choose in a position as it observes it. `due` names the next
    event without revealing another side's hand.

    Where a game is recorded while it is played (`games.core.recording`), `turns` returns who enters
    events in a position, from what everyone knows. `imagined` returns a position that fits what a
    view observes, and `has_answers` whether the secrets behind answers and `results` are recorded.
    `results` are event types that follow from the secrets as a whole. `sets` names the list of an
    event type whose order means nothing. `reveals` are other event types after which hidden
    information is public. `depths` are the values of `setup.depth`, if there are
    several, and what each records.
    """

    chance: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()
    answers: Mapping[str, Answer] = field(default_factory=dict)
    lax: frozenset[str] = frozenset()
    claims: frozenset[str] = frozenset()
    known: Callable[[Any], Iterator[Any]] | None = None
    samples: frozenset[str] = frozenset()
    listed: Callable[[Any, Mapping[str, Any]], Iterator[Any]] | None = None
    others: Callable[[Any, str], frozenset[str]] | None = None
    due: Callable[[Any], str] | None = None
    turns: Callable[[Any], tuple[Turn, ...]] | None = None
    imagined: Callable[[Any], Any] = lambda observed: observed
    has_answers: Callable[[Any], bool] = lambda _state: True
    results: frozenset[str] = frozenset()
    sets: Mapping[str, str] = field(default_factory=dict)
    reveals: frozenset[str] = frozenset()
    depths: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialRules:
    """The rules for records from which events may be left out (`games.core.partial`).

    `engine` uses a special type of state, which holds what the recorded events determine;
    `has_state` says whether a state is one. `is_setup`: such records have this set-up.
    `is_partial` decides from the replay as a complete record. `finish` returns the replay with
    what later events determine.
    """

    engine: Engine[Any, Any]
    is_setup: Callable[[Any], bool]
    has_state: Callable[[Any], bool]
    is_partial: Callable[[Replay], bool]
    finish: Callable[[Replay], Replay]


@dataclass(frozen=True, slots=True)
class Rules(Generic[State, Event]):
    """The rules of a game, and who plays by them.

    `sections` are the headings of the rules page by number. `bot` chooses an event of a state.
    `random_event` returns any legal event with equal chances; both return None at the end. `house`
    plays against people in rooms.
    """

    engine: Engine[State, Event]
    version: str
    rulebook: Rulebook
    sections: Mapping[str, str]
    bot: Callable[[State, Chance], Event | None]
    random_event: Callable[[State, Chance], Event | None] | None = None
    decisions: Decisions = field(default_factory=Decisions)
    partial: PartialRules | None = None
    house: House | None = None


class GameTags(NamedTuple):
    """The tags that only this game has, as they are written before and after the players' names,
    and the header keys they express; other keys are written as JSON.
    """

    before: list[tuple[str, str]]
    after: list[tuple[str, str]]
    keys: frozenset[str]


class Notation(Protocol):
    """How a game spells its header tags and events in text (log-format page, "Text")."""

    role_tags: Mapping[str, str]
    """The tags with a player's name, and the role of each."""
    game_tags: Mapping[str, str]
    """The other tags that only this game has, and the header key of each (`ruleset.edition`)."""
    text_messages: Mapping[str, str]
    """The messages of header problems by code that a text log needs in other words."""

    def read_tags(self, tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
        """Return the game's own tags as header keys; append what is wrong to `problems`."""

    def write_tags(self, header: Mapping[str, Any]) -> GameTags:
        """Return the tags that express ruleset and set-up, as far as tags can."""

    def parse_event(self, words: list[str]) -> dict[str, Any]:
        """Return an event as plain data. Raises LogError if the words are not an event."""

    def format_event(self, plain: Mapping[str, Any]) -> list[str]:
        """Return the words of an event."""

    def vocabulary(self, setup: Any) -> Iterable[str]:
        """Return the words that events of a game with this set-up may have."""

    def template(self, ruleset: str) -> str:
        """Return a text log to be filled in, for one of the identity's rulesets."""


class Codec(Protocol[Event]):
    """Events between plain data and the engine's values."""

    def read_event(self, raw: dict[str, Any], /) -> Event:
        """Return an event of a log. Raises LogError."""

    def plain_event(self, event: Event, /) -> dict[str, Any]:
        """Return an event as the log writes it."""


class HeaderReader(Protocol):
    """Reads the header keys that only this game has."""

    HEADER_KEYS: frozenset[str]

    def read_setup(
        self, header: Mapping[str, Any], problems: list[Problem], /
    ) -> tuple[Any, dict[str, Any]]:
        """Return the set-up (None if it is wrong) and the game's header keys in canonical form."""

    def edition_claimed(self, raw: Any, /) -> str | None:
        """Return the edition that a header names, for citations; None if it names none."""


class OutcomeReader(Protocol):
    """Reads what a log says about the end of the game."""

    def read_outcome(self, raw: Any, problems: list[Problem], /) -> dict[str, Any]:
        """Return the `outcome` of a header."""

    def claims(self, replay: Replay, /) -> Iterable[Claim]:
        """Return the statements of a log that differ from the replay."""


class ConvertedGame(NamedTuple):
    """A log made from another program's record, and the assumptions it needed."""

    log: dict[str, Any]
    assumed: tuple[str, ...]


class Suspect(NamedTuple):
    """An event (from 0) that was possible but broke a rule, so that it may be a mistake of the log;
    and the events in its place that break none.
    """

    event: int
    rule: str
    alternatives: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class LogFormat(Generic[Event]):
    """How logs of a game are read and written.

    `simulated_header` returns the header of a bot game from a ruleset's name, a board (or None) and
    chance. `hints` are remarks on an accepted log for its uploader; they may contain secrets.
    `match_of` returns the name of a match and the number of this game in it. `is_incomplete`:
    events may be missing, so that the record is never counted alone. `suspects` returns
    earlier events that may be the cause of a refusal, the latest first. `importers` convert
    the records of other programs, by the program's name; they raise ConversionError. `play` says
    which parts of a log are the play, so that two records of one game can be compared.
    """

    notation: Notation
    codec: Codec[Event]
    header: HeaderReader
    outcome: OutcomeReader
    json_schema: Callable[[], dict[str, Any]]
    simulated_header: Callable[[str, Any, Chance], dict[str, Any]]
    hints: Callable[[Replay], Iterable[Claim]] = lambda _replay: ()
    match_of: Callable[[Record], tuple[str, int] | None] = lambda _record: None
    is_incomplete: Callable[[Record], bool] = lambda _record: False
    suspects: Callable[[Sequence[Step]], Iterable[Suspect]] = lambda _steps: ()
    importers: Mapping[str, Callable[[Any], ConvertedGame]] = field(default_factory=dict)
    play: PlayFormat = field(default_factory=PlayFormat)


class Definition(Protocol):
    """The meaning of a mark on a step, for the page of definitions."""

    @property
    def title(self) -> str:
        """One or two words."""

    @property
    def meaning(self) -> str:
        """When a step gets the mark."""

    @property
    def sort(self) -> str:
        """`wrong`, `rule`, `luck` or `fact`."""

    @property
    def rule(self) -> str:
        """The section it rests on."""


class FittedPrior(Protocol):
    """A prior fitted on games of one ruleset and board."""

    @property
    def ruleset(self) -> Any:
        """The ruleset's name."""

    @property
    def board(self) -> Any:
        """The board's digest."""

    @property
    def description(self) -> str:
        """What it was fitted on."""


class PriorFitting(Protocol):
    """Fits priors on games."""

    def fit(self, replays: Iterable[Replay], /) -> FittedPrior:
        """Return a prior from games of one ruleset and board."""

    def priors_to_json(self, priors: list[Any], /) -> Any:
        """Return priors as plain data, to be stored."""


@dataclass(frozen=True, slots=True)
class Display:
    """What the replay page shows of a game.

    `steps` returns the step objects of a view, `scene` and `frames` what the page draws. A game
    with hidden information may have `priors` (key → label) and an `insight` under each of them
    (`games.core.scene.Insight`; its last argument is fitted data or None), with marks that
    `judgements` define. `fitting` fits the data. `terms` are labels for event types, fields and
    values of plain events, `value_names` longer ones for values that are abbreviations. `taps`
    returns the spaces that play an event on the board, from the position that a view observes; None
    if the event is not played there. `drawer` draws one step after another; None: all at once.
    """

    steps: Callable[[Replay, str, bool], Iterator[dict[str, Any]]]
    scene: Callable[[Record], dict[str, Any]]
    frames: Callable[[Replay, str], list[dict[str, Any]]]
    terms: Mapping[str, str] = field(default_factory=dict)
    priors: Mapping[str, str] = field(default_factory=dict)
    insight: Callable[[Replay, str, str, Any], dict[str, Any]] | None = None
    judgements: Mapping[str, Definition] = field(default_factory=dict)
    fitting: PriorFitting | None = None
    taps: Callable[[Any, Mapping[str, Any]], Taps | None] = no_taps
    value_names: Mapping[str, str] = field(default_factory=dict)
    drawer: Callable[[Replay, str], Drawer] | None = None


class Side(NamedTuple):
    """Roles that won or lost together. `seat` is what the balance of a game compares: a role, or a
    position in the turn order. `rank` is 1 for the best; equal ranks are ties. `score` is the
    number of points at the end; None in games without points.
    """

    roles: tuple[str, ...]
    seat: str
    rank: int
    score: int | None = None


def ranked_by_winner(replay: Replay) -> tuple[Side, ...]:
    """Return the winners, then the others, for games in which each role is a side and a seat. Empty
    if there is no winner.
    """
    winners = replay.outcome.winners
    if not winners:
        return ()
    roles = (player.role for player in replay.record.players)
    return tuple(Side((role,), role, 1 if role in winners else 2) for role in roles)


@dataclass(frozen=True, slots=True)
class Counting:
    """What statistics and open data have of a game. `version` is raised when the same replay gives
    other facts, of the game or of its steps.

    `visits` returns the part of `facts` that belongs to the `SpacesMetric`, without computing the
    rest: baselines of random play read nothing else. None: they compute all facts.

    `ranking` returns how the sides ended. `seats` are compared by the balance page (empty: the
    sides), and each has a rating if `seats_rated_separately`. `partners_in` returns which roles of
    a mode play together. `habits` describe how a role is played, from the sums by role that
    `seat_facts` returns for one game. `questions` are those that the page of statistics answers.
    `lines` returns the public moves of a log. `step_facts` returns what open data has about each
    step; `secrets` are the sides whose possible secrets it counts. `order` maps a win rate (a
    metric and one of its groups, or `roles` and a side: `roles/oniwaban`) to the position in the
    order of play that it is about, as a text.
    """

    version: int
    facts: Callable[[Replay], dict[str, Any]]
    metrics: tuple[Metric, ...]
    habits: tuple[Habit, ...] = ()
    seat_facts: Callable[[Replay], Mapping[str, Mapping[str, Any]]] = lambda _replay: {}
    visits: Callable[[Replay], Visits] | None = None
    ranking: Callable[[Replay], tuple[Side, ...]] = ranked_by_winner
    seats: Mapping[str, str] = field(default_factory=dict)
    seats_rated_separately: bool = True
    partners_in: Callable[[str], tuple[tuple[str, ...], ...]] = lambda _mode: ()
    questions: QuestionSet = field(default_factory=QuestionSet)
    lines: LineReader = no_lines
    step_facts: StepReader = no_step_facts
    secrets: tuple[str, ...] = ()
    order: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind(Generic[State, Event]):
    """A board game, generic in the states and events of its engine. `games.registry` lists one
    value per game.
    """

    identity: Identity
    rules: Rules[State, Event]
    log: LogFormat[Event]
    display: Display
    counting: Counting

    @property
    def slug(self) -> str:
        """The game's key in logs, addresses and the database."""
        return self.identity.slug

    @property
    def title(self) -> str:
        """The game's name."""
        return self.identity.title


GameKind = Kind[Any, Any]
"""A board game of any states and events."""
