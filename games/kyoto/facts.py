"""What statistics sum of a game of Shadows in Kyoto: plain facts, from the steps of a replay.

The metrics are declared in `metrics`; `docs/data-dictionary.md` says the same in the words of the
pages.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.core.metrics import Facts
from games.core.replay import Replay, Step
from games.kyoto.metrics import (
    CHARISMA_GROUPS,
    ENDS,
    SPACES_METRIC,
    charisma_group,
    equipment_group,
)
from games.kyoto.rules import events
from games.kyoto.rules.components import ATTACKER, EQUIPMENT, OTHER, REAL, SIDES
from games.kyoto.rules.state import Side, State

FACTS_VERSION = 1
"""Moves when the same log would give other facts; what was counted before is then counted anew."""

WON, LOST = "won", "lost"
KNOWN, KEPT = "known", "kept"


def facts(replay: Replay) -> dict[str, Any]:
    """The facts of a game: the sums of its metrics. A log that stops before its game does adds
    nothing: it may be sent again and again, each time a little longer.
    """
    found, final = Facts(), replay.final
    if not replay.is_over:
        return found.sums()
    found.visits(SPACES_METRIC.key, final.turn, visits(replay))
    if final.winner is not None:
        _cards(found, final)
    if final.reason in ENDS:
        found.observe("length", final.reason, final.turn)
        _conflicts(found, replay)
        if final.setup.full:
            _bluff(found, replay)
    return found.sums()


def _cards(found: Facts, final: State) -> None:
    """Who won with which cards."""
    for role in SIDES:
        side, won = final.side(role), final.winner == role
        if side.charisma is not None and charisma_group(role, side.charisma) in CHARISMA_GROUPS:
            found.trial("wins-charisma", charisma_group(role, side.charisma), won=won)
        if final.setup.ruleset.equipment:
            for card, how in zip(EQUIPMENT[role], side.equipment, strict=True):
                found.trial("wins-equipment", equipment_group(card, how), won=won)


def _conflicts(found: Facts, replay: Replay) -> None:
    counts = Counter[str]()
    for step in replay.steps:
        event, fight = step.entry.event, step.before.conflict
        if isinstance(event, events.Conflict) and fight is not None:
            counts[f"{fight.attacker}.{WON if event.winner == ATTACKER else LOST}"] += 1
    for role in SIDES:
        for how in (WON, LOST):
            found.observe("conflicts", f"{role}.{how}", counts[f"{role}.{how}"])


# ------------------------------------------------------------------------------------------ spaces


def visits(replay: Replay) -> dict[str, Counter[str]]:
    """How often each thing happened on a space in a whole game: layer → space → times."""
    layers: dict[str, Counter[str]] = {layer: Counter() for layer in SPACES_METRIC.layers}
    for step in replay.steps:
        for layer, space in _marks(step):
            layers[layer][space] += 1
    return layers


def _marks(step: Step) -> Iterator[tuple[str, str]]:
    """What one event adds: (layer, space) pairs."""
    event, fight, before = step.entry.event, step.before.conflict, step.before
    match event:
        case (
            events.Site(to=to) | events.Defend(to=to) | events.Tunnel(to=to) | events.Charge(to=to)
        ):
            if step.state.conflict is None:
                yield from _entered(before.active, to)
        case events.Push(to=to):
            if step.state.conflict is None:
                yield from _entered(OTHER[before.active], to)
        case events.Conflict(winner=winner):
            yield "fought", fight.to
            yield f"attacked-{fight.attacker}", fight.to
            if winner == ATTACKER:
                yield "captured", fight.to
                yield from _entered(fight.attacker, fight.to)
        case events.Pistol():
            if step.state.conflict is None:
                yield "captured", fight.origin
        case events.Declare(agent=str(agent)):
            yield "escaped", agent


def _entered(role: str, space: str) -> Iterator[tuple[str, str]]:
    yield "entered", space
    yield f"entered-{role}", space


# ------------------------------------------------------------------------------------------- bluff


def _bluff(found: Facts, replay: Replay) -> None:
    """When everybody could first know of a real agent that it is real. The last step tells who was
    who, so it is the one before it that is asked; a captive of the last step was seen in it.
    """
    final = replay.final
    for role in SIDES:
        known: dict[str, int] = {}
        for step in replay.steps[:-1]:
            _note(known, step.state.side(role), step.state.turn)
        for identity in final.side(role).captured:
            if identity in REAL:
                known.setdefault(identity, final.turn)
        for identity in sorted(REAL):
            how = KNOWN if identity in known else KEPT
            found.observe("unknown", f"{role}.{how}", known.get(identity, final.turn))
        found.trial("bluff", role, won=not known)


def _note(known: dict[str, int], side: Side, turn: int) -> None:
    for number, agent in enumerate(side.agents):
        identity = agent.identity
        if identity in REAL and identity not in known and _is_known_real(side, number):
            known[identity] = turn


def _is_known_real(side: Side, number: int) -> bool:
    return all(assignment[number] in REAL for assignment in side.assignments)
