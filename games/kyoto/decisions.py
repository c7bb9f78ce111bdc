"""Who decides what in Shadows in Kyoto, for what-if branches: chance deals and draws, each side
plays its own cards from what it knows, and what a conflict shows is nobody's choice.
"""

from collections.abc import Iterator

from games.core.decisions import Answer, Decisions
from games.kyoto.rules.events import EVENT_NAMES, Event
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.legality_setup import role_due
from games.kyoto.rules.state import CHARISMA, CONFLICT, DEAL, DEPLOY, OVER, PLAY, PUSH, State
from games.kyoto.rules.words import GOVERNMENT, IDENTITIES, ONIWABAN, OTHER, SIDES

STOPS = frozenset({"resign", "abandon", "unmask"})
CHANCE = frozenset({"deal", "draw"})
_PLAYED = frozenset({"site", "defend", "tunnel", "charge"})
_IN_TURN = {
    ONIWABAN: frozenset({"typewriter", "drugs"}),
    GOVERNMENT: frozenset({"bugs", "stun", "show"}),
}
_ALL = frozenset(EVENT_NAMES.values())
"""Hands last: whatever is decided anew, later plays and draws of a game rest on it."""


def own_types(state: State, role: str) -> frozenset[str]:
    """The event types that are a side's to choose in a position, legal or not."""
    if state.phase in (DEPLOY, CHARISMA) and role_due(state) == role:
        return STOPS | {state.phase.value}
    found = set(STOPS)
    if state.phase is CONFLICT and role == ONIWABAN:
        found.add("pistol")
    if state.course.flip_due == role:
        found.add("flip")
    if state.course.arrived is not None and OTHER[state.course.arrived[0]] == role:
        found.add("spring")
    if state.active == role and state.phase is not CONFLICT:
        found |= _PLAYED | _IN_TURN[role]
        if state.phase is PLAY:
            found |= {"swap", "bait", "play"}
        elif state.phase is PUSH:
            found.add("push")
        found.add("declare")
    return frozenset(found)


def others(seen: State, view: str) -> frozenset[str]:
    """What is not a view's to choose in a position as it observes it. `play` stands for whatever a
    side may do when a card is due.
    """
    own = own_types(seen, view) if view in SIDES else STOPS
    return (_ALL | {"play"}) - own


def due(state: State) -> str:
    """What is due, in the word of the phase: what could be played may be another side's secret."""
    return state.phase.value


def known(seen: State) -> Iterator[Event]:
    """What the rules allow to whom this position was observed for: the side whose hand is there, or
    nobody.
    """
    view = next((role for role in SIDES if seen.side(role).hand is not None), "")
    own = own_types(seen, view) if view else STOPS
    if seen.phase in (DEAL, OVER):
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
