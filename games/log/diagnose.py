"""All errors of a refused game in one pass, with corrections.

After a refused event the walk goes on with the event as it was probably meant: a similar legal
event, the event left out, or one added before it. The correction that lets most of the later
events follow wins. `games.log.repairs` lists the corrections.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import (
    DELETE,
    INSERT,
    LOG_FORMAT,
    REPLACE,
    Fix,
    Problem,
    has_hint,
    hint,
    pointer,
    show,
)
from games.core.language import Text, text
from games.core.partial import engine_for, engine_of
from games.core.record import Entry, is_annotation
from games.core.replay import Step
from games.log.raw import RawGame, UnreadEvent
from games.log.repairs import AMEND, Budget, Item, Repair, Repairs

EVENTS_MAX = 20_000
FINDINGS_MAX = 50
"""Most findings on the events of a game."""
LOST_REACH = 8
"""How many later events must follow from a correction after an event that was given up: until then
other errors are its consequences.
"""


class EventProblem(NamedTuple):
    """What is wrong with an event (from 0): the place of the wrong word (None: of the event), the
    state before it (None: unknown), and a correction.
    """

    event: int
    problem: Problem
    at: int | None = None
    state: Any = None
    fix: Fix | None = None


@dataclass(slots=True)
class Diagnosis:
    """Walks through the events of a refused game. `setup` is None if no state can be built."""

    raw: RawGame
    kind: GameKind
    setup: Any
    budget: Budget

    def problems(self) -> Iterator[EventProblem]:
        """Yield what is wrong with the events, in their order."""
        items = [self._item(event) for event in self.raw.value["events"][:EVENTS_MAX]]
        if self.setup is None:
            yield from self._form_problems(items)
            return
        engine = engine_for(self.kind, self.setup)
        repairs = Repairs(self.kind, self.setup, items, self._words, self.budget)
        state = engine.initial_state(self.setup)
        steps: list[Step] = []
        is_lost = False
        count = number = 0
        while number < len(items) and count < FINDINGS_MAX:
            item = items[number]
            problem = item.problem or _violation(engine, state, item.event)
            if problem is None:
                after, effects = engine.transition(state, item.event)
                steps.append(
                    Step(number + 1, Entry(item.event, item.plain or {}), state, after, effects)
                )
                state = after
                number += 1
                continue
            repair = repairs.best(state, number, steps)
            if repair is not None and not repair.is_convincing and repair.op == DELETE:
                repair = None
            is_own = item.problem is not None or not repairs.knows(self._words(number))
            is_sure = repair is not None and repair.reach >= LOST_REACH
            # an event before it is the one that was given up
            is_replaced = is_lost and repair is not None and repair.op == INSERT
            if is_own or not is_lost or (is_sure and not is_replaced):
                count += 1
                yield from self._described(item, number, problem, state, repair, repairs)
            if repair is None:
                is_lost = True
                number += 1
                continue
            is_lost = not is_sure and (is_lost or not (is_own or repair.is_convincing))
            state, steps, number = repairs.apply(repair, state, number, steps)

    def _form_problems(self, items: list[Item]) -> Iterator[EventProblem]:
        """Yield what can be seen without a position."""
        wrong = [(number, item) for number, item in enumerate(items) if item.problem is not None]
        for number, item in wrong[:FINDINGS_MAX]:
            if item.problem is not None:
                fix = None
                if item.meant is not None:
                    fix = self._replacement(number, item, item.meant)
                at = None if item.unread is None else item.unread.at
                yield EventProblem(number, item.problem, at, None, item.own_fix or fix)

    def _item(self, raw_event: Any) -> Item:
        """Return an event as it was read."""
        read = self.kind.log.codec.read_event
        if isinstance(raw_event, UnreadEvent):
            meant = self._read_quietly(raw_event.meant)
            return Item(None, None, raw_event.problem, meant, raw_event)
        if not isinstance(raw_event, dict):
            message = text("An event must be an object, not {value}.", value=show(raw_event))
            return Item(None, None, Problem(LOG_FORMAT, "unreadable", message))
        plain = dict(raw_event)
        try:
            event = read(plain)
        except LogError as error:
            without = {key: v for key, v in raw_event.items() if key != error.problem.key}
            meant = self._read_quietly(without) if len(without) < len(raw_event) else None
            return Item(None, raw_event, error.problem, meant)
        return Item(event, plain, None)

    def _read_quietly(self, plain: dict[str, Any] | None) -> tuple[Any, dict[str, Any]] | None:
        if plain is None:
            return None
        plain = dict(plain)
        try:
            return self.kind.log.codec.read_event(plain), plain
        except LogError:
            return None

    def _words(self, number: int) -> list[str]:
        """Return the words of an event as written, or as a text log would have them."""
        if self.raw.writing is not None:
            return [word for word, _ in self._word_places(number)]
        plain = self.raw.value["events"][number]
        if not isinstance(plain, dict):
            return []
        try:
            return [str(word) for word in self.kind.log.notation.format_event(plain)]
        except (KeyError, TypeError, AttributeError):
            return [str(value) for value in plain.values() if isinstance(value, str)]

    # ------------------------------------------------------------------------------ describing

    def _described(
        self,
        item: Item,
        number: int,
        problem: Problem,
        state: Any,
        repair: Repair | None,
        repairs: Repairs,
    ) -> Iterator[EventProblem]:
        """Yield the problems of one event: several if several of its words are wrong."""
        own_at = None if item.unread is None else item.unread.at
        if item.own_fix is not None:
            yield EventProblem(number, problem, own_at, state, item.own_fix)
            return
        if is_annotation(problem.key or "type"):
            yield EventProblem(number, problem, self._annotation(number, str(problem.key)), state)
            return
        is_own = item.problem is not None or not repairs.knows(self._words(number))
        if repair is None or not repair.is_likely(is_own=is_own):
            at = self._named_word(number, problem)
            yield EventProblem(number, problem, at if at is not None else own_at, state)
            return
        if repair.op == INSERT:
            words = repairs.text_of(repair.plain)
            message = problem.message + text(
                " Is this line missing before it: {words}?", words=words
            )
            fix = self._insertion(number, words, repair.plain)
            yield EventProblem(number, problem._replace(message=message), None, state, fix)
        elif repair.op == DELETE:
            yield EventProblem(number, problem, own_at, state, self._deletion(number))
        elif repair.op == AMEND:
            yield self._amended(number, problem, state, repair, repairs)
        else:
            yield from self._replaced(item, number, problem, state, repair, repairs)

    def _replaced(
        self,
        item: Item,
        number: int,
        problem: Problem,
        state: Any,
        repair: Repair,
        repairs: Repairs,
    ) -> Iterator[EventProblem]:
        new = repairs.words_of(repair.plain)
        meant = repair.event, repair.plain
        places = self._differing(number, new)
        hinted = problem
        if not has_hint(problem.message):
            meant_words = _joined(new, [index for index, _ in places]) if places else " ".join(new)
            message = problem.message + hint(meant_words)
            hinted = problem._replace(message=message)
        fix = self._replacement(number, item, meant)
        at = places[0][1] if places else None if item.unread is None else item.unread.at
        yield EventProblem(number, hinted, at, state, fix)
        if len(places) < 2 or len(self._words(number)) != len(new):
            return
        words = self._words(number)
        for (index, _), (_, next_at) in pairwise(places):
            words[index] = new[index]
            event, engine = repairs.read_words(words), engine_of(self.kind, state)
            left = None if event is None else _violation(engine, state, event[0])
            if left is not None and left.message != problem.message:
                yield EventProblem(number, left, next_at, state, fix)
                problem = left

    def _amended(
        self, number: int, problem: Problem, state: Any, repair: Repair, repairs: Repairs
    ) -> EventProblem:
        """Return a problem whose cause is an earlier event."""
        cause = repair.cause
        new = repairs.words_of(repair.plain)
        words = " ".join(new)
        line, _ = self.raw.locate(cause, None)
        if self.raw.writing is None or line is None:
            reason = text(
                " The likely cause is event {n} (rule {rule}). Did you mean {words}?",
                n=cause + 1,
                rule=repair.rule,
                words=words,
            )
        else:
            reason = text(
                " The likely cause is on line {line} (rule {rule}: {title}). Did you mean {words}?",
                line=line,
                rule=repair.rule,
                title=text(self.kind.rules.rulebook[repair.rule].title),
                words=words,
            )
        fix = self._replacement(cause, repairs.items[cause], (repair.event, repair.plain))
        message = problem.message + reason
        return EventProblem(number, problem._replace(message=message), None, state, fix)

    def _annotation(self, number: int, key: str) -> int | None:
        """Return the offset of an event's time or custom field."""
        if self.raw.writing is None:
            return None
        start = "@" if key == "at" else key
        places = self.raw.writing.word_places(number)
        return next((at for word, at in places if word.startswith(start)), None)

    def _named_word(self, number: int, problem: Problem) -> int | None:
        """Return the offset of the last word of an event that a message names."""
        if self.raw.writing is None or not isinstance(problem.message, Text):
            return None
        values = {str(value) for value in _values(problem.message)}
        found = [at for word, at in self.raw.writing.word_places(number) if word in values]
        return found[-1] if found else None

    # --------------------------------------------------------------------------------- fixes

    def _differing(self, number: int, new: list[str]) -> list[tuple[int, int]]:
        """Return index and offset of each written word that differs from the corrected event's."""
        if self.raw.writing is None:
            return []
        places = self._word_places(number)
        if len(places) == len(new):
            return [(i, at) for i, (word, at) in enumerate(places) if word != new[i]]
        for index, (word, at) in enumerate(places):
            if index >= len(new) or word != new[index]:
                return [(index, at)]
        return []

    def _word_places(self, number: int) -> list[tuple[str, int]]:
        places = [] if self.raw.writing is None else self.raw.writing.word_places(number)
        return [(w, at) for w, at in places if w[:1] != "@" and not w.startswith("x_")]

    def _replacement(
        self, number: int, item: Item, meant: tuple[Any, dict[str, Any]]
    ) -> Fix | None:
        """Return the fix that turns an event into the one that was meant."""
        if self.raw.writing is None:
            return _json_replacement(number, item.plain, meant[1])
        new = [str(word) for word in self.kind.log.notation.format_event(meant[1])]
        places = self._word_places(number)
        old = [word for word, _ in places]
        if item.unread is not None and item.unread.meant is not None and old == new:
            return None
        first = 0
        while first < min(len(old), len(new)) and old[first] == new[first]:
            first += 1
        last = 0
        while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
            last += 1
        inner = " ".join(new[first : len(new) - last])
        if first < len(old) - last:
            stop_word, stop_at = places[len(old) - last - 1]
            stop = stop_at + len(stop_word)
            if not inner and len(old) - last < len(old):
                stop = places[len(old) - last][1]
            return self.raw.writing.replace(places[first][1], stop, inner)
        if not inner:
            return None
        if first < len(places):
            return self.raw.writing.replace(places[first][1], places[first][1], inner + " ")
        stop = places[-1][1] + len(places[-1][0])
        return self.raw.writing.replace(stop, stop, " " + inner)

    def _deletion(self, number: int) -> Fix:
        if self.raw.writing is None:
            return Fix(DELETE, path=pointer("events", number))
        return self.raw.writing.delete_event(number)

    def _insertion(self, number: int, words: str, plain: dict[str, Any]) -> Fix:
        if self.raw.writing is None:
            return Fix(INSERT, path=pointer("events", number), value=plain)
        return self.raw.writing.insert_event(number, words)


def _violation(engine: Any, state: Any, event: Any) -> Problem | None:
    found = engine.violation(state, event)
    return None if found is None else Problem(*found)


def _json_replacement(number: int, old: Any, new: dict[str, Any]) -> Fix:
    """Return the fix of an event of a JSON log: of one field if only one differs."""
    path = pointer("events", number)
    if isinstance(old, dict):
        annotations = {k: v for k, v in old.items() if k in ("note", "at") or k.startswith("x_")}
        new = {**new, **annotations}
        differing = [key for key in {**old, **new} if old.get(key) != new.get(key)]
        if len(differing) == 1 and differing[0] in new:
            return Fix(REPLACE, path=path + pointer(differing[0]), value=new[differing[0]])
        if len(differing) == 1:
            return Fix(DELETE, path=path + pointer(differing[0]))
    return Fix(REPLACE, path=path, value=new)


def _joined(words: list[str], indices: list[int]) -> str:
    return " ".join(words[i] for i in indices if i < len(words)) or " ".join(words)


def _values(message: Text) -> Iterator[Any]:
    for value in message.values.values():
        yield value
        if isinstance(value, Text):
            yield from _values(value)
