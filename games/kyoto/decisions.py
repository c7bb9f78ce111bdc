"""Who decides what in Shadows in Kyoto, for what-if branches: chance deals and draws, each side
plays its own cards from what it knows, and what a conflict shows is nobody's choice.
"""

from collections.abc import Iterator

from games.core.decisions import Answer, Decisions
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
"""Hands last: whatever is decided anew, later plays and draws of a game rest on it."""


def choosable_types(state: State, role: str) -> frozenset[str]:
    """The event types that are a side's to choose in a position, legal or not."""
    if state.phase in (Phase.DEPLOY, Phase.CHARISMA) and setup_role(state) == role:
        return STOPS | {state.phase.value}
    found = set(STOPS)
    if state.phase is Phase.CONFLICT and role == ONIWABAN:
        found.add("pistol")
    if state.turn_state.flip_due == role:
        found.add("flip")
    if state.turn_state.arrived is not None and OTHER[state.turn_state.arrived[0]] == role:
        found.add("spring")
    if state.active == role and state.phase is not Phase.CONFLICT:
        found |= _PLAYED | _IN_TURN[role]
        if state.phase is Phase.PLAY:
            found |= {"swap", "bait", "play"}
        elif state.phase is Phase.PUSH:
            found.add("push")
        found.add("declare")
    return frozenset(found)


def others(seen: State, view: str) -> frozenset[str]:
    """What is not a view's to choose in a position as it observes it. `play` stands for whatever a
    side may do when a card is due.
    """
    own = choosable_types(seen, view) if view in SIDES else STOPS
    return (_ALL | {"play"}) - own


def due(state: State) -> str:
    """What is due, in the word of the phase: what could be played may be another side's secret."""
    return state.phase.value


def known(seen: State) -> Iterator[Event]:
    """What the rules allow to whom this position was observed for: the side whose hand is there, or
    nobody.
    """
    view = next((role for role in SIDES if seen.side(role).hand is not None), "")
    own = choosable_types(seen, view) if view else STOPS
    if seen.phase in (Phase.DEAL, Phase.OVER):
        own = STOPS
    for event in legal_events(seen):
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
