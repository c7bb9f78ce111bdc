"""Corrections of a refused event, and which of them lets most of the later events follow."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import DELETE, INSERT, REPLACE, Problem
from games.core.partial import engine_for
from games.core.record import Entry
from games.core.replay import Step
from games.log.quoting import word
from games.log.raw import UnreadEvent
from games.log.similar import SAME_WORD, respelled, words_cost

AMEND = "amend"
"""A correction of an earlier event."""
SIMILAR_MAX = 3.5
"""How much a legal event may differ from the written one."""
DELETE_COST, TWICE_COST, INSERT_COST, AMEND_COST = 3.0, 0.6, 2.6, 1.0
LIKELY_COST = 2.0
"""How much a correction may change and still be suggested among equals."""
LOOK_AHEAD = 24
"""How many later events are tried."""
CONVINCING_REACH = 2
LISTED_MAX, INSERTED_MAX, TRIED_MAX = 3000, 400, 120
WORDS_MAX = 60
"""An event with more words is not compared with others."""
SUSPECTS_MAX, SUSPECTS_OF_FILE_MAX = 12, 100
"""How often earlier events are searched for the cause, in a game and in a file."""
STEP_PRICE = 4
"""A transition in units of the budget; listing an event is one unit."""
GAME_BUDGET, FILE_BUDGET = 60_000, 400_000


@dataclass(slots=True)
class Budget:
    """How much may be spent on corrections, in all and for the current game."""

    left: int = FILE_BUDGET
    game: int = GAME_BUDGET
    searches_left: int = SUSPECTS_OF_FILE_MAX
    searches: int = SUSPECTS_MAX

    def begin_game(self) -> None:
        """Allow the usual amount for one more game."""
        self.game = min(GAME_BUDGET, self.left)
        self.searches = min(SUSPECTS_MAX, self.searches_left)

    def search(self) -> bool:
        """Take one search for the cause of a refusal. Return whether there was any left."""
        self.searches_left -= 1
        self.searches -= 1
        return self.searches >= 0

    def spend(self, units: int) -> bool:
        """Take units. Return whether there were any left."""
        self.left -= units
        self.game -= units
        return self.game > 0


class Item(NamedTuple):
    """An event of a log: as read (None: it cannot be read), its plain data, what is wrong with its
    form, and what was probably meant.
    """

    event: Any
    plain: Any
    problem: Problem | None
    meant: tuple[Any, dict[str, Any]] | None = None
    unread: UnreadEvent | None = None

    @property
    def own_fix(self) -> Any:
        """The correction that the reader found."""
        return None if self.unread is None else self.unread.fix


@dataclass(frozen=True, slots=True)
class Repair:
    """A correction: its kind, the corrected event and its plain data, how much it changes, and how
    many later events follow. `is_unique`: no other one is as good. For an earlier event its number
    and the rule it breaks.
    """

    op: str
    event: Any
    plain: dict[str, Any]
    cost: float
    reach: int = 0
    is_unique: bool = True
    cause: int = -1
    rule: str = ""

    def is_likely(self, *, is_own: bool) -> bool:
        """Return whether it may be suggested: it changes little, or it is the only one for an event
        that is wrong by its own words (`is_own`).
        """
        if self.op != REPLACE:
            return True
        return self.cost <= LIKELY_COST or (self.is_unique and is_own)

    @property
    def is_convincing(self) -> bool:
        """Whether it changes next to nothing, or later events follow."""
        return self.cost <= 2 * SAME_WORD or self.reach >= CONVINCING_REACH


class Repairs:
    """Finds corrections of the events of one game."""

    def __init__(
        self,
        kind: GameKind,
        setup: Any,
        items: list[Item],
        words: Callable[[int], list[str]],
        budget: Budget,
    ) -> None:
        self.items, self._words = items, words
        self._kind, self._engine, self._budget = kind, engine_for(kind, setup), budget
        self._known = frozenset(kind.log.notation.vocabulary(setup))

    def knows(self, words: list[str]) -> bool:
        """Return whether all words are ones that events may have."""
        return all(each in self._known or each.isdigit() for each in words)

    def best(self, state: Any, number: int, steps: list[Step]) -> Repair | None:
        """Return the correction of a refused event that is most likely meant, or None."""
        if self._budget.game <= 0:
            return None
        best: Repair | None = None
        n_equal = 0
        candidates = sorted(self._candidates(state, number, steps), key=lambda repair: repair.cost)
        for repair in candidates[:TRIED_MAX]:
            if not self._budget.spend(STEP_PRICE):
                break
            after = self._after(repair, state, number, steps)
            if after is None:
                continue
            reach = self._reach(after, number + 1)
            difference = 1.0
            if best is not None:
                difference = _score(reach, repair.cost) - _score(best.reach, best.cost)
            if difference > 0:
                best, n_equal = replace(repair, reach=reach), 0
            elif difference == 0 and best is not None and repair.plain != best.plain:
                n_equal += 1
        if best is None:
            return None
        return replace(best, is_unique=n_equal == 0)

    def apply(
        self, repair: Repair, state: Any, number: int, steps: list[Step]
    ) -> tuple[Any, list[Step], int]:
        """Return the state, the steps and the number of the next event after a correction."""
        if repair.op == AMEND:
            numbers = [step.number for step in steps]
            steps = steps[: numbers.index(repair.cause + 1)]
            state = steps[-1].state if steps else self._engine.initial_state(state.setup)
            state = self._step(steps, state, repair.cause, repair.event, repair.plain)
            for between in range(repair.cause + 1, number):
                item = self.items[between]
                meant = item.meant or (item.event, item.plain)
                if meant[0] is not None and self._engine.violation(state, meant[0]) is None:
                    state = self._step(steps, state, between, *meant)
            return state, steps, number
        if repair.op == DELETE:
            return state, steps, number + 1
        at = number if repair.op == REPLACE else number - 1
        state = self._step(steps, state, at, repair.event, repair.plain)
        return state, steps, number + (repair.op == REPLACE)

    def words_of(self, plain: dict[str, Any]) -> list[str]:
        """Return the words of an event."""
        return [str(each) for each in self._kind.log.notation.format_event(plain)]

    def text_of(self, plain: dict[str, Any]) -> str:
        """Return an event in text spelling."""
        return " ".join(word(each) for each in self._kind.log.notation.format_event(plain))

    def read_words(self, words: list[str]) -> tuple[Any, dict[str, Any]] | None:
        """Return the event with these words and its plain data, None if there is none."""
        try:
            plain = dict(self._kind.log.notation.parse_event(list(words)))
            return self._kind.log.codec.read_event(plain), plain
        except (LogError, IndexError):
            return None

    # ------------------------------------------------------------------------------ candidates

    def _candidates(self, state: Any, number: int, steps: list[Step]) -> Iterator[Repair]:
        item = self.items[number]
        if item.meant is not None and self._engine.violation(state, item.meant[0]) is None:
            yield Repair(REPLACE, *item.meant, 0.1)
        written = self._words(number)
        if 0 < len(written) <= WORDS_MAX and self._budget.spend(len(written)):
            yield from self._respelled(state, written)
            yield from self._similar(state, written)
        if item.problem is None:
            yield from self._inserted(state, item)
            yield from self._amended(number, steps)
            is_twice = number > 0 and self._words(number - 1) == written
            yield Repair(DELETE, None, {}, TWICE_COST if is_twice else DELETE_COST)

    def _respelled(self, state: Any, written: list[str]) -> Iterator[Repair]:
        """Yield legal events whose words are spelled almost like this one's."""
        if all(each in self._known for each in written):
            return
        for cost, words in respelled(written, self._known):
            read = self.read_words(words)
            if not self._budget.spend(1):
                return
            if read is not None and self._engine.violation(state, read[0]) is None:
                yield Repair(REPLACE, *read, cost)

    def _similar(self, state: Any, written: list[str]) -> Iterator[Repair]:
        """Yield legal events that differ little from this one."""
        word_set, least = set(written), len(written) - 2
        for event in self._legal(state):
            if not self._budget.spend(1):
                return
            plain = self._kind.log.codec.plain_event(event)
            words = self.words_of(plain)
            if len(word_set.intersection(words)) < min(least, len(words) - 2):
                continue
            cost = words_cost(written, words, SIMILAR_MAX)
            if cost <= SIMILAR_MAX:
                yield Repair(REPLACE, event, plain, cost)

    def _inserted(self, state: Any, item: Item) -> Iterator[Repair]:
        """Yield legal events after which this one is legal."""
        for event in islice(self._legal(state), INSERTED_MAX):
            if not self._budget.spend(STEP_PRICE):
                return
            if self._engine.violation(state, event) is not None:
                continue
            after, _ = self._engine.transition(state, event)
            if self._engine.violation(after, item.event) is None:
                plain = self._kind.log.codec.plain_event(event)
                if plain["type"] not in ("resign", "abandon"):
                    yield Repair(INSERT, event, plain, INSERT_COST)

    def _amended(self, number: int, steps: list[Step]) -> Iterator[Repair]:
        """Yield corrections of earlier events that make this one legal."""
        if not self._budget.search():
            return
        for suspect in self._kind.log.suspects(steps):
            cause = suspect.event
            if not 0 <= cause < number or all(step.number != cause + 1 for step in steps):
                continue
            for plain in suspect.alternatives:
                read = dict(plain)
                try:
                    event = self._kind.log.codec.read_event(read)
                except LogError:
                    continue
                cost = AMEND_COST
                yield Repair(AMEND, event, read, cost, cause=cause, rule=suspect.rule)

    def _legal(self, state: Any) -> Iterable[Any]:
        listed = self._kind.rules.decisions.listed
        every = self._engine.legal_events(state) if listed is None else listed(state, {})
        return islice(every, LISTED_MAX)

    # --------------------------------------------------------------------------------- trying

    def _after(self, repair: Repair, state: Any, number: int, steps: list[Step]) -> Any:
        """Return the state after a correction and the event itself; None if it is not legal."""
        engine, item = self._engine, self.items[number]
        if repair.op == DELETE:
            return state
        if repair.op == AMEND:
            new_steps: list[Step] = list(steps)
            state, _, _ = self.apply(repair, state, number, new_steps)
            self._budget.spend(STEP_PRICE * (number - repair.cause))
        elif engine.violation(state, repair.event) is not None:
            return None
        else:
            state = engine.transition(state, repair.event)[0]
            if repair.op == REPLACE:
                return state
        if item.event is None or engine.violation(state, item.event) is not None:
            return None
        return engine.transition(state, item.event)[0]

    def _reach(self, state: Any, number: int) -> int:
        """Return how many events follow from a state, at most `LOOK_AHEAD`."""
        engine = self._engine
        for count, item in enumerate(self.items[number : number + LOOK_AHEAD]):
            event = item.event if item.meant is None else item.meant[0]
            if event is None or engine.violation(state, event) is not None:
                return count
            if not self._budget.spend(STEP_PRICE):
                return count
            state = engine.transition(state, event)[0]
        return LOOK_AHEAD

    def _step(
        self, steps: list[Step], state: Any, number: int, event: Any, plain: dict[str, Any]
    ) -> Any:
        after, effects = self._engine.transition(state, event)
        steps.append(Step(number + 1, Entry(event, plain), state, after, effects))
        return after


def _score(reach: int, cost: float) -> float:
    return reach - 2 * cost
