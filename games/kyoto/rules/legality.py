"""Check events: find the first rule an event breaks, in the order of the log-format page ("Which
rule").
"""

from collections.abc import Callable
from typing import Any

from games.core.language import Items, text
from games.core.rules import Violation
from games.kyoto.rules import checks, components, events, knowledge
from games.kyoto.rules import legality_equipment as equipment
from games.kyoto.rules import legality_play as plays
from games.kyoto.rules.events import Event
from games.kyoto.rules.moves import spring_violation
from games.kyoto.rules.piles import draw_violation, draws_two, piles_after_plain_draw
from games.kyoto.rules.playability import could_be_stuck
from games.kyoto.rules.state import ANSWER_PHASES, DRAW, Fight, Phase, State, setup_role


def violation(state: State, event: Event) -> Violation | None:
    """Return why the log may not contain this event here, or None."""
    phases, check = _CHECKS[type(event)]
    if phases and state.phase not in phases:
        return checks.out_of_turn(state, event)
    return check(state, event)


def shows_attacker(state: State, fight: Fight) -> bool:
    """Return whether Iroha turns the attacker face up (9.6)."""
    is_oniwaban = fight.attacker == components.ONIWABAN
    return is_oniwaban and state.has_charisma(components.GOVERNMENT, components.IROHA)


def _deal(state: State, event: events.Deal) -> Violation | None:
    if event.role != setup_role(state):
        return checks.out_of_turn(state, event)
    if refusal := checks.unknown_card(event.cards, components.CARDS):
        return refusal
    if (
        components.count_sites(event.cards) != components.FIRST_SITES
        or len(event.cards) != components.FIRST_SITES + components.FIRST_TACTICS
    ):
        message = text("A first hand is four Site cards and two Tactics.")
        return Violation("3.1", "wrong_hand", message)
    for card in event.cards:
        if event.cards.count(card) > components.DECK[card]:
            message = text('The deck has fewer "{card}" cards than this hand.', card=card)
            return Violation("3.1", "too_many", message)
    return None


def _deploy(state: State, event: events.Deploy) -> Violation | None:
    if event.role != setup_role(state):
        return checks.out_of_turn(state, event)
    spaces = [space for space, _ in event.agents]
    identities = [identity for _, identity in event.agents]
    if refusal := checks.unknown_space(*spaces) or checks.unknown_identity(*identities):
        return refusal
    starts = state.setup.board.starts[event.role]
    if sorted(spaces) != list(starts) or sorted(identities) != list(components.IDENTITIES):
        message = text("Put the six different agents on the starts {starts}.", starts=Items(starts))
        return Violation("3.2", "wrong_deployment", message)
    return None


def _charisma(state: State, event: events.Charisma) -> Violation | None:
    if event.role != setup_role(state):
        return checks.out_of_turn(state, event)
    refusal = checks.unknown_card((event.card,), components.CHARISMA_CARDS)
    if refusal := refusal or checks.unknown_card((event.site,), components.SITE_CARDS):
        return refusal
    if event.card not in charisma_choices(state, event.role):
        side = checks.THE[event.role]
        message = text('The card "{card}" is not available to {side}.', card=event.card, side=side)
        return Violation("3.3", "not_to_choose", message)
    if (event.site is not None) != (event.card == components.RURI) or event.site == components.WILD:
        message = text("Name a colour for Ruri, and only for Ruri.")
        return Violation("3.4", "ruri_site", message)
    return None


def charisma_choices(state: State, role: str) -> tuple[str, ...]:
    """Return the cards that a side may choose (3.3)."""
    own = components.CHARISMA[role]
    is_ruri_taken = state.has_charisma(components.GOVERNMENT, components.RURI)
    is_ruri_free = state.setup.ruleset.neutral and not is_ruri_taken
    return (*own, components.RURI) if is_ruri_free else own


def _conflict(state: State, event: events.Conflict) -> Violation | None:
    fight = state.fight
    if refusal := checks.unknown_identity(event.defender, event.attacker):
        return refusal
    attackers, defenders = state.side(fight.attacker), state.side(components.OTHER[fight.attacker])
    attacker, defender = attackers.number_at(fight.origin), defenders.number_at(fight.to)
    if not knowledge.can_be(defenders, defender, event.defender):
        message = text("The defender is not {identity}.", identity=event.defender)
        return Violation("6.2", "wrong_defender", message)
    identity = attackers.agents[attacker].identity
    if event.attacker is None:
        if shows_attacker(state, fight):
            message = text("Iroha shows the attacker: add its identity.")
            return Violation("9.6", "iroha", message)
    elif not shows_attacker(state, fight):
        message = text("Only Iroha shows the attacker, and only an Oniwaban one: leave it out.")
        return Violation("9.6", "iroha", message)
    elif not knowledge.can_be(attackers, attacker, event.attacker):
        message = text("The attacker is not {identity}.", identity=event.attacker)
        return Violation("9.6", "wrong_attacker", message)
    else:
        identity = event.attacker
    result = knowledge.attack_result(attacker, event.defender, event.winner == components.ATTACKER)
    if identity is None:
        fits = knowledge.is_possible(attackers, result)
    else:
        named = knowledge.has_identity(attacker, identity)
        fits = knowledge.is_possible(attackers, named & result)
    if fits:
        return None
    message = text(
        "The powers give another result: higher wins, 0 beats 3, a tie is the attacker's."
    )
    return Violation("6.3", "wrong_winner", message)


