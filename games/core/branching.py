"""What-if: playing on from any step of a game, by the engine's contract alone, so that every kind
has it (docs/adr/0013).

A branch is a replay like any other: the events of a game up to a step, and its own after them.
Nothing here has a clock or a source of chance; chance is handed in.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from games.core.chance import Chance
from games.core.choosing import LOOKED_AT, Node, Parts, node
from games.core.contract import OMNISCIENT, GameKind
from games.core.errors import EngineFault, LogError
from games.core.findings import LOG_FORMAT, Problem
from games.core.record import PLAY_KEYS, Entry, Record, is_aside
from games.core.replay import Replay, Step

KEPT_OF_A_HEADER = ("format", *PLAY_KEYS)
BRANCH_KEY = "x_branch_of"
"""The header key that marks the log of a branch: no game that was played."""


class Refused(Exception):
    """Theirs: an event that cannot be played here. Carries the problem as data."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


CHOICE, SECRETS, GAME, CHANCE = "choice", "secrets", "game", "chance"
"""By what an event was decided: a person's choice, a choice that the secrets answered, what the
game had, chance.
"""


class Decided(NamedTuple):
    """An event to be played: as plain data, by what it was decided, and whether it is assumed
    against, or without, what the game's secrets say.
    """

    plain: dict[str, Any]
    by: str
    is_assumed: bool = False


def entry_of(kind: GameKind, plain: Mapping[str, Any]) -> Entry:
    """A plain event as an entry of a record. Raises LogError where it is none."""
    copied = dict(plain)
    return Entry(kind.read_event(copied), copied)


def without_asides(plain: Mapping[str, Any]) -> dict[str, Any]:
    """The play of an event: no note, no time, no field of one's own."""
    return {key: value for key, value in plain.items() if not is_aside(key)}


def play_on(kind: GameKind, game: Replay, step: int, events: Sequence[Mapping[str, Any]]) -> Replay:
    """The game up to a step (0: its start), then these plain events. It ends at the first event
    that the engine refuses, as any replay does.

    Raises ValueError for a step that the game does not have, LogError for an event that is none.
    """
    if not 0 <= step <= len(game.steps):
        raise ValueError(f"There is no step {step}: the game has {len(game.steps)}.")
    engine = kind.engine
    entries = [entry_of(kind, plain) for plain in events]
    kept = list(game.steps[:step])
    state = kept[-1].state if kept else game.initial
    refusal = None
    for entry in entries:
        refusal = engine.violation(state, entry.event)
        if refusal is not None:
            break
        after, effects = engine.transition(state, entry.event)
        kept.append(Step(len(kept) + 1, entry, state, after, effects))
        state = after
    header = {key: value for key, value in game.record.header.items() if key != "outcome"}
    record = replace(game.record, header=header, entries=(*game.record.entries[:step], *entries))
    return Replay(record, game.initial, tuple(kept), engine.outcome(state), refusal)


def is_open(kind: GameKind, state: Any, view: str) -> bool:
    """Whether nothing of a position is hidden from a view."""
    return kind.engine.observe(state, view) is state


def can_play(kind: GameKind, state: Any, view: str) -> bool:
    """Whether a view can play on from here without being asked for what it may not know."""
    return is_open(kind, state, view) or kind.decisions.known is not None


def due(kind: GameKind, state: Any) -> str | None:
    """The type of what is due; None at the end."""
    if kind.engine.outcome(state).reason is not None:
        return None
    if kind.decisions.due is not None:
        return kind.decisions.due(state)
    first = next(iter(kind.engine.legal_events(state)), None)
    return None if first is None else str(kind.plain_event(first)["type"])


def not_chosen_by(kind: GameKind, state: Any, view: str) -> frozenset[str]:
    """The event types that are not a view's to choose in a position: chance, secrets, and what is
    another side's, unless nothing of it is hidden from the view.
    """
    decisions, seen = kind.decisions, kind.engine.observe(state, view)
    if seen is state:
        return frozenset()
    if decisions.others is not None:
        return decisions.others(seen, view)
    return decisions.chance | decisions.secret


def is_decided_for(kind: GameKind, state: Any, view: str) -> bool:
    """Whether what is due is not this view's to choose: chance or a secret, of which it knows only
    a part.
    """
    return due(kind, state) in not_chosen_by(kind, state, view)


