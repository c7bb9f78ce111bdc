"""The state after a legal event (rules page, sections 3 to 10)."""

from collections.abc import Callable
from typing import Any

from games.core.errors import EngineFault
from games.core.rules import Violation
from games.kyoto.rules import components, events, flow, knowledge
from games.kyoto.rules.events import EVENT_NAMES, Event, Move
from games.kyoto.rules.piles import draws_two, piles_after_draw, take_all
from games.kyoto.rules.state import Agent, Phase, Pile, Side, State, TurnState

_new = tuple.__new__
"""As in `state`."""


def transition(state: State, event: Event) -> tuple[State, tuple[()]]:
    """Return the state after a legal event with all its consequences, and no effects: readers
    compare the states before and after the event.
    """
    return _STEPS[type(event)](state, event), ()


# ------------------------------------------------------------------------------------------ set-up


def _deal(state: State, event: events.Deal) -> State:
    side = flow.add_to_hand(state.side(event.role), *event.cards)
    piles = take_all(side.piles, event.cards) or side.piles
    state = state.with_side(event.role, _new(Side, (*side[:4], piles, *side[5:])))
    return state.in_phase(Phase.DEPLOY) if event.role == components.GOVERNMENT else state


def _deploy(state: State, event: events.Deploy) -> State:
    agents = tuple([Agent(space, identity) for space, identity in sorted(event.agents)])
    state = state.with_side(event.role, state.side(event.role).with_agents(agents))
    if event.role == components.ONIWABAN:
        return state
    if state.setup.ruleset.charisma:
        return state.in_phase(Phase.CHARISMA)
    return flow.begin_turn(state, components.ONIWABAN)


def _charisma(state: State, event: events.Charisma) -> State:
    side = state.side(event.role)._replace(charisma=event.card)
    if event.card == components.RURI and event.site is not None:
        piles = take_all(side.piles, (event.site if side.hand is not None else components.SITE,))
        side = side._replace(piles=piles or side.piles)
        state = state._replace(ruri_site=event.site)
    state = state.with_side(event.role, side)
    return state if event.role == components.GOVERNMENT else flow.begin_turn(state, event.role)


# ------------------------------------------------------------------------------------------- cards


def _spend(state: State, side: Side, card: str, fan: bool = False) -> State:
    """Return the position after the active side, now `side`, took a card from its hand; new answers
    become possible.
    """
    role, shown = state.active_role, state.turn_state.shown
    state = flow.close_answers(state.with_side(role, side))
    if shown is not None:
        state = state.with_turn(shown=components.remove_card(shown, card))
    if fan:
        return flow.set_equipment(state, components.FAN, components.USED)
    is_drugged = role == components.GOVERNMENT and state.drugged is not None
    return state._replace(drugged=None) if is_drugged else state


def _play_fan(state: State, card: str) -> State:
    """Return the position after a card is discarded to move an agent with the Fan (10.7)."""
    side = state.side(state.active_role)
    return _spend(state, flow.discard(flow.spend(side, card), card), card, fan=True)


def _site(state: State, event: events.Site) -> State:
    if event.back:
        state = flow.close_answers(state)
        if state.drugged is not None:
            state = state._replace(drugged=None)
    elif event.fan:
        state = _play_fan(state, event.card)
    else:
        mover, push_due = _mover(state, event), state.turn_state.push_due
        return flow.play_and_move(state, event.card, mover, event.to, push_due)
    return flow.move(state, state.active_role, event.origin, event.to)


def _mover(state: State, event: events.Site | Move) -> int:
    return state.side(state.active_role).number_at(event.origin)


def _move(state: State, event: Move) -> State:
    is_charge, card = isinstance(event, events.Charge), EVENT_NAMES[type(event)]
    if not event.fan:
        push_due = is_charge or state.turn_state.push_due
        return flow.play_and_move(state, card, _mover(state, event), event.to, push_due)
    state = _play_fan(state, card)
    if is_charge:
        state = state.with_turn(push_due=True)
    return flow.move(state, state.active_role, event.origin, event.to)


