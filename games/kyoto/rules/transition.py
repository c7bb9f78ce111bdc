"""Apply a legal event: the state after it and the effects."""

from collections.abc import Callable
from typing import Any

from games.core.errors import EngineFault
from games.core.rules import Violation
from games.kyoto.rules import components, events, flow
from games.kyoto.rules import transition_equipment as equipment
from games.kyoto.rules.effects import Captured, Effect, GameEnded, TurnBegan
from games.kyoto.rules.events import EVENT_NAMES, Event, Move
from games.kyoto.rules.knowledge import (
    after_swap,
    agents_on_goal_row,
    all_fake,
    attack_result,
    restrict,
)
from games.kyoto.rules.piles import drawn_cards, draws_two, piles_after_draw, take_all
from games.kyoto.rules.state import Agent, Phase, State, TurnState

END_RULES = {
    "captures": "7.1",
    "decoys": "7.2",
    "escape": "7.3",
    "stuck": "4.4",
    "turn_cap": "4.5",
    "resign": "7.6",
    "abandon": "7.6",
}


def transition(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after a legal event, and the effects."""
    after: State = _STEPS[type(event)](state, event)
    return after, tuple(_effects(state, after))


def _effects(before: State, after: State) -> list[Effect]:
    effects: list[Effect] = []
    for role, old_side, new_side in zip(components.SIDES, before.sides, after.sides, strict=True):
        for old, new in zip(old_side.agents, new_side.agents, strict=False):
            if old.space is not None and new.space is None and new.identity is not None:
                effects.append(Captured(components.OTHER[role], new.identity))
    if after.turn != before.turn and after.active is not None:
        effects.append(TurnBegan(after.turn, after.active))
    if after.reason is not None and before.reason is None:
        effects.append(GameEnded(after.winner, after.reason, END_RULES[after.reason]))
    return effects


# ------------------------------------------------------------------------------------------ set-up


def _deal(state: State, event: events.Deal) -> State:
    side = state.side(event.role)
    piles = take_all(side.piles, event.cards)
    sites = components.count_sites(event.cards)
    side = side._replace(
        hand=tuple(sorted(event.cards)),
        sites=sites,
        tactics=len(event.cards) - sites,
        piles=piles or side.piles,
    )
    state = state.with_side(event.role, side)
    return state._replace(phase=Phase.DEPLOY) if event.role == components.GOVERNMENT else state


def _deploy(state: State, event: events.Deploy) -> State:
    agents = tuple(Agent(space, identity) for space, identity in sorted(event.agents))
    state = state.with_side(event.role, state.side(event.role)._replace(agents=agents))
    if event.role == components.ONIWABAN:
        return state
    if state.setup.ruleset.charisma:
        return state._replace(phase=Phase.CHARISMA)
    return flow.begin_turn(state, components.ONIWABAN)


def _charisma(state: State, event: events.Charisma) -> State:
    side = state.side(event.role)._replace(charisma=event.card)
    if event.card == components.RURI and event.site is not None:
        piles = take_all(side.piles, (event.site if side.hand is not None else components.SITE,))
        side = side._replace(piles=piles or side.piles)
        state = state._replace(ruri_site=event.site)
    state = state.with_side(event.role, side)
    return (
        state
        if event.role == components.GOVERNMENT
        else flow.begin_turn(state, components.ONIWABAN)
    )


# ------------------------------------------------------------------------------------------- cards


def _spend(state: State, card: str, fan: bool) -> State:
    """Take the card from the hand; new answers become possible."""
    role, turn_state = state.active_role, flow.close_answers(state.turn_state)
    if turn_state.shown is not None:
        turn_state = turn_state._replace(shown=components.remove_card(turn_state.shown, card))
    state = state.with_side(role, flow.spend(state.side(role), card))._replace(
        turn_state=turn_state
    )
    if fan:
        return flow.set_equipment(state, components.FAN, components.USED)
    return state._replace(drugged=None) if role == components.GOVERNMENT else state


def _spend_and_discard(state: State, card: str, fan: bool = False) -> State:
    state, role = _spend(state, card, fan), state.active_role
    return state.with_side(role, flow.discard(state.side(role), card))


def _site(state: State, event: events.Site) -> State:
    if event.back:
        state = state._replace(turn_state=flow.close_answers(state.turn_state), drugged=None)
    else:
        state = _spend_and_discard(state, event.card, event.fan)
    return flow.move(state, state.active_role, event.origin, event.to)


def _move(state: State, event: Move) -> State:
    state = _spend_and_discard(state, EVENT_NAMES[type(event)], event.fan)
    if isinstance(event, events.Charge):
        state = state._replace(turn_state=state.turn_state._replace(push_due=True))
    return flow.move(state, state.active_role, event.origin, event.to)


def _push(state: State, event: events.Push) -> State:
    turn_state = flow.close_answers(state.turn_state)._replace(push_due=False)
    return flow.move(
        state._replace(turn_state=turn_state),
        components.OTHER[state.active_role],
        event.origin,
        event.to,
    )


def _swap(state: State, event: events.Swap) -> State:
    state = _spend_and_discard(state, components.SWAP)
    role = state.active_role
    side = state.side(role)
    first, second = (side.agent_at(space) for space in event.spaces)
    if first is None or second is None:
        return state
    identities = [side.agents[number].identity for number in (first, second)]
    if event.swapped is None:
        identities = [None, None]
    elif event.swapped:
        identities.reverse()
    for number, identity in zip((first, second), identities, strict=True):
        side = flow.replace_agent(side, number, Agent(side.agents[number].space, identity))
    state = state.with_side(role, after_swap(side, first, second))
    turn_state = state.turn_state._replace(goal_arrivals=frozenset({first, second}))
    return flow.set_next_phase(state._replace(turn_state=turn_state))


def _bait(state: State, event: events.Bait) -> State:
    state = _spend(state, components.BAIT, False)
    role = state.active_role
    side = state.side(role)
    for mark in event.marks:
        side = side._replace(sites=side.sites - 1) if mark is None else flow.spend(side, mark)
    side = side._replace(baits=(*side.baits, event.marks))
    return flow.set_next_phase(state.with_side(role, side))


def _spring(state: State, event: events.Spring) -> State:
    if state.turn_state.arrived is None:
        return state
    role, number = state.turn_state.arrived
    owner = state.side(components.OTHER[role])
    index = event.bait - 1
    marks = list(owner.baits[index])
    marks.remove(event.mark if event.mark in marks else None)
    baits = (*owner.baits[:index], *([tuple(marks)] if marks else []), *owner.baits[index + 1 :])
    owner = flow.discard(
        owner._replace(baits=baits), event.mark, *([] if marks else [components.BAIT])
    )
    state = flow.relocate(state.with_side(components.OTHER[role], owner), role, number, event.to)
    turn_state = state.turn_state._replace(arrived=None, victor=None)
    return flow.set_next_phase(state._replace(turn_state=turn_state))


def _conflict(state: State, event: events.Conflict) -> State:
    fight = state.conflict
    if fight is None:
        return state
    role, other, won = (
        fight.attacker,
        components.OTHER[fight.attacker],
        event.winner == components.ATTACKER,
    )
    attacker = state.side(role).agent_at(fight.origin)
    defender = state.side(other).agent_at(fight.to)
    if attacker is None or defender is None:
        return state
    state = state.with_side(other, flow.reveal(state.side(other), defender, event.defender))
    side = restrict(state.side(role), attack_result(attacker, event.defender, won))
    if event.attacker is not None:
        side = flow.reveal(side, attacker, event.attacker)
    state = state.with_side(role, side)._replace(conflict=None)
    if not won:
        return flow.set_next_phase(state)
    state = flow.arrive(flow.capture(state, role, defender), role, attacker, fight.to)
    if role == components.GOVERNMENT == state.active:
        state = state._replace(turn_state=state.turn_state._replace(victor=attacker))
    return flow.after_capture(state, role)


def _declare(state: State, event: events.Declare) -> State:
    role = state.active_role
    side = state.side(role)
    number = side.agent_at(event.agent) if event.agent is not None else None
    if number is not None and event.identity is not None:
        return flow.end_game(
            state.with_side(role, flow.reveal(side, number, event.identity)), role, flow.ESCAPE
        )
    state = state.with_side(role, restrict(side, all_fake(agents_on_goal_row(state, role))))
    turn_state = flow.close_answers(state.turn_state)
    if turn_state.must_escape:
        return flow.end_game(state, components.OTHER[role], flow.DECOYS)
    return flow.set_next_phase(
        state._replace(turn_state=turn_state._replace(goal_arrivals=frozenset()))
    )


def _draw(state: State, event: events.Draw) -> State:
    role = state.active_role
    side = state.side(role)
    piles = piles_after_draw(side, event, draws_two(state, role))
    cards = drawn_cards(event)
    if isinstance(piles, Violation):
        raise EngineFault(f"an illegal draw was played: {piles.message}")
    tactics = len(cards) - components.count_sites(cards) - cards.count(components.SITE)
    side = side._replace(
        hand=None if side.hand is None else components.add_cards(side.hand, *cards),
        sites=side.sites + len(cards) - tactics,
        tactics=side.tactics + tactics,
        piles=piles,
    )
    state = state.with_side(role, side)
    if role == components.ONIWABAN:
        state = state._replace(stunned=None)
    state = state._replace(turn_state=TurnState())
    if state.turn >= state.setup.ruleset.turn_cap:
        return flow.end_game(state, None, flow.TURN_CAP)
    return flow.begin_turn(state, components.OTHER[role])


def _stuck(state: State, event: events.Stuck) -> State:  # noqa: ARG001 - one signature for all
    return flow.end_game(state, components.OTHER[state.active_role], flow.STUCK)


def _unmask(state: State, event: events.Unmask) -> State:
    side = state.side(event.role)
    for space, identity in event.agents:
        number = side.agent_at(space)
        if number is not None:
            side = flow.reveal(side, number, identity)
    return state.with_side(event.role, side)._replace(unmasked=(*state.unmasked, event.role))


def _resign(state: State, event: events.Resign) -> State:
    return state._replace(phase=Phase.OVER, winner=components.OTHER[event.role], reason=flow.RESIGN)


def _abandon(state: State, event: events.Abandon) -> State:  # noqa: ARG001 - one signature for all
    return state._replace(phase=Phase.OVER, reason=flow.ABANDON)


_STEPS: dict[type, Callable[[State, Any], State]] = {
    events.Deal: _deal,
    events.Deploy: _deploy,
    events.Charisma: _charisma,
    events.Site: _site,
    events.Defend: _move,
    events.Tunnel: _move,
    events.Charge: _move,
    events.Push: _push,
    events.Swap: _swap,
    events.Bait: _bait,
    events.Spring: _spring,
    events.Conflict: _conflict,
    events.Pistol: equipment.pistol,
    events.Declare: _declare,
    events.Draw: _draw,
    events.Flip: equipment.flip,
    events.Typewriter: equipment.typewriter,
    events.Drugs: equipment.drugs,
    events.Show: equipment.show,
    events.Bugs: equipment.bugs,
    events.Stun: equipment.stun,
    events.Stuck: _stuck,
    events.Unmask: _unmask,
    events.Resign: _resign,
    events.Abandon: _abandon,
}
