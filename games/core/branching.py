"""Branches: playing on from any step of a game. Works for every kind that has an engine
(docs/adr/0013).

A branch is a replay: the events of a game up to a step, then other events. This module has no
clock and no source of chance; chance is a parameter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from games.core.chance import Chance
from games.core.choosing import SEARCHED_MAX, Node, Parts, node
from games.core.contract import OMNISCIENT, GameKind
from games.core.errors import EngineFault, LogError
from games.core.findings import LOG_FORMAT, Problem
from games.core.language import text
from games.core.play import without_annotations
from games.core.record import Entry, Record, is_annotation
from games.core.replay import Replay, Step
from games.core.taps import Taps

BRANCH_HEADER_KEYS = ("format", "game", "ruleset", "board", "setup")
BRANCH_KEY = "x_branch_of"
"""The header key that marks the log of a branch, which is not a played game."""


class Refused(Exception):
    """A client error: an event cannot be played here. Carries the problem as data."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


CHOICE, SECRETS, GAME, CHANCE = "choice", "secrets", "game", "chance"
"""What decided an event: a user's choice, a choice answered by hidden information, the game's own
event, or chance.
"""


class Decided(NamedTuple):
    """An event to be played: its plain data, what decided it, and whether it is an assumption that
    the game's hidden information contradicts or does not confirm.
    """

    plain: dict[str, Any]
    by: str
    is_assumed: bool = False


def entry_of(kind: GameKind, plain: Mapping[str, Any]) -> Entry:
    """Return a plain event as an entry of a record. Raises LogError if it is not an event."""
    copied = dict(plain)
    return Entry(kind.log.codec.read_event(copied), copied)


def play_on(kind: GameKind, game: Replay, step: int, events: Sequence[Mapping[str, Any]]) -> Replay:
    """Return the game up to a step (0: its start), followed by these plain events. The replay ends
    at the first event that the engine refuses.

    Raises ValueError for a step that the game does not have, LogError for an invalid event.
    """
    if not 0 <= step <= len(game.steps):
        raise ValueError(f"There is no step {step}: the game has {len(game.steps)}.")
    engine = kind.rules.engine
    entries = [entry_of(kind, plain) for plain in events]
    steps = list(game.steps[:step])
    state = steps[-1].state if steps else game.initial
    refusal = None
    for entry in entries:
        refusal = engine.violation(state, entry.event)
        if refusal is not None:
            break
        after, effects = engine.transition(state, entry.event)
        steps.append(Step(len(steps) + 1, entry, state, after, effects))
        state = after
    header = {key: value for key, value in game.record.header.items() if key != "outcome"}
    record = replace(game.record, header=header, entries=(*game.record.entries[:step], *entries))
    return Replay(record, game.initial, tuple(steps), engine.outcome(state), refusal)


def is_open(kind: GameKind, state: Any, view: str) -> bool:
    """Return whether a view sees everything of a position."""
    return kind.rules.engine.observe(state, view) is state


def can_play(kind: GameKind, state: Any, view: str) -> bool:
    """Return whether a view can play on from here without hidden information."""
    return is_open(kind, state, view) or kind.rules.decisions.known is not None


def due(kind: GameKind, state: Any) -> str | None:
    """Return the type of the next event; None at the end."""
    if kind.rules.engine.outcome(state).reason is not None:
        return None
    if kind.rules.decisions.due is not None:
        return kind.rules.decisions.due(state)
    first = next(iter(kind.rules.engine.legal_events(state)), None)
    return None if first is None else str(kind.log.codec.plain_event(first)["type"])


def not_chosen_by(kind: GameKind, state: Any, view: str) -> frozenset[str]:
    """Return the event types that a view may not choose in a position: chance, hidden events, and
    events of another side. There are none if the view sees everything.
    """
    decisions, seen = kind.rules.decisions, kind.rules.engine.observe(state, view)
    if seen is state:
        return frozenset()
    if decisions.others is not None:
        return decisions.others(seen, view)
    return decisions.chance | decisions.secret


def is_decided_for(kind: GameKind, state: Any, view: str) -> bool:
    """Return whether the next event is not this view's choice (chance or hidden)."""
    return due(kind, state) in not_chosen_by(kind, state, view)