def _declare(state: State, event: events.Declare) -> Violation | None:
    if refusal := checks.unknown_space(event.agent) or checks.unknown_identity(event.identity):
        return refusal
    role = state.active_role
    side, numbers = state.side(role), knowledge.agents_on_goal_row(state, role)
    if event.agent is None or event.identity is None:
        are_fake = not any(side.agents[number].identity in components.REAL for number in numbers)
        if are_fake and knowledge.is_possible(side, knowledge.all_fake(numbers)):
            return None
        message = text("An agent with real intelligence is on the goal row: declare it.")
        return Violation("7.3", "hidden_escape", message)
    number = side.agent_at(event.agent)
    if number is None or number not in numbers or event.identity not in components.REAL:
        message = text('Declare an agent with real intelligence on the goal row, or "no".')
        return Violation("7.3", "no_escape", message)
    if not knowledge.can_be(side, number, event.identity):
        return checks.wrong_identity(event.agent, event.identity, "7.3")
    return None


def _spring(state: State, event: events.Spring) -> Violation | None:
    unknown = checks.unknown_space(event.to)
    if refusal := unknown or checks.unknown_card((event.mark,), components.SITE_CARDS):
        return refusal
    arrived = state.turn_state.arrived
    if arrived is None:
        message = text("No agent has just arrived, so no mark can be used.")
        return Violation("8.6", "nobody_came", message)
    role, number = arrived
    owner, space = state.side(components.OTHER[role]), state.side(role).agents[number].space
    if space is None or not 1 <= event.bait <= len(owner.baits):
        message = text("There is no Bait number {number} on the table.", number=event.bait)
        return Violation("8.6", "no_such_bait", message)
    if state.setup.board.types[space] != event.mark:
        message = text("{space} is not a {colour} space.", space=space, colour=event.mark)
        return Violation("8.6", "wrong_colour", message)
    marks = owner.baits[event.bait - 1]
    is_there = event.mark in marks
    if None in marks and not is_there:
        is_there = knowledge.count_unseen(state, components.OTHER[role])[event.mark] > 0
    if not is_there:
        message = text('The Bait has no mark "{colour}".', colour=event.mark)
        return Violation("8.6", "no_such_mark", message)
    return spring_violation(state, role, space, event.to)


def _draw(state: State, event: events.Draw) -> Violation | None:
    if piles_after_plain_draw(state, event) is not None:
        return None
    if event.piles if state.setup.full else event.cards:
        in_full = text("A full log lists the cards drawn, not the piles.")
        in_table = text("A table log lists the piles, not the cards.")
        return checks.wrong_depth(state, in_full, in_table)
    if state.phase is not DRAW:
        return checks.out_of_turn(state, event)
    known = components.CARDS if state.setup.full else components.PILES
    if refusal := checks.unknown_card((*event.cards, *event.piles, *event.returned), known):
        return refusal
    role = state.active_role
    return draw_violation(state.side(role), event, draws_two(state, role))


def _stuck(state: State, _event: events.Stuck) -> Violation | None:
    if state.setup.full:
        message = text('A full log has no "stuck": the game ends when no card can be played.')
    elif could_be_stuck(state, state.active_role):
        return None
    else:
        message = text("At least one card can be played, whatever the hand is.")
    return Violation("4.4", "not_stuck", message)


def _unmask(state: State, event: events.Unmask) -> Violation | None:
    identities = dict(event.agents)
    spaces = [space for space, _ in event.agents]
    if refusal := checks.unknown_space(*spaces) or checks.unknown_identity(*identities.values()):
        return refusal
    side = state.side(event.role)
    if state.setup.full or event.role in state.unmasked or sorted(spaces) != side.spaces:
        message = text("Only a table log unmasks: all agents of a side on the board, once.")
        return Violation("7.7", "no_unmask", message)
    fits = side.possible
    for number, agent in enumerate(side.agents):
        if agent.space is not None:
            fits &= knowledge.has_identity(number, identities[agent.space])
    if not fits:
        message = text("These identities contradict what happened in the game.")
        return Violation("7.7", "impossible", message)
    return None


_IN_PLAY = tuple([phase for phase in Phase if phase is not Phase.OVER])
_BEFORE_DRAW = (Phase.PLAY, Phase.DRAW)
_CHECKS: dict[type, tuple[tuple[Phase, ...], Callable[[State, Any], Violation | None]]] = {
    events.Deal: ((Phase.DEAL,), _deal),
    events.Deploy: ((Phase.DEPLOY,), _deploy),
    events.Charisma: ((Phase.CHARISMA,), _charisma),
    **dict.fromkeys((events.Site, events.Defend, events.Tunnel, events.Charge), ((), plays.play)),
    events.Push: ((Phase.PUSH,), plays.push),
    events.Swap: ((), plays.swap),
    events.Bait: ((), plays.bait),
    events.Spring: (ANSWER_PHASES, _spring),
    events.Conflict: ((Phase.CONFLICT,), _conflict),
    events.Pistol: ((Phase.CONFLICT,), equipment.pistol),
    events.Declare: ((Phase.DECLARE,), _declare),
    events.Draw: ((), _draw),
    events.Flip: (ANSWER_PHASES, equipment.flip),
    events.Typewriter: (_BEFORE_DRAW, equipment.typewriter),
    events.Drugs: (_BEFORE_DRAW, equipment.drugs),
    events.Show: ((Phase.PLAY,), equipment.show),
    events.Bugs: (_BEFORE_DRAW, equipment.bugs),
    events.Stun: (_BEFORE_DRAW, equipment.stun),
    events.Stuck: ((Phase.PLAY,), _stuck),
    events.Unmask: ((Phase.OVER,), _unmask),
    **dict.fromkeys((events.Resign, events.Abandon), (_IN_PLAY, lambda _, __: None)),
}
"""The phases in which an event may come, and its other checks. The checks of events without phases
include the phase, because another check comes first or the phase depends on the event.
"""
