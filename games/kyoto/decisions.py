"""Who makes each decision in Shadows in Kyoto, for variations: chance deals and draws, each side
plays its cards from what it knows, and the result of a conflict is not a choice.
"""

from collections.abc import Iterator

from games.core.contract import Answer, Decisions
from games.kyoto.rules.components import GOVERNMENT, IDENTITIES, ONIWABAN, OTHER, SIDES
from games.kyoto.rules.events import EVENT_NAMES, Event
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import Phase, State, setup_role

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
)