def _push(state: State, event: events.Push) -> State:
    goal_arrivals, _, _, _, _, *rest = state.turn_state
    turn_state = _new(TurnState, (goal_arrivals, None, None, None, False, *rest))
    state = state.with_turn_state(turn_state)
    return flow.move(state, components.OTHER[state.active_role], event.origin, event.to)


def _swap(state: State, event: events.Swap) -> State:
    side = state.side(state.active_role)
    first, second = [side.number_at(space) for space in event.spaces]
    identities = [side.agents[number].identity for number in (first, second)]
    if event.swapped is None:
        identities = [None, None]
    elif event.swapped:
        identities.reverse()
    agents = list(side.agents)
    for number, identity in zip((first, second), identities, strict=True):
        agents[number] = _new(Agent, (agents[number].space, identity, False))
    side = flow.discard(flow.spend(side, components.SWAP), components.SWAP)
    side = knowledge.after_swap(side.with_agents(tuple(agents)), first, second)
    state = _spend(state, side, components.SWAP)
    turn_state = _new(TurnState, (frozenset({first, second}), *state.turn_state[1:]))
    return flow.set_next_phase(state.with_turn_state(turn_state))


def _bait(state: State, event: events.Bait) -> State:
    side = flow.spend(state.side(state.active_role), components.BAIT)
    for mark in event.marks:
        side = side._replace(sites=side.sites - 1) if mark is None else flow.spend(side, mark)
    side = side.with_baits((*side.baits, event.marks))
    return flow.set_next_phase(_spend(state, side, components.BAIT))


def _spring(state: State, event: events.Spring) -> State:
    role, number = state.arrived
    owner = state.side(components.OTHER[role])
    index = event.bait - 1
    marks = list(owner.baits[index])
    marks.remove(event.mark if event.mark in marks else None)
    baits = (*owner.baits[:index], *([tuple(marks)] if marks else []), *owner.baits[index + 1 :])
    discarded = (event.mark,) if marks else (event.mark, components.BAIT)
    owner = flow.discard(owner.with_baits(baits), *discarded)
    state = flow.relocate(state.with_side(components.OTHER[role], owner), role, number, event.to)
    goal_arrivals, _, flip_due, _, *rest = state.turn_state
    turn_state = _new(TurnState, (goal_arrivals, None, flip_due, None, *rest))
    return flow.set_next_phase(state.with_turn_state(turn_state))


def _conflict(state: State, event: events.Conflict) -> State:
    role, origin, to = state.fight
    other, won = components.OTHER[role], event.winner == components.ATTACKER
    side, beaten = state.side(role), state.side(other)
    attacker, defender = side.number_at(origin), beaten.number_at(to)
    beaten = flow.reveal(beaten, defender, event.defender, None if won else to)
    if event.attacker is not None:
        side = flow.reveal(side, attacker, event.attacker, origin)
    possible = side.possible & knowledge.attack_result(attacker, event.defender, won)
    agents = flow.place(side.agents, attacker, to) if won else side.agents
    side = _new(Side, (agents, *side[1:9], possible))
    sides = (side, beaten) if role == components.ONIWABAN else (beaten, side)
    if not won:
        return flow.set_next_phase(state.after_fight(sides, state.turn_state))
    turn_state = flow.turn_after_arrival(state, role, attacker, to)
    if role == components.GOVERNMENT == state.active:
        turn_state = _new(TurnState, (*turn_state[:3], attacker, *turn_state[4:]))
    state = flow.after_loss(state.after_fight(sides, turn_state), other, defender)
    return flow.after_capture(state, role)


def _declare(state: State, event: events.Declare) -> State:
    role = state.active_role
    side = state.side(role)
    if event.agent is not None and event.identity is not None:
        side = flow.reveal(side, side.number_at(event.agent), event.identity, event.agent)
        return flow.end_game(state.with_side(role, side), role, flow.ESCAPE)
    state = state.with_side(
        role,
        knowledge.restrict(side, knowledge.all_fake(knowledge.agents_on_goal_row(state, role))),
    )
    if state.turn_state.must_escape:
        return flow.end_game(state, components.OTHER[role], flow.DECOYS)
    return flow.set_next_phase(flow.close_answers(state).with_turn(goal_arrivals=frozenset()))


