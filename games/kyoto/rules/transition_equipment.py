"""What Equipment does (rules page, section 10)."""

from games.kyoto.rules.events import Bugs, Drugs, Flip, Pistol, Show, Stun, Typewriter
from games.kyoto.rules.flow import (
    after_capture,
    ask_stuck,
    capture,
    close_answers,
    gain,
    reveal,
    settle,
    use,
)
from games.kyoto.rules.state import PLAY, State
from games.kyoto.rules.words import (
    BUGS,
    DRUGS,
    EQUIPMENT,
    GOVERNMENT,
    ONIWABAN,
    PISTOL,
    STUN,
    TYPEWRITER,
    UP,
    USED,
    without,
)

_OWNER = {card: role for role, cards in EQUIPMENT.items() for card in cards}


def _lay(state: State, card: str, how: str) -> State:
    role = _OWNER[card]
    return use(state, role, EQUIPMENT[role].index(card), how)


def _used(state: State, card: str) -> State:
    """The card has left the game, and the chance to answer is over (4.6)."""
    return _lay(state, card, USED)._replace(course=close_answers(state.course))


def flip(state: State, event: Flip) -> State:
    """10.1."""
    return _lay(state, event.card, UP)._replace(course=state.course._replace(flip_due=None))


def typewriter(state: State, event: Typewriter) -> State:
    """10.2; before the card the question of 4.4 is asked again."""
    side = state.side(ONIWABAN)
    side = gain(side._replace(discard=without(side.discard, event.card)), event.card)
    state = _used(state.with_side(ONIWABAN, side), TYPEWRITER)
    return ask_stuck(state, ONIWABAN) if state.phase is PLAY else state


def drugs(state: State, event: Drugs) -> State:
    """10.3."""
    number = state.side(GOVERNMENT).agent_at(event.agent)
    return _used(state, DRUGS)._replace(drugged=number)


def stun(state: State, event: Stun) -> State:
    """10.6."""
    number = state.side(ONIWABAN).agent_at(event.agent)
    return _used(state, STUN)._replace(stunned=number)


def show(state: State, event: Show) -> State:
    """10.3: a hand that was shown."""
    return state._replace(course=state.course._replace(shown=event.cards))


def bugs(state: State, event: Bugs) -> State:
    """10.5."""
    side = state.side(ONIWABAN)
    number = side.agent_at(event.agent)
    if number is None:
        return state
    return _used(state.with_side(ONIWABAN, reveal(side, number, event.identity)), BUGS)


def pistol(state: State, event: Pistol) -> State:
    """10.4: the attacker is seen; guessed right, it is captured."""
    state = _used(state, PISTOL)
    side, fight = state.side(GOVERNMENT), state.conflict
    number = None if fight is None else side.agent_at(fight.origin)
    if number is None:
        return state
    state = state.with_side(GOVERNMENT, reveal(side, number, event.attacker))
    if event.guess != event.attacker:
        return settle(state)
    return after_capture(capture(state._replace(conflict=None), ONIWABAN, number), ONIWABAN)
