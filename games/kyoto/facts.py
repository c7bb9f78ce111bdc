"""The facts of a game of Shadows in Kyoto that statistics sum up, from the steps of a replay.

`metrics` declares the metrics; `docs/data-dictionary.md` repeats their definitions.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from games.core.metrics import DRAWN, EVER, NEVER_SEEN, NOT, OPENING, THIS, Facts, Visits
from games.core.pace import count_pace
from games.core.replay import Replay, Step
from games.kyoto import metrics
from games.kyoto.openings import OPENINGS, PLAYED
from games.kyoto.rules import events
from games.kyoto.rules.assignments import IS_REAL
from games.kyoto.rules.components import ATTACKER, EQUIPMENT, OTHER, REAL, SIDES, TACTICS
from games.kyoto.rules.state import State

FACTS_VERSION = 3
"""Increase it when the same log gives other facts; stored games are then counted again."""

WON, LOST = "won", "lost"
KNOWN, UNKNOWN = "known", "kept"


def facts(replay: Replay) -> dict[str, Any]:
    """Return the sums of a game's metrics. An unfinished log adds only the turn that it reached,
    because it may be sent several times, each time a little longer.
    """
    totals, final = Facts(), replay.final
    if final.turn:
        totals.stop("survival", metrics.ALL, final.turn, ended=final.reason in metrics.ENDS)
    if not replay.is_over:
        return totals.sums()
    count_pace(totals, replay.steps, _player)
    totals.visits(metrics.SPACES_METRIC.key, *visits(replay))
    if final.winner is not None:
        _cards(totals, final)
        _opening(totals, replay)
        if final.setup.full:
            _hands(totals, replay)
    if final.reason in metrics.ENDS:
        totals.observe("length", final.reason, final.turn)
        attacks = count_attacks(replay)
        for role, result in product(SIDES, (WON, LOST)):
            totals.observe("conflicts", f"{role}.{result}", attacks[role, result])
        if final.setup.full:
            _bluff(totals, replay)
    return totals.sums()


def _opening(totals: Facts, replay: Replay) -> None:
    """Add the first cards of a game, and whether the side that played them won."""
    winner = replay.final.winner
    played = (
        (_opening_step(step.entry.plain), (side == winner,))
        for step in replay.steps
        if (side := _player(step)) is not None
    )
    opening = list(islice(played, PLAYED))
    if opening:
        totals.steps(OPENINGS.key, metrics.ALL, opening)


def _opening_step(event: Mapping[str, Any]) -> str:
    """Return a played card as a step of an opening: `a1-b2`, `tunnel:a1-d1`, `bait`."""
    move = f"{event['from']}-{event['to']}" if "to" in event else ""
    if event["type"] == "site":
        return move
    return f"{event['type']}:{move}" if move else str(event["type"])


def _player(step: Step) -> str | None:
    """Return the side that plays a card in a step, if one does."""
    is_card = isinstance(step.entry.event, events.Site) or step.entry.plain["type"] in TACTICS
    return step.before.active if is_card else None


def _cards(totals: Facts, final: State) -> None:
    """Count who won with which cards."""
    for role in SIDES:
        side, won = final.side(role), final.winner == role
        group = metrics.charisma_group(role, side.charisma or "")
        if group in metrics.CHARISMA_GROUPS:
            totals.trial("wins-charisma", group, won=won)
        if final.setup.ruleset.equipment:
            for card, status in zip(EQUIPMENT[role], side.equipment, strict=True):
                totals.trial("wins-equipment", metrics.equipment_group(card, status), won=won)


def _hands(totals: Facts, replay: Replay) -> None:
    """Count who won by when each Tactic first was in hand."""
    for role in SIDES:
        first = _first_turns(replay, role)
        won = replay.final.winner == role
        for tactic in TACTICS:
            _hand(totals, f"{role}.{tactic}", first.get(tactic), replay.final.turn, won=won)


def _first_turns(replay: Replay, role: str) -> dict[str, int]:
    """Return the turn in which each card first was in a side's hand; 0: the opening hand."""
    first: dict[str, int] = {}
    for step in replay.steps:
        for card in step.state.side(role).hand or ():
            first.setdefault(card, step.before.turn)
    return first


def _hand(totals: Facts, card: str, first: int | None, last: int, *, won: bool) -> None:
    """Count a game for a card that was first in hand in a turn (None: never)."""
    hands = metrics.HANDS
    times = [NEVER_SEEN] if first is None else [EVER, DRAWN if first else OPENING]
    for when in times:
        totals.trial(hands.key, hands.group(card, when), won=won)
    for stratum, (start, end) in metrics.STRATA.items():
        if last < start or (first is not None and first < start):
            return
        drawn = THIS if first is not None and (end is None or first <= end) else NOT
        totals.trial(hands.draws, hands.draw_group(card, stratum, drawn), won=won)


def count_attacks(replay: Replay) -> Counter[tuple[str, str]]:
    """Count the conflicts of a game by the attacker's side and result."""
    attacks = Counter[tuple[str, str]]()
    for step in replay.steps:
        event, fight = step.entry.event, step.before.conflict
        if isinstance(event, events.Conflict) and fight is not None:
            attacks[fight.attacker, WON if event.winner == ATTACKER else LOST] += 1
    return attacks


# ------------------------------------------------------------------------------------------ spaces


def visits(replay: Replay) -> Visits:
    """Return the counts by space of a game, as `facts` has them."""
    if not replay.is_over:
        return Visits(0, {})
    return Visits(replay.final.turn, replay.derive(count_by_layer))


def count_by_layer(replay: Replay) -> dict[str, Counter[str]]:
    """Count how often each thing happened on each space in a game: layer → space → times."""
    layers: dict[str, Counter[str]] = {layer: Counter() for layer in metrics.SPACES_METRIC.layers}
    for step in replay.steps:
        for layer, space in _marks(step):
            layers[layer][space] += 1
    return layers


def _marks(step: Step) -> Iterator[tuple[str, str]]:
    """Yield what one event adds, as (layer, space) pairs."""
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


def _bluff(totals: Facts, replay: Replay) -> None:
    """Count when each real agent was first publicly known to be real. The last step reveals all
    identities, so it counts only for an agent captured in it.
    """
    final = replay.final
    for role in SIDES:
        known: dict[str, int] = {}
        for step in replay.steps[:-1]:
            side = step.state.side(role)
            for number, agent in enumerate(side.agents):
                name = agent.identity
                is_new = name in REAL and name not in known
                if is_new and not side.possible & ~IS_REAL[number]:
                    known[str(name)] = step.state.turn
        for identity in final.side(role).captured:
            if identity in REAL:
                known.setdefault(identity, final.turn)
        for identity in sorted(REAL):
            ending = KNOWN if identity in known else UNKNOWN
            totals.observe("unknown", f"{role}.{ending}", known.get(identity, final.turn))
        totals.trial("bluff", role, won=not known)
