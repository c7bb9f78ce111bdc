"""The effects of Equipment (rules page, section 10)."""

from games.kyoto.rules.components import (
    BUGS,
    DRUGS,
    GOVERNMENT,
    ONIWABAN,
    PISTOL,
    STUN,
    TYPEWRITER,
    UP,
    USED,
    remove_card,
)
from games.kyoto.rules.events import Bugs, Drugs, Flip, Pistol, Show, Stun, Typewriter
from games.kyoto.rules.flow import (
    after_capture,
    capture,
    check_stuck,
    close_answers,
    gain,
    reveal,
    set_equipment,
    set_next_phase,
)
from games.kyoto.rules.state import Phase, State


def _use_up(state: State, card: str) -> State:
    """Remove the card from the game and end the chance to answer (4.6)."""
    turn_state = close_answers(state.turn_state)
    return set_equipment(state, card, USED)._replace(turn_state=turn_state)


def flip(state: State, event: Flip) -> State:
    """Turn a card face up (10.1)."""
    turn_state = state.turn_state._replace(flip_due=None)
    return set_equipment(state, event.card, UP)._replace(turn_state=turn_state)


def typewriter(state: State, event: Typewriter) -> State:
    """Return a discarded card to the hand; before the play, check 4.4 again (10.2)."""
    side = state.side(ONIWABAN)
    side = gain(side._replace(discard=remove_card(side.discard, event.card)), event.card)
    state = _use_up(state.with_side(ONIWABAN, side), TYPEWRITER)
    return check_stuck(state, ONIWABAN) if state.phase is Phase.PLAY else state


def drugs(state: State, event: Drugs) -> State:
    """Drug a Government agent (10.3)."""
    number = state.side(GOVERNMENT).agent_at(event.agent)
    return _use_up(state, DRUGS)._replace(drugged=number)


def stun(state: State, event: Stun) -> State:
    """Stun an Oniwaban agent (10.6)."""
    number = state.side(ONIWABAN).agent_at(event.agent)
    return _use_up(state, STUN)._replace(stunned=number)


def show(state: State, event: Show) -> State:
    """Record a shown hand (10.3)."""
    return state._replace(turn_state=state.turn_state._replace(shown=event.cards))


def bugs(state: State, event: Bugs) -> State:
    """Turn an Oniwaban agent face up (10.5)."""
    side = state.side(ONIWABAN)
    number = side.agent_at(event.agent)
    if number is None:
        return state
    return _use_up(state.with_side(ONIWABAN, reveal(side, number, event.identity)), BUGS)


def pistol(state: State, event: Pistol) -> State:
    """Turn the attacker face up; a right guess captures it (10.4)."""
    state = _use_up(state, PISTOL)
    side, fight = state.side(GOVERNMENT), state.conflict
    number = None if fight is None else side.agent_at(fight.origin)
    if number is None:
        return state
    state = state.with_side(GOVERNMENT, reveal(side, number, event.attacker))
    if event.guess != event.attacker:
        return set_next_phase(state)
    return after_capture(capture(state._replace(conflict=None), ONIWABAN, number), ONIWABAN)