def _draw(state: State, event: events.Draw) -> State:
    role = state.active_role
    side = state.sides[components.SIDE_INDEX[role]]
    cards = event.cards or event.piles
    piles: tuple[Pile, Pile] | Violation | None
    if side.charisma is not None and draws_two(state, role):
        piles = piles_after_draw(side, event, True)
    else:
        piles = take_all(side.piles, cards)
    if piles is None or isinstance(piles, Violation):
        raise EngineFault("an illegal draw was played")
    return flow.keep_and_pass(state, piles, cards)


def _stuck(state: State, _event: events.Stuck) -> State:
    return flow.end_game(state, components.OTHER[state.active_role], flow.STUCK)


def _unmask(state: State, event: events.Unmask) -> State:
    side = state.side(event.role)
    for space, identity in event.agents:
        side = flow.reveal(side, side.number_at(space), identity, space)
    return state.with_side(event.role, side)._replace(unmasked=(*state.unmasked, event.role))


def _resign(state: State, event: events.Resign) -> State:
    return state._replace(phase=Phase.OVER, winner=components.OTHER[event.role], reason=flow.RESIGN)


def _abandon(state: State, _event: events.Abandon) -> State:
    return state._replace(phase=Phase.OVER, reason=flow.ABANDON)


# --------------------------------------------------------------------------------------- Equipment


def _use_up(state: State, card: str) -> State:
    """Remove the card from the game and end the chance to answer (4.6)."""
    return flow.set_equipment(flow.close_answers(state), card, components.USED)


def _flip(state: State, event: events.Flip) -> State:
    """Turn a card face up (10.1)."""
    return flow.set_equipment(state.with_turn(flip_due=None), event.card, components.UP)


def _typewriter(state: State, event: events.Typewriter) -> State:
    """Return a discarded card to the hand; before the play, check 4.4 again (10.2)."""
    side = state.side(components.ONIWABAN)
    side = side._replace(discard=components.remove_card(side.discard, event.card))
    side = flow.add_to_hand(side, event.card)
    state = _use_up(state.with_side(components.ONIWABAN, side), components.TYPEWRITER)
    return flow.check_stuck(state, components.ONIWABAN) if state.phase is Phase.PLAY else state


def _drugs(state: State, event: events.Drugs) -> State:
    """Drug a Government agent (10.3)."""
    number = state.side(components.GOVERNMENT).agent_at(event.agent)
    return _use_up(state, components.DRUGS)._replace(drugged=number)


def _stun(state: State, event: events.Stun) -> State:
    """Stun an Oniwaban agent (10.6)."""
    number = state.side(components.ONIWABAN).agent_at(event.agent)
    return _use_up(state, components.STUN)._replace(stunned=number)


def _show(state: State, event: events.Show) -> State:
    """Record a shown hand (10.3)."""
    return state.with_turn(shown=event.cards)


def _bugs(state: State, event: events.Bugs) -> State:
    """Turn an Oniwaban agent face up (10.5)."""
    side = state.side(components.ONIWABAN)
    side = flow.reveal(side, side.number_at(event.agent), event.identity, event.agent)
    return _use_up(state.with_side(components.ONIWABAN, side), components.BUGS)


def _pistol(state: State, event: events.Pistol) -> State:
    """Turn the attacker face up; a right guess captures it (10.4)."""
    state = _use_up(state, components.PISTOL)
    side = state.side(components.GOVERNMENT)
    origin, is_right = state.fight.origin, event.guess == event.attacker
    number = side.number_at(origin)
    side = flow.reveal(side, number, event.attacker, None if is_right else origin)
    state = state.with_side(components.GOVERNMENT, side)
    if not is_right:
        return flow.set_next_phase(state)
    state = flow.after_loss(state.with_conflict(None), components.GOVERNMENT, number)
    return flow.after_capture(state, components.ONIWABAN)


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
    events.Pistol: _pistol,
    events.Declare: _declare,
    events.Draw: _draw,
    events.Flip: _flip,
    events.Typewriter: _typewriter,
    events.Drugs: _drugs,
    events.Show: _show,
    events.Bugs: _bugs,
    events.Stun: _stun,
    events.Stuck: _stuck,
    events.Unmask: _unmask,
    events.Resign: _resign,
    events.Abandon: _abandon,
}
