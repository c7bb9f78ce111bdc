"""Check the use of Equipment (rules page, section 10)."""

from collections import Counter

from games.core.language import text
from games.core.rules import Violation
from games.kyoto.rules import checks, components
from games.kyoto.rules.events import Bugs, Drugs, Flip, Pistol, Show, Stun, Typewriter
from games.kyoto.rules.knowledge import can_be, count_unseen
from games.kyoto.rules.legality_play import not_face_up
from games.kyoto.rules.playability import can_move_agent
from games.kyoto.rules.state import State


def flip(state: State, event: Flip) -> Violation | None:
    """Check a flip (10.1)."""
    if refusal := checks.unknown_card((event.card,), components.EQUIPMENT_CARDS):
        return refusal
    role = state.turn_state.flip_due
    if (
        role is None
        or event.card not in components.EQUIPMENT[role]
        or state.equipment(event.card) != components.DOWN
    ):
        message = text("A side may flip a face-down card only when it loses an important agent.")
        return Violation("10.1", "no_flip", message)
    return None


def _use_violation(
    state: State, event: Typewriter | Drugs | Bugs | Stun, card: str, unknown: Violation | None
) -> Violation | None:
    """Return why a side may not use a card now: the turn, an unknown name, or 10.1."""
    if state.active != components.EQUIPMENT_OWNER[card]:
        return checks.out_of_turn(state, event)
    return unknown or not_face_up(state, card)


def typewriter(state: State, event: Typewriter) -> Violation | None:
    """Check the use of the Typewriter (10.2)."""
    unknown = checks.unknown_card((event.card,), components.CARDS)
    if refusal := _use_violation(state, event, components.TYPEWRITER, unknown):
        return refusal
    if event.card not in state.side(components.ONIWABAN).discard:
        message = text('The Oniwaban discard pile has no "{card}".', card=event.card)
        return Violation("10.2", "not_discarded", message)
    return None


def drugs(state: State, event: Drugs) -> Violation | None:
    """Check the use of Drugs (10.3)."""
    return _check_enemy_agent(state, event, components.DRUGS, "10.3")


def stun(state: State, event: Stun) -> Violation | None:
    """Check the use of the Stun Weapon (10.6)."""
    return _check_enemy_agent(state, event, components.STUN, "10.6")


def _check_enemy_agent(state: State, event: Drugs | Stun, card: str, rule: str) -> Violation | None:
    """Check a card that a side uses on an enemy agent."""
    if refusal := _use_violation(state, event, card, checks.unknown_space(event.agent)):
        return refusal
    enemy = components.OTHER[components.EQUIPMENT_OWNER[card]]
    if state.side(enemy).agent_at(event.agent) is None:
        return checks.no_agent(enemy, event.agent, rule)
    return None


def show(state: State, event: Show) -> Violation | None:
    """Check a shown hand (10.3)."""
    if state.active != components.GOVERNMENT:
        return checks.out_of_turn(state, event)
    if refusal := checks.unknown_card(event.cards, components.CARDS):
        return refusal
    if state.drugged is None or state.turn_state.shown is not None:
        message = text("The hand is shown once, and only when an agent is drugged.")
        return Violation("10.3", "nothing_to_show", message)
    if not _is_hand(state, event.cards):
        return Violation("10.3", "not_the_hand", text("These cards are not the whole hand."))
    space = state.side(components.GOVERNMENT).agents[state.drugged].space
    if space is not None and can_move_agent(state, components.GOVERNMENT, space, event.cards):
        message = text("A card of this hand can move the drugged agent on {space}.", space=space)
        return Violation("10.3", "can_be_moved", message)
    return None


def _is_hand(state: State, cards: tuple[str, ...]) -> bool:
    side = state.side(components.GOVERNMENT)
    if side.hand is not None:
        return tuple(sorted(cards)) == side.hand
    unseen = count_unseen(state, components.GOVERNMENT)
    if any(number > unseen[card] for card, number in Counter(cards).items()):
        return False
    return components.count_sites(cards) == side.sites and len(cards) == side.cards_held


def bugs(state: State, event: Bugs) -> Violation | None:
    """Check the use of Wireless Bugs (10.5)."""
    unknown = checks.unknown_space(event.agent) or checks.unknown_identity(event.identity)
    if refusal := _use_violation(state, event, components.BUGS, unknown):
        return refusal
    side = state.side(components.ONIWABAN)
    number = side.agent_at(event.agent)
    if number is None or side.agents[number].revealed:
        message = text("No hidden Oniwaban agent stands on {space}.", space=event.agent)
        return Violation("10.5", "no_hidden_agent", message)
    return _identity_violation(state, components.ONIWABAN, event.agent, event.identity, "10.5")


def pistol(state: State, event: Pistol) -> Violation | None:
    """Check the use of the Pocket Pistol (10.4)."""
    attacker, origin, _ = state.fight
    if attacker != components.GOVERNMENT:
        return checks.out_of_turn(state, event)
    return (
        checks.unknown_identity(event.guess, event.attacker)
        or not_face_up(state, components.PISTOL)
        or _identity_violation(state, components.GOVERNMENT, origin, event.attacker, "10.4")
    )


def _identity_violation(
    state: State, role: str, space: str, identity: str, rule: str
) -> Violation | None:
    """Return why the agent on a space cannot turn out to have this identity, or None."""
    side = state.side(role)
    if can_be(side, side.number_at(space), identity):
        return None
    return checks.wrong_identity(space, identity, rule)
