"""Recording a game while it is played: who enters the next event, and what can be entered.

What a role is offered, and whether it is refused, is computed from what its view observes, never
from the position, so that neither reveals a secret of another side. Works for every kind whose
decisions declare `turns`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from games.core.branching import Refused, entry_of
from games.core.choosing import SEARCHED_MAX, Node, Parts, node
from games.core.contract import PUBLIC, Answer, GameKind
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem
from games.core.language import text
from games.core.play import without_annotations
from games.core.record import Entry, is_annotation
from games.core.replay import Replay, Step
from games.core.taps import Taps
from games.core.turns import STOPS, Turn


def can_record(kind: GameKind, setup: Any) -> bool:
    """Return whether games with this set-up can be recorded."""
    return bool(turns_of(kind, kind.rules.engine.initial_state(setup)))


def turns_of(kind: GameKind, state: Any) -> tuple[Turn, ...]:
    """Return who may enter an event in a position, the usual one first; empty after the end. They
    follow from what everyone knows.
    """
    turns = kind.rules.decisions.turns
    return () if turns is None else turns(state)


def turn_for(kind: GameKind, state: Any, role: str | None, *, is_any: bool = False) -> Turn | None:
    """Return the turn of a role: its own, or one of the whole table. `is_any`: a public turn of
    another role is one as well, because one person enters what everyone sees.
    """
    found = turns_of(kind, state)
    own = (turn for turn in found if turn.role == role)
    shared = (turn for turn in found if not turn.is_secret and (is_any or turn.role is None))
    return next(own, None) or next(shared, None)


def view_of(turn: Turn) -> str:
    """Return the view from which the events of a turn are chosen."""
    return turn.role if turn.is_secret and turn.role else PUBLIC


def seen_position(kind: GameKind, state: Any, view: str) -> Any:
    """Return a position that fits what a view observes; the position itself if it sees all."""
    observed = kind.rules.engine.observe(state, view)
    return state if observed is state else kind.rules.decisions.imagined(observed)


Narrow = Callable[[Iterator[dict[str, Any]]], Iterator[dict[str, Any]]]
"""Returns those of the offered events that can be entered where the site deals (`House.narrow`)."""


def offers(
    kind: GameKind,
    state: Any,
    turn: Turn,
    chosen: Mapping[str, Any] | None = None,
    narrow: Narrow | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the plain events that can be entered in a turn, without those that end the game. A
    question comes first without its answer, which the recorded secrets give, then with each answer
    unless the site deals: then people do not answer.
    """
    if narrow is not None:
        questions = kind.rules.decisions.answers.items()
        fields = {name: answer.field for name, answer in questions}
        for plain in narrow(offers(kind, state, turn, chosen)):
            if fields.get(plain["type"]) not in plain:
                yield plain
        return
    decisions, seen = kind.rules.decisions, seen_position(kind, state, view_of(turn))
    listed = decisions.listed
    events = kind.rules.engine.legal_events(seen) if listed is None else listed(seen, chosen or {})
    has_answers, known = decisions.has_answers(state), set()
    for event in events:
        plain = kind.log.codec.plain_event(event)
        if plain["type"] not in turn.types:
            continue
        answer = _answer_of(kind, plain["type"])
        if not has_answers or (answer is None and plain["type"] not in decisions.results):
            yield plain
            continue
        question = _question(plain, answer)
        if repr(question) in known:
            continue
        known.add(repr(question))
        yield question
        if answer is not None and not answer.is_fixed:
            yield from ({**question, answer.field: value} for value in answer.values)


def _without(entries: Sequence[Any], entry: Any) -> list[Any]:
    """Return the entries without the first one that equals `entry`."""
    at = entries.index(entry)
    return [*entries[:at], *entries[at + 1 :]]


def _answer_of(kind: GameKind, name: str) -> Answer | None:
    return kind.rules.decisions.answers.get(name)


def _question(plain: Mapping[str, Any], answer: Answer | None) -> dict[str, Any]:
    """Return an event without what the secrets give: the answer, or everything but its type."""
    if answer is None:
        return {"type": plain["type"]}
    return {key: value for key, value in plain.items() if key != answer.field}


def choose(
    kind: GameKind,
    state: Any,
    turn: Turn,
    chosen: Parts,
    *,
    in_any_order: bool = False,
    narrow: Narrow | None = None,
) -> Node:
    """Return what can be chosen next after these parts of an event. `in_any_order`: the entries of
    a list whose order means nothing can be chosen in any order.
    """
    samples, parts = kind.rules.decisions.samples, dict(chosen)
    events = offers(kind, state, turn, parts, narrow)
    if in_any_order:
        events = _in_any_order(kind, events, parts)
    return node(events, chosen, samples)