def possible_events(
    kind: GameKind, state: Any, view: str, chosen: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """Return the plain events that a view may choose here, lazily. A question comes first without
    its answer (the true one is filled in), then with each possible answer.
    """
    decisions, seen = kind.rules.decisions, kind.rules.engine.observe(state, view)
    if seen is not state:
        events = iter(()) if decisions.known is None else decisions.known(seen)
    elif decisions.listed is not None:
        events = decisions.listed(state, chosen or {})
    else:
        events = kind.rules.engine.legal_events(state)
    seen_questions: set[str] = set()
    for event in events:
        plain = kind.log.codec.plain_event(event)
        answer = decisions.answers.get(plain["type"])
        if answer is None:
            yield plain
            continue
        question = {key: value for key, value in plain.items() if key != answer.field}
        if repr(question) not in seen_questions:
            seen_questions.add(repr(question))
            yield question
            if answer.is_fixed:
                continue
            yield from ({**question, answer.field: value} for value in answer.values)


def choose(kind: GameKind, state: Any, view: str, chosen: Parts) -> Node:
    """Return what a view can choose next after these parts of an event."""
    samples = kind.rules.decisions.samples
    if is_decided_for(kind, state, view):
        samples = frozenset()
    return node(_offers(kind, state, view, dict(chosen)), chosen, samples)


def _offers(
    kind: GameKind, state: Any, view: str, chosen: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the possible events, without the types that a view may not choose if the next event is
    not its choice.
    """
    barred = not_chosen_by(kind, state, view)
    if due(kind, state) not in barred:
        barred = frozenset()
    events = possible_events(kind, state, view, chosen)
    return (plain for plain in events if plain["type"] not in barred)


def tapped_events(
    kind: GameKind, state: Any, view: str, most: int
) -> list[tuple[Taps, dict[str, Any]]]:
    """Return the events that a view may choose on the board, without assumed answers; none if there
    are more than `most`. The spaces are computed from what the view observes.
    """
    answers, position = kind.rules.decisions.answers, kind.rules.engine.observe(state, view)
    events = (
        (kind.display.taps(position, plain), plain)
        for plain in _offers(kind, state, view)
        if plain["type"] not in answers or answers[plain["type"]].field not in plain
    )
    found = [(taps, plain) for taps, plain in islice(events, SEARCHED_MAX) if taps is not None]
    return found if len(found) <= most else []


def examples(kind: GameKind, state: Any, view: str, limit: int) -> list[dict[str, Any]]:
    """Return a sample, spread over everything a view may choose here, without assumed answers."""
    answers = kind.rules.decisions.answers
    events = [
        plain
        for plain in islice(_offers(kind, state, view), SEARCHED_MAX)
        if plain["type"] not in answers or answers[plain["type"]].field not in plain
    ]
    return events[:: max(1, -(-len(events) // limit))]


def decide(
    kind: GameKind, game: Replay, played: Replay, view: str, raw: Mapping[str, Any]
) -> Decided:
    """Return the event a user chose, checked and with its answer. Raises Refused."""
    asides = [key for key in raw if is_annotation(key)]
    if asides:
        message = text('"{key}" is not part of a move. Write notes separately.', key=asides[0])
        raise Refused(Problem(LOG_FORMAT, "aside", message, asides[0]))
    state, decisions = played.final, kind.rules.decisions
    answer = decisions.answers.get(str(raw.get("type")))
    is_question = answer is not None and answer.field not in raw
    answers = [{**raw, answer.field: value} for value in answer.values] if answer else []
    try:
        entry = entry_of(kind, answers[0] if is_question else raw)
    except LogError as error:
        raise Refused(error.problem) from error
    name = entry.plain["type"]
    if name in not_chosen_by(kind, state, view):
        message = text(
            'You can\'t choose "{event}" in this view. Let the game or chance decide it.',
            event=name,
        )
        raise Refused(Problem(LOG_FORMAT, "not_yours", message, "type"))
    if name in decisions.claims:
        message = text('"{event}" only repeats what the rules compute. Leave it out.', event=name)
        raise Refused(Problem(LOG_FORMAT, "claim", message, "type"))
    if answer is not None and answer.is_fixed and not is_question:
        message = text(
            'You can\'t choose the result of "{event}". Leave out "{field}".',
            event=name,
            field=answer.field,
        )
        raise Refused(Problem(LOG_FORMAT, "not_yours", message, answer.field))
    _refuse(kind, state, entry.event, answers if is_question else ())
    if answer is not None and is_question:
        return Decided(_answered(kind, game, played, entry.plain), SECRETS)
    if answer is not None:
        is_true = _is_legal(kind, state, entry.event)
        is_assumed = not is_true or not is_open(kind, state, view)
        return Decided(dict(entry.plain), CHOICE, is_assumed)
    if name in decisions.lax and not _is_legal(kind, state, entry.event):
        message = text('The rules do not allow this "{event}" here.', event=name)
        raise Refused(Problem(LOG_FORMAT, "not_legal", message))
    return Decided(dict(entry.plain), CHOICE)


def _refuse(kind: GameKind, state: Any, event: Any, answers: Sequence[Mapping[str, Any]]) -> None:
    """Raise Refused if the log may not contain the event, nor a question with any answer."""
    violation = kind.rules.engine.violation(state, event)
    if violation is not None:
        others = (entry_of(kind, filled).event for filled in answers)
        if not any(kind.rules.engine.violation(state, other) is None for other in others):
            raise Refused(Problem(*violation))


def event_of_game(
    kind: GameKind,
    game: Replay,
    played: Replay,
    view: str = OMNISCIENT,
    changed: frozenset[str] = frozenset(),
) -> Decided | None:
    """Return the game's own event for this position, or None.

    While a view sees the branch as it saw the game, this is the game's next event. Later it is, for
    chance and hidden events, the event with the same number among those of its type (the second
    plan, the fifth draw), if it is still legal.

    `changed` are the types of events that the branch does not have from its game. A view with
    hidden information gets no event of the game if a lasting secret is among them: whether the
    event is still legal would reveal the secret.
    """
    at, state = len(played.steps), played.final
    decisions, observe = kind.rules.decisions, kind.rules.engine.observe
    name, barred = due(kind, state), not_chosen_by(kind, state, view)
    hidden = barred | decisions.chance | decisions.secret
    is_dark = not is_open(kind, state, view)
    if is_dark and name in hidden and changed & decisions.lasting:
        return None
    here = game.steps[at] if at < len(game.steps) else None
    if here is not None and observe(here.before, view) == observe(state, view):
        plain = without_annotations(here.entry.plain)
        is_shut = is_dark and plain["type"] in barred and changed & decisions.lasting
        if here.before == state and not is_shut:
            return Decided(plain, GAME)
        if plain["type"] not in (barred if is_dark else hidden):
            return Decided(_answered(kind, game, played, plain), GAME)
    if name not in hidden:
        return None
    number = sum(step.entry.plain["type"] == name for step in played.steps)
    entries = [step.entry for step in game.steps if step.entry.plain["type"] == name]
    if (
        number >= len(entries)
        or kind.rules.engine.violation(state, entries[number].event) is not None
    ):
        return None
    if name in decisions.lax and not _is_legal(kind, state, entries[number].event):
        return None
    return Decided(without_annotations(entries[number].plain), GAME)


def event_of_bot(kind: GameKind, played: Replay, chance: Chance) -> Decided | None:
    """Return the event that the kind's bot plays here, including draws; None at the end. Raises
    EngineFault if it breaks a rule.
    """
    event = None if due(kind, played.final) is None else kind.rules.bot(played.final, chance)
    if event is None:
        return None
    violation = kind.rules.engine.violation(played.final, event)
    if violation is not None:
        raise EngineFault(f"a bot broke a rule: {violation.message}")
    return Decided(kind.log.codec.plain_event(event), CHANCE)


def branch_record(played: Replay, about: Mapping[str, Any]) -> Record:
    """Return a branch as a record: only the play, without names, marked with `x_branch_of`."""
    old = played.record
    header = {key: old.header[key] for key in BRANCH_HEADER_KEYS if key in old.header}
    players = [{"role": player.role, "name": None} for player in old.players]
    entries = tuple(
        Entry(step.entry.event, without_annotations(step.entry.plain)) for step in played.steps
    )
    return replace(
        old, header={**header, "players": players, BRANCH_KEY: dict(about)}, entries=entries
    )


def _answered(
    kind: GameKind, game: Replay, played: Replay, plain: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an event; a question gets the answer that is true in the branch. If the rules leave a
    choice, take the game's answer to the same question, else the first. Raises Refused.
    """
    answer = kind.rules.decisions.answers.get(plain["type"])
    if answer is None:
        return dict(plain)

    def question(event: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in event.items() if key != answer.field}

    events = islice(kind.rules.engine.legal_events(played.final), SEARCHED_MAX)
    legal = map(kind.log.codec.plain_event, events)
    true = [event for event in legal if question(event) == question(plain)]
    if not true:
        raise Refused(Problem(LOG_FORMAT, "not_legal", text("The rules do not allow this here.")))
    later = (without_annotations(step.entry.plain) for step in game.steps[len(played.steps) :])
    return next((event for event in later if event in true), true[0])


def _is_legal(kind: GameKind, state: Any, event: Any) -> bool:
    """Return whether the rules allow an event that a log may contain."""
    return any(
        legal == event for legal in islice(kind.rules.engine.legal_events(state), SEARCHED_MAX)
    )