def possible(
    kind: GameKind, state: Any, view: str, chosen: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """What a view may choose here, as plain events, lazily. A question stands first without its
    answer (it gets the true one), then with each answer it could have.
    """
    decisions, seen = kind.decisions, kind.engine.observe(state, view)
    if seen is not state:
        events = iter(()) if decisions.known is None else decisions.known(seen)
    elif decisions.listed is not None:
        events = decisions.listed(state, chosen or {})
    else:
        events = kind.engine.legal_events(state)
    asked: set[str] = set()
    for event in events:
        plain = kind.plain_event(event)
        answer = decisions.answers.get(plain["type"])
        if answer is None:
            yield plain
            continue
        question = {key: value for key, value in plain.items() if key != answer.field}
        if repr(question) not in asked:
            asked.add(repr(question))
            yield question
            if answer.is_fixed:
                continue
            yield from ({**question, answer.field: value} for value in answer.values)


def choose(kind: GameKind, state: Any, view: str, chosen: Parts) -> Node:
    """What a view can choose here once these parts of an event are chosen."""
    barred = not_chosen_by(kind, state, view)
    if due(kind, state) in barred:
        events = (plain for plain in possible(kind, state, view) if plain["type"] not in barred)
        return node(events, chosen)
    return node(possible(kind, state, view, dict(chosen)), chosen, kind.decisions.samples)


def examples(kind: GameKind, state: Any, view: str, most: int) -> list[dict[str, Any]]:
    """Some of what a view may choose here, spread over all there is; no answers of one's own."""
    barred = not_chosen_by(kind, state, view)
    if due(kind, state) not in barred:
        barred = frozenset()
    found = [
        plain
        for plain in islice(possible(kind, state, view), LOOKED_AT)
        if plain["type"] not in barred and not _is_answered(kind, plain)
    ]
    return found[:: max(1, -(-len(found) // most))]


def _is_answered(kind: GameKind, plain: Mapping[str, Any]) -> bool:
    answer = kind.decisions.answers.get(plain["type"])
    return answer is not None and answer.field in plain


def decide(
    kind: GameKind, game: Replay, played: Replay, view: str, raw: Mapping[str, Any]
) -> Decided:
    """The event a person chose, checked and with its answer. Raises Refused."""
    asides = [key for key in raw if is_aside(key)]
    if asides:
        message = f"{asides[0]} is not played; write notes apart from the moves."
        raise Refused(Problem(LOG_FORMAT, "aside", message, asides[0]))
    state, decisions = played.final, kind.decisions
    answer = decisions.answers.get(str(raw.get("type")))
    is_asked = answer is not None and answer.field not in raw
    answers = [{**raw, answer.field: value} for value in answer.values] if answer else []
    try:
        entry = entry_of(kind, answers[0] if is_asked else raw)
    except LogError as error:
        raise Refused(error.problem) from error
    name = entry.plain["type"]
    if name in not_chosen_by(kind, state, view):
        message = f"{name} is not yours to choose as you see the game; have it decided."
        raise Refused(Problem(LOG_FORMAT, "not_yours", message, "type"))
    if name in decisions.claims:
        message = f"{name} only says again what the rules compute, and is not played."
        raise Refused(Problem(LOG_FORMAT, "claim", message, "type"))
    if answer is not None and answer.is_fixed and not is_asked:
        message = f"What {name} shows is not yours to say; leave {answer.field} out."
        raise Refused(Problem(LOG_FORMAT, "not_yours", message, answer.field))
    _refuse(kind, state, entry.event, answers if is_asked else ())
    if answer is not None and is_asked:
        return Decided(_answered(kind, game, played, entry.plain, answer.field), SECRETS)
    if answer is not None:
        is_true = _is_legal(kind, state, entry.event)
        is_assumed = not is_true or not is_open(kind, state, view)
        return Decided(dict(entry.plain), CHOICE, is_assumed)
    if name in decisions.lax and not _is_legal(kind, state, entry.event):
        message = f"The rules do not allow this {name} here."
        raise Refused(Problem(LOG_FORMAT, "not_legal", message))
    return Decided(dict(entry.plain), CHOICE)


def _refuse(kind: GameKind, state: Any, event: Any, answers: Sequence[Mapping[str, Any]]) -> None:
    """Raises Refused where the log may not hold the event, nor a question with any answer."""
    violation = kind.engine.violation(state, event)
    if violation is not None:
        others = (entry_of(kind, filled).event for filled in answers)
        if not any(kind.engine.violation(state, other) is None for other in others):
            raise Refused(Problem(*violation))


def as_in_the_game(
    kind: GameKind,
    game: Replay,
    played: Replay,
    view: str = OMNISCIENT,
    anew: frozenset[str] = frozenset(),
) -> Decided | None:
    """What the game itself had here, or None: where a view sees the branch as it saw the game, its
    next event; later, of what chance or a secret decides, the event of the same number among those
    of its type (the second plan, the fifth draw), if it is still legal.

    `anew`: the types of events that the branch has not from its game. A view that is kept in the
    dark gets nothing of the game's where a lasting secret is among them: whether an event is still
    legal would tell it that secret.
    """
    at, state = len(played.steps), played.final
    decisions, observe = kind.decisions, kind.engine.observe
    name, barred = due(kind, state), not_chosen_by(kind, state, view)
    hidden = barred | decisions.chance | decisions.secret
    is_dark = not is_open(kind, state, view)
    if is_dark and name in hidden and anew & decisions.lasting:
        return None
    here = game.steps[at] if at < len(game.steps) else None
    if here is not None and observe(here.before, view) == observe(state, view):
        plain = without_asides(here.entry.plain)
        is_shut = is_dark and plain["type"] in barred and anew & decisions.lasting
        if here.before == state and not is_shut:
            return Decided(plain, GAME)
        if plain["type"] not in (barred if is_dark else hidden):
            return Decided(_with_other_secrets(kind, game, played, plain), GAME)
    if name not in hidden:
        return None
    number = sum(step.entry.plain["type"] == name for step in played.steps)
    told = [step.entry for step in game.steps if step.entry.plain["type"] == name]
    if number >= len(told) or kind.engine.violation(state, told[number].event) is not None:
        return None
    if name in decisions.lax and not _is_legal(kind, state, told[number].event):
        return None
    return Decided(without_asides(told[number].plain), GAME)


def _with_other_secrets(
    kind: GameKind, game: Replay, played: Replay, plain: dict[str, Any]
) -> dict[str, Any]:
    """An event of the game where the branch hides something else: a question gets the answer that
    the branch's own secrets give.
    """
    answer = kind.decisions.answers.get(plain["type"])
    return plain if answer is None else _answered(kind, game, played, plain, answer.field)


def by_chance(kind: GameKind, played: Replay, chance: Chance) -> Decided | None:
    """What the kind's bot does here, who draws where chance is due; None at the end. Raises
    EngineFault where it breaks a rule.
    """
    event = None if due(kind, played.final) is None else kind.bot(played.final, chance)
    if event is None:
        return None
    violation = kind.engine.violation(played.final, event)
    if violation is not None:
        raise EngineFault(f"a bot broke a rule: {violation.message}")
    return Decided(kind.plain_event(event), CHANCE)


def log_of(played: Replay, about: Mapping[str, Any]) -> Record:
    """A branch as a record of its own: the play alone, nobody's name, and `x_branch_of`, which says
    that it is one.
    """
    old = played.record
    header = {key: old.header[key] for key in KEPT_OF_A_HEADER if key in old.header}
    players = [{"role": player.role, "name": None} for player in old.players]
    entries = tuple(
        Entry(step.entry.event, without_asides(step.entry.plain)) for step in played.steps
    )
    return replace(
        old, header={**header, "players": players, BRANCH_KEY: dict(about)}, entries=entries
    )


def _answered(
    kind: GameKind, game: Replay, played: Replay, plain: Mapping[str, Any], field: str
) -> dict[str, Any]:
    """A question with the answer that the secrets give; where the rules leave a choice, the one the
    game has for the same question, else the first. Raises Refused.
    """
    question = {key: value for key, value in plain.items() if key != field}
    true = [
        told
        for told in map(kind.plain_event, islice(kind.engine.legal_events(played.final), LOOKED_AT))
        if {key: value for key, value in told.items() if key != field} == question
    ]
    if not true:
        raise Refused(Problem(LOG_FORMAT, "not_legal", "The rules do not allow this here."))
    later = (without_asides(step.entry.plain) for step in game.steps[len(played.steps) :])
    return next((told for told in later if told in true), true[0])


def _is_legal(kind: GameKind, state: Any, event: Any) -> bool:
    """Whether the rules allow an event that the log may hold."""
    return any(legal == event for legal in islice(kind.engine.legal_events(state), LOOKED_AT))
