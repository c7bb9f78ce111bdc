"""Apply a legal event: the state after it and the effects."""

from collections.abc import Callable
from typing import Any

from games.core.errors import EngineFault
from games.core.rules import Violation
from games.kyoto.rules import events
from games.kyoto.rules import transition_equipment as equipment
from games.kyoto.rules.components import (
    ATTACKER,
    BAIT,
    FAN,
    GOVERNMENT,
    ONIWABAN,
    OTHER,
    RURI,
    SIDES,
    SITE,
    SWAP,
    USED,
    add_cards,
    count_sites,
    remove_card,
)
from games.kyoto.rules.effects import Captured, Effect, GameEnded, TurnBegan
from games.kyoto.rules.events import EVENT_NAMES, Event, Move
from games.kyoto.rules.flow import (
    ABANDON,
    DECOYS,
    ESCAPE,
    RESIGN,
    STUCK,
    TURN_CAP,
    after_capture,
    arrive,
    begin_turn,
    capture,
    close_answers,
    discard,
    end_game,
    move,
    relocate,
    replace_agent,
    reveal,
    set_equipment,
    set_next_phase,
    spend,
)
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
    for role, old_side, new_side in zip(SIDES, before.sides, after.sides, strict=True):
        for old, new in zip(old_side.agents, new_side.agents, strict=False):
            if old.space is not None and new.space is None and new.identity is not None:
                effects.append(Captured(OTHER[role], new.identity))
    if after.turn != before.turn and after.active is not None:
        effects.append(TurnBegan(after.turn, after.active))
    if after.reason is not None and before.reason is None:
        effects.append(GameEnded(after.winner, after.reason, END_RULES[after.reason]))
    return effects


# ------------------------------------------------------------------------------------------ set-up


def _deal(state: State, event: events.Deal) -> State:
    side = state.side(event.role)
    piles = take_all(side.piles, event.cards)
    sites = count_sites(event.cards)
    side = side._replace(
        hand=tuple(sorted(event.cards)),
        sites=sites,
        tactics=len(event.cards) - sites,
        piles=piles or side.piles,
    )
    state = state.with_side(event.role, side)
    return state._replace(phase=Phase.DEPLOY) if event.role == GOVERNMENT else state


def _deploy(state: State, event: events.Deploy) -> State:
    agents = tuple(Agent(space, identity) for space, identity in sorted(event.agents))
    state = state.with_side(event.role, state.side(event.role)._replace(agents=agents))
    if event.role == ONIWABAN:
        return state
    if state.setup.ruleset.charisma:
        return state._replace(phase=Phase.CHARISMA)
    return begin_turn(state, ONIWABAN)


def _charisma(state: State, event: events.Charisma) -> State:
    side = state.side(event.role)._replace(charisma=event.card)
    if event.card == RURI and event.site is not None:
        piles = take_all(side.piles, (event.site if side.hand is not None else SITE,))
        side = side._replace(piles=piles or side.piles)
        state = state._replace(ruri_site=event.site)
    state = state.with_side(event.role, side)
    return state if event.role == GOVERNMENT else begin_turn(state, ONIWABAN)


# ------------------------------------------------------------------------------------------- cards


def _active(state: State) -> str:
    return state.active or ONIWABAN


def _spend(state: State, card: str, fan: bool) -> State:
    """Take the card from the hand; new answers become possible."""
    role, turn_state = _active(state), close_answers(state.turn_state)
    if turn_state.shown is not None:
        turn_state = turn_state._replace(shown=remove_card(turn_state.shown, card))
    state = state.with_side(role, spend(state.side(role), card))._replace(turn_state=turn_state)
    if fan:
        return set_equipment(state, FAN, USED)
    return state._replace(drugged=None) if role == GOVERNMENT else state


def _spend_and_discard(state: State, card: str, fan: bool = False) -> State:
    state, role = _spend(state, card, fan), _active(state)
    return state.with_side(role, discard(state.side(role), card))


def _site(state: State, event: events.Site) -> State:
    if event.back:
        state = state._replace(turn_state=close_answers(state.turn_state), drugged=None)
    else:
        state = _spend_and_discard(state, event.card, event.fan)
    return move(state, _active(state), event.origin, event.to)


def _move(state: State, event: Move) -> State:
    state = _spend_and_discard(state, EVENT_NAMES[type(event)], event.fan)
    if isinstance(event, events.Charge):
        state = state._replace(turn_state=state.turn_state._replace(push_due=True))
    return move(state, _active(state), event.origin, event.to)


def _push(state: State, event: events.Push) -> State:
    turn_state = close_answers(state.turn_state)._replace(push_due=False)
    return move(
        state._replace(turn_state=turn_state), OTHER[_active(state)], event.origin, event.to
    )