def _in_any_order(
    kind: GameKind, events: Iterator[dict[str, Any]], chosen: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield the events with the chosen entries of a set first, then each of the others once."""
    known = set()
    for event in events:
        name = kind.rules.decisions.sets.get(event["type"], "")
        if not event.get(name) or event.get("returned"):
            yield event
            continue
        rest: list[Any] = list(event[name])
        first: list[Any] = []
        while (picked := chosen.get(f"{name}.{len(first)}")) in rest:
            rest.remove(picked)
            first.append(picked)
        if f"{name}.{len(first)}" in chosen:
            continue
        for entry in dict.fromkeys(rest) or [None]:
            others = [entry, *_without(rest, entry)] if rest else []
            ordered = {**event, name: [*first, *others]}
            if repr(ordered) not in known:
                known.add(repr(ordered))
                yield ordered


def tapped_events(
    kind: GameKind, state: Any, turn: Turn, most: int, narrow: Narrow | None = None
) -> list[tuple[Taps, dict[str, Any]]]:
    """Return the events that are entered on the board; none if there are more than `most`. An
    answer that the secrets give is not chosen there.
    """
    observed = kind.rules.engine.observe(state, view_of(turn))
    found = []
    for plain in islice(offers(kind, state, turn, None, narrow), SEARCHED_MAX):
        answer = _answer_of(kind, plain["type"])
        if answer and answer.field in plain and kind.rules.decisions.has_answers(state):
            continue
        taps = kind.display.taps(observed, plain)
        if taps is not None:
            found.append((taps, plain))
    return found if len(found) <= most else []


def decide(kind: GameKind, state: Any, turn: Turn | None, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain event that is stored for an entered one, checked by the rules and with its
    answer. Raises Refused.
    """
    asides = [key for key in raw if is_annotation(key)]
    if asides:
        message = text('"{key}" is not part of a move. Write notes separately.', key=asides[0])
        raise Refused(Problem(LOG_FORMAT, "aside", message, asides[0]))
    name = str(raw.get("type"))
    if kind.rules.engine.outcome(state).reason is not None and turn is None:
        raise Refused(Problem(LOG_FORMAT, "game_over", text("The game ends here.")))
    if name not in STOPS and (turn is None or name not in turn.types):
        raise Refused(_not_now(name, turn))
    answer, has_answers = _answer_of(kind, name), kind.rules.decisions.has_answers(state)
    if has_answers and name in kind.rules.decisions.results:
        if raw.keys() != {"type"}:
            raise Refused(_fixed(name))
        return _first_legal(kind, state, name, {}, None)
    if has_answers and answer is not None and answer.is_fixed and answer.field in raw:
        raise Refused(_fixed(name))
    is_question = has_answers and answer is not None and answer.field not in raw
    filled = [{**raw, answer.field: v} for v in answer.values] if answer and is_question else [raw]
    entries = [_entry(kind, plain) for plain in filled]
    _check(kind, state, view_of(turn) if turn else PUBLIC, entries)
    if answer is not None and is_question:
        return _first_legal(kind, state, name, _question(entries[0].plain, answer), answer)
    violation = kind.rules.engine.violation(state, entries[0].event)
    if violation is not None:
        raise Refused(_contradiction())
    return without_annotations(entries[0].plain)


def _entry(kind: GameKind, plain: Mapping[str, Any]) -> Entry:
    """Return an entered event. Raises Refused if it is none."""
    try:
        return entry_of(kind, plain)
    except LogError as error:
        raise Refused(error.problem) from error


def _check(kind: GameKind, state: Any, view: str, entries: Sequence[Entry]) -> None:
    """Raise Refused if the rules forbid all of some events in the position as a view sees it."""
    seen = seen_position(kind, state, view)
    first = kind.rules.engine.violation(seen, entries[0].event)
    rest = (kind.rules.engine.violation(seen, entry.event) for entry in entries[1:])
    if first is not None and all(violation is not None for violation in rest):
        raise Refused(Problem(*first))
    name = entries[0].plain["type"]
    if name in kind.rules.decisions.lax and not is_legal(kind, seen, entries[0].event):
        message = text('The rules do not allow this "{event}" here.', event=name)
        raise Refused(Problem(LOG_FORMAT, "not_legal", message))


def is_legal(kind: GameKind, state: Any, event: Any) -> bool:
    """Return whether the rules allow an event that a log may contain."""
    return event in islice(kind.rules.engine.legal_events(state), SEARCHED_MAX)


def _first_legal(
    kind: GameKind, state: Any, name: str, question: Mapping[str, Any], answer: Answer | None
) -> dict[str, Any]:
    """Return the event that the secrets give for a question. Where the rules leave a choice, it is
    the first, which is the truth. Raises Refused.
    """
    for event in islice(kind.rules.engine.legal_events(state), SEARCHED_MAX):
        plain: dict[str, Any] = kind.log.codec.plain_event(event)
        if plain["type"] == name and (answer is None or _question(plain, answer) == question):
            return plain
    raise Refused(_contradiction())


def _not_now(name: str, turn: Turn | None) -> Problem:
    if turn is not None:
        known = ", ".join(sorted(turn.types))
        message = text(
            'You can\'t enter "{event}" now. Possible: {known}.', event=name, known=known
        )
    else:
        message = text("It is not your turn. Wait for the other side.")
    return Problem(LOG_FORMAT, "not_yours", message, "type")


def _fixed(name: str) -> Problem:
    message = text(
        'The result of "{event}" follows from the secrets that were entered. Leave it out.',
        event=name,
    )
    return Problem(LOG_FORMAT, "not_yours", message, "type")


def _contradiction() -> Problem:
    """Return the problem of an event that hidden information rules out; it names none of it."""
    message = text("This is impossible after what was entered before. Check what was drawn.")
    return Problem(LOG_FORMAT, "contradiction", message)


class Replaced(NamedTuple):
    """A replay with an earlier event replaced. `conflict` is the index, from 0, of the first later
    event that is no longer possible; the replay ends before it.
    """

    replay: Replay
    conflict: int | None


def replace_event(
    kind: GameKind, played: Replay, at: int, plain: Mapping[str, Any], later: Sequence[Any],
    *, is_public: bool = False,
) -> Replaced:  # fmt: skip
    """Replace event `at` (from 0) by another one and check the later ones again. An answer that the
    secrets gave, and that they no longer give, is not possible any more. `is_public`: which events
    stay depends only on what everyone knows, so that it tells no side a secret of another one: the
    first that is secret, or that secrets decide, counts as not possible.
    """
    steps = list(played.steps[:at])
    state = steps[-1].state if steps else played.initial
    engine, conflict = kind.rules.engine, None
    hides = is_public and depends_on_secrets(kind, played.steps[at])
    for index, event in enumerate([plain, *later], at):
        entry = entry_of(kind, event)
        is_later = index > at
        old = played.steps[index]
        if is_later and is_public and (hides or depends_on_secrets(kind, old)):
            conflict = index
            break
        if not _stays(kind, old if is_later else None, state, entry):
            conflict = index
            break
        after, effects = engine.transition(state, entry.event)
        steps.append(Step(len(steps) + 1, entry, state, after, effects))
        state = after
    return Replaced(_replay_of(kind, played, steps), conflict)


def _stays(kind: GameKind, old: Step | None, state: Any, entry: Entry) -> bool:
    """Return whether an event is possible in a position, and if it was entered before, still the
    truth.
    """
    if kind.rules.engine.violation(state, entry.event) is not None:
        return False
    checked = kind.rules.decisions.lax | frozenset(kind.rules.decisions.answers)
    if old is None or entry.plain["type"] not in checked:
        return True
    return is_legal(kind, state, entry.event) or not is_legal(kind, old.before, entry.event)


def _replay_of(kind: GameKind, played: Replay, steps: Sequence[Step]) -> Replay:
    record = played.record
    entries = tuple(step.entry for step in steps)
    state = steps[-1].state if steps else played.initial
    return Replay(
        type(record)(record.kind, record.setup, record.header, entries),
        played.initial,
        tuple(steps),
        kind.rules.engine.outcome(state),
        None,
    )


def depends_on_secrets(kind: GameKind, step: Step) -> bool:
    """Return whether an event was entered in secret, or whether hidden information decides what it
    reveals or whether it is possible. This follows from what everyone knows.
    """
    if kind.rules.engine.observe(step.before, PUBLIC) is step.before:
        return False
    decisions, name = kind.rules.decisions, step.entry.plain["type"]
    if any(turn.is_secret and name in turn.types for turn in turns_of(kind, step.before)):
        return True
    revealing = decisions.results | decisions.reveals | decisions.answers.keys()
    return name in revealing | decisions.chance | decisions.secret


def script_of(kind: GameKind, state: Any, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event as it is entered: without a result that the secrets give."""
    decisions, name = kind.rules.decisions, str(plain["type"])
    event = without_annotations(plain)
    if not decisions.has_answers(state):
        return event
    if name in decisions.results:
        return {"type": name}
    answer = _answer_of(kind, name)
    return _question(event, answer) if answer is not None and answer.is_fixed else event
