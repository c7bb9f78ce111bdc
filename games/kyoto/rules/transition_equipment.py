"""The effects of Equipment (rules page, section 10)."""

from games.kyoto.rules import components, flow
from games.kyoto.rules.events import Bugs, Drugs, Flip, Pistol, Show, Stun, Typewriter
from games.kyoto.rules.state import Phase, State


def _use_up(state: State, card: str) -> State:
    """Remove the card from the game and end the chance to answer (4.6)."""
    turn_state = flow.close_answers(state.turn_state)
    return flow.set_equipment(state, card, components.USED)._replace(turn_state=turn_state)


def flip(state: State, event: Flip) -> State:
    """Turn a card face up (10.1)."""
    turn_state = state.turn_state._replace(flip_due=None)
    return flow.set_equipment(state, event.card, components.UP)._replace(turn_state=turn_state)


def typewriter(state: State, event: Typewriter) -> State:
    """Return a discarded card to the hand; before the play, check 4.4 again (10.2)."""
    side = state.side(components.ONIWABAN)
    side = flow.gain(
        side._replace(discard=components.remove_card(side.discard, event.card)), event.card
    )
    state = _use_up(state.with_side(components.ONIWABAN, side), components.TYPEWRITER)
    return flow.check_stuck(state, components.ONIWABAN) if state.phase is Phase.PLAY else state


def drugs(state: State, event: Drugs) -> State:
    """Drug a Government agent (10.3)."""
    number = state.side(components.GOVERNMENT).agent_at(event.agent)
    return _use_up(state, components.DRUGS)._replace(drugged=number)


def stun(state: State, event: Stun) -> State:
    """Stun an Oniwaban agent (10.6)."""
    number = state.side(components.ONIWABAN).agent_at(event.agent)
    return _use_up(state, components.STUN)._replace(stunned=number)


def show(state: State, event: Show) -> State:
    """Record a shown hand (10.3)."""
    return state._replace(turn_state=state.turn_state._replace(shown=event.cards))


def bugs(state: State, event: Bugs) -> State:
    """Turn an Oniwaban agent face up (10.5)."""
    side = state.side(components.ONIWABAN)
    number = side.agent_at(event.agent)
    if number is None:
        return state
    return _use_up(
        state.with_side(components.ONIWABAN, flow.reveal(side, number, event.identity)),
        components.BUGS,
    )


def pistol(state: State, event: Pistol) -> State:
    """Turn the attacker face up; a right guess captures it (10.4)."""
    state = _use_up(state, components.PISTOL)
    side, fight = state.side(components.GOVERNMENT), state.conflict
    number = None if fight is None else side.agent_at(fight.origin)
    if number is None:
        return state
    state = state.with_side(components.GOVERNMENT, flow.reveal(side, number, event.attacker))
    if event.guess != event.attacker:
        return flow.set_next_phase(state)
    return flow.after_capture(
        flow.capture(state._replace(conflict=None), components.ONIWABAN, number),
        components.ONIWABAN,
    )