def _swap(state: State, event: events.Swap) -> State:
    state = _spend_and_discard(state, SWAP)
    role = _active(state)
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
        side = replace_agent(side, number, Agent(side.agents[number].space, identity))
    state = state.with_side(role, after_swap(side, first, second))
    turn_state = state.turn_state._replace(goal_arrivals=frozenset({first, second}))
    return set_next_phase(state._replace(turn_state=turn_state))


def _bait(state: State, event: events.Bait) -> State:
    state = _spend(state, BAIT, False)
    role = _active(state)
    side = state.side(role)
    for mark in event.marks:
        side = side._replace(sites=side.sites - 1) if mark is None else spend(side, mark)
    side = side._replace(baits=(*side.baits, event.marks))
    return set_next_phase(state.with_side(role, side))


def _spring(state: State, event: events.Spring) -> State:
    if state.turn_state.arrived is None:
        return state
    role, number = state.turn_state.arrived
    owner = state.side(OTHER[role])
    index = event.bait - 1
    marks = list(owner.baits[index])
    marks.remove(event.mark if event.mark in marks else None)
    baits = (*owner.baits[:index], *([tuple(marks)] if marks else []), *owner.baits[index + 1 :])
    owner = discard(owner._replace(baits=baits), event.mark, *([] if marks else [BAIT]))
    state = relocate(state.with_side(OTHER[role], owner), role, number, event.to)
    turn_state = state.turn_state._replace(arrived=None, victor=None)
    return set_next_phase(state._replace(turn_state=turn_state))


def _conflict(state: State, event: events.Conflict) -> State:
    fight = state.conflict
    if fight is None:
        return state
    role, other, won = fight.attacker, OTHER[fight.attacker], event.winner == ATTACKER
    attacker = state.side(role).agent_at(fight.origin)
    defender = state.side(other).agent_at(fight.to)
    if attacker is None or defender is None:
        return state
    state = state.with_side(other, reveal(state.side(other), defender, event.defender))
    side = restrict(state.side(role), attack_result(attacker, event.defender, won))
    if event.attacker is not None:
        side = reveal(side, attacker, event.attacker)
    state = state.with_side(role, side)._replace(conflict=None)
    if not won:
        return set_next_phase(state)
    state = arrive(capture(state, role, defender), role, attacker, fight.to)
    if role == GOVERNMENT == state.active:
        state = state._replace(turn_state=state.turn_state._replace(victor=attacker))
    return after_capture(state, role)


def _declare(state: State, event: events.Declare) -> State:
    role = _active(state)
    side = state.side(role)
    number = side.agent_at(event.agent) if event.agent is not None else None
    if number is not None and event.identity is not None:
        return end_game(state.with_side(role, reveal(side, number, event.identity)), role, ESCAPE)
    state = state.with_side(role, restrict(side, all_fake(agents_on_goal_row(state, role))))
    turn_state = close_answers(state.turn_state)
    if turn_state.must_escape:
        return end_game(state, OTHER[role], DECOYS)
    return set_next_phase(state._replace(turn_state=turn_state._replace(goal_arrivals=frozenset())))


def _draw(state: State, event: events.Draw) -> State:
    role = _active(state)
    side = state.side(role)
    piles = piles_after_draw(side, event, draws_two(state, role))
    cards = drawn_cards(event)
    if isinstance(piles, Violation):
        raise EngineFault(f"an illegal draw was played: {piles.message}")
    tactics = len(cards) - count_sites(cards) - cards.count(SITE)
    side = side._replace(
        hand=None if side.hand is None else add_cards(side.hand, *cards),
        sites=side.sites + len(cards) - tactics,
        tactics=side.tactics + tactics,
        piles=piles,
    )
    state = state.with_side(role, side)
    if role == ONIWABAN:
        state = state._replace(stunned=None)
    state = state._replace(turn_state=TurnState())
    if state.turn >= state.setup.ruleset.turn_cap:
        return end_game(state, None, TURN_CAP)
    return begin_turn(state, OTHER[role])


def _stuck(state: State, event: events.Stuck) -> State:  # noqa: ARG001 - one signature for all
    return end_game(state, OTHER[_active(state)], STUCK)


def _unmask(state: State, event: events.Unmask) -> State:
    side = state.side(event.role)
    for space, identity in event.agents:
        number = side.agent_at(space)
        if number is not None:
            side = reveal(side, number, identity)
    return state.with_side(event.role, side)._replace(unmasked=(*state.unmasked, event.role))


def _resign(state: State, event: events.Resign) -> State:
    return state._replace(phase=Phase.OVER, winner=OTHER[event.role], reason=RESIGN)


def _abandon(state: State, event: events.Abandon) -> State:  # noqa: ARG001 - one signature for all
    return state._replace(phase=Phase.OVER, reason=ABANDON)


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
