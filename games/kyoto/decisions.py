"""Who makes each decision in Shadows in Kyoto, for variations: chance deals and draws, each side
plays its cards from what it knows, and the result of a conflict is not a choice.
"""

from collections.abc import Iterator

from games.core.contract import Answer, Decisions
from games.core.language import Labels
from games.core.language import gettext_noop as _
from games.core.turns import STOPS as ENDINGS
from games.core.turns import Turn
from games.kyoto.rules.components import (
    GOVERNMENT,
    IDENTITIES,
    ONIWABAN,
    OTHER,
    PISTOL,
    SIDES,
    TACTICS,
    UP,
)
from games.kyoto.rules.events import EVENT_NAMES, Event
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import ANSWER_PHASES, Phase, State, setup_role

STOPS = frozenset({"resign", "abandon", "unmask"})
CHANCE = frozenset({"deal", "draw"})
_PLAYED = frozenset({"site", "defend", "tunnel", "charge"})
_IN_TURN = {
    ONIWABAN: frozenset({"typewriter", "drugs"}),
    GOVERNMENT: frozenset({"bugs", "stun", "show"}),
}
_ALL = frozenset(EVENT_NAMES.values())
"""Hands last: later plays and draws of a game depend on every changed decision."""


def choosable_types(state: State, role: str) -> frozenset[str]:
    """Return the event types that a side may choose in a position, legal or not."""
    if state.phase in (Phase.DEPLOY, Phase.CHARISMA) and setup_role(state) == role:
        return STOPS | {state.phase.value}
    types = set(STOPS)
    if state.phase is Phase.CONFLICT and role == ONIWABAN:
        types.add("pistol")
    if state.turn_state.flip_due == role:
        types.add("flip")
    if state.turn_state.arrived is not None and OTHER[state.turn_state.arrived[0]] == role:
        types.add("spring")
    if state.active == role and state.phase is not Phase.CONFLICT:
        types |= _PLAYED | _IN_TURN[role]
        if state.phase is Phase.PLAY:
            types |= {"swap", "bait", "play"}
        elif state.phase is Phase.PUSH:
            types.add("push")
        types.add("declare")
    return frozenset(types)


def others(position: State, view: str) -> frozenset[str]:
    """Return the event types that a view may not choose in a position as it sees it. `play` stands
    for all that a side may do when it must play a card.
    """
    own = choosable_types(position, view) if view in SIDES else STOPS
    return (_ALL | {"play"}) - own


def due(state: State) -> str:
    """Return the name of the phase; the legal events may be a secret of the other side."""
    return state.phase.value


def known(position: State) -> Iterator[Event]:
    """Yield the legal events of the side that sees this position: the one whose hand is known."""
    view = next((role for role in SIDES if position.side(role).hand is not None), "")
    own = choosable_types(position, view) if view else STOPS
    if position.phase in (Phase.DEAL, Phase.OVER):
        own = STOPS
    for event in legal_events(position):
        if EVENT_NAMES[type(event)] in own:
            yield event


def turns(state: State) -> tuple[Turn, ...]:
    """Return who enters events: in a full log each side on its own, since its choices depend on its
    hand; in a table log anyone. The side whose turn it is comes first.
    """
    if not state.setup.full:
        return (Turn(None, _ALL - ENDINGS),)
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.CONFLICT:
        return (_conflict_turn(state),)
    if state.phase in (Phase.DEAL, Phase.DEPLOY, Phase.CHARISMA):
        return (Turn(setup_role(state), frozenset({state.phase.value}), True),)
    first = state.active_role
    types = (choosable_types(state, first) - STOPS) | _answers(state, first)
    if state.phase is Phase.DRAW:
        types |= {"draw"}
    other = _answers(state, OTHER[first])
    return (Turn(first, types, True), *([Turn(OTHER[first], other, True)] if other else ()))


def _conflict_turn(state: State) -> Turn:
    """Return who goes on in a conflict. Its result follows from the secrets; only the Oniwaban can
    guess with a Pistol before it (10.4). All of this is public.
    """
    is_attacked = state.fight.attacker == GOVERNMENT
    if is_attacked and state.equipment(PISTOL) == UP:
        return Turn(ONIWABAN, frozenset({"conflict", "pistol"}))
    return Turn(state.active_role, frozenset({"conflict"}))


def _answers(state: State, role: str) -> frozenset[str]:
    """Return the event types with which a side may answer what happened in this turn (4.6)."""
    types: set[str] = set()
    if state.phase not in ANSWER_PHASES:
        return frozenset()
    if state.turn_state.flip_due == role:
        types.add("flip")
    arrived = state.turn_state.arrived
    if arrived is not None and arrived[0] != role and state.side(role).baits:
        types.add("spring")
    if state.turn_state.victor is not None and role == GOVERNMENT:
        types |= _PLAYED
    return frozenset(types)


def imagined(observed: State) -> State:
    """Return a position that fits what a side observes. While cards are dealt, a hidden hand shows
    only whether it was dealt.
    """
    if observed.phase is not Phase.DEAL:
        return observed
    for role in SIDES:
        side = observed.side(role)
        if side.hand is None:
            hand = (TACTICS[0],) if side.cards_held else ()
            observed = observed.with_side(role, side._replace(hand=hand))
    return observed


DECISIONS = Decisions(
    chance=CHANCE,
    secret=frozenset({"deploy", "bait", "swap"}),
    lasting=_ALL,
    answers={
        "pistol": Answer("attacker", IDENTITIES, is_fixed=True),
        "bugs": Answer("identity", IDENTITIES, is_fixed=True),
    },
    known=known,
    others=others,
    due=due,
    turns=turns,
    imagined=imagined,
    has_answers=lambda state: state.setup.full,
    results=frozenset({"conflict"}),
    reveals=frozenset({"declare", "spring"}),
    sets={"deal": "cards", "draw": "cards", "show": "cards", "bait": "marks"},
    depths=Labels(
        {
            "full": _("everything: each side enters its hand and agents in secret"),
            "table": _("what everyone at the table sees"),
        }
    ),
)
