"""Check events: find the first rule an event breaks, in the order of the log-format page ("Which
rule").
"""

from collections.abc import Callable
from typing import Any

from games.core.language import text
from games.core.rules import Violation
from games.kyoto.rules import components, events
from games.kyoto.rules import legality_equipment as equipment
from games.kyoto.rules import legality_play as plays
from games.kyoto.rules import legality_setup as first
from games.kyoto.rules.checks import (
    out_of_turn,
    unknown_card,
    unknown_identity,
    unknown_space,
    wrong_depth,
    wrong_identity,
)
from games.kyoto.rules.events import Event
from games.kyoto.rules.knowledge import (
    agents_on_goal_row,
    all_fake,
    attack_result,
    can_be,
    count_unseen,
    has_identity,
    is_possible,
)
from games.kyoto.rules.moves import spring_violation
from games.kyoto.rules.piles import draws_two, piles_after_draw
from games.kyoto.rules.playability import could_be_stuck
from games.kyoto.rules.state import ANSWER_PHASES, Fight, Phase, State


def violation(state: State, event: Event) -> Violation | None:
    """Return why the log may not hold this event here, or None. Changes nothing."""
    return _CHECKS[type(event)](state, event)


def shows_attacker(state: State, fight: Fight) -> bool:
    """Return whether Iroha turns the attacker face up (9.6)."""
    return fight.attacker == components.ONIWABAN and state.has_charisma(
        components.OTHER[components.ONIWABAN], components.IROHA
    )


def _conflict(state: State, event: events.Conflict) -> Violation | None:
    fight = state.conflict
    if state.phase is not Phase.CONFLICT or fight is None:
        return out_of_turn(state, event)
    if refusal := unknown_identity(event.defender, event.attacker):
        return refusal
    attackers, defenders = state.side(fight.attacker), state.side(components.OTHER[fight.attacker])
    attacker, defender = attackers.agent_at(fight.origin), defenders.agent_at(fight.to)
    if attacker is None or defender is None or not can_be(defenders, defender, event.defender):
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
    elif not can_be(attackers, attacker, event.attacker):
        message = text("The attacker is not {identity}.", identity=event.attacker)
        return Violation("9.6", "wrong_attacker", message)
    else:
        identity = event.attacker
    result = attack_result(attacker, event.defender, event.winner == components.ATTACKER)
    if identity is None:
        fits = is_possible(attackers, result)
    else:
        named = has_identity(attacker, identity)
        fits = is_possible(attackers, lambda a: named(a) and result(a))
    message = text(
        "The powers give another result: higher wins, 0 beats 3, a tie is the attacker's."
    )
    return None if fits else Violation("6.3", "wrong_winner", message)


def _declare(state: State, event: events.Declare) -> Violation | None:
    if state.phase is not Phase.DECLARE or state.active is None:
        return out_of_turn(state, event)
    if refusal := unknown_space(event.agent) or unknown_identity(event.identity):
        return refusal
    side, numbers = state.side(state.active), agents_on_goal_row(state, state.active)
    if event.agent is None or event.identity is None:
        are_fake = not any(side.agents[number].identity in components.REAL for number in numbers)
        if are_fake and is_possible(side, all_fake(numbers)):
            return None
        message = text("An agent with real intelligence is on the goal row: declare it.")
        return Violation("7.3", "hidden_escape", message)
    number = side.agent_at(event.agent)
    if number is None or number not in numbers or event.identity not in components.REAL:
        message = text('Declare an agent with real intelligence on the goal row, or "no".')
        return Violation("7.3", "no_escape", message)
    if not can_be(side, number, event.identity):
        return wrong_identity(event.agent, event.identity, "7.3")
    return None


def _spring(state: State, event: events.Spring) -> Violation | None:
    if state.phase not in ANSWER_PHASES:
        return out_of_turn(state, event)
    if refusal := unknown_space(event.to) or unknown_card((event.mark,), components.SITE_CARDS):
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
    is_hidden = None in marks and count_unseen(state, components.OTHER[role])[event.mark] > 0
    if event.mark not in marks and not is_hidden:
        message = text('The Bait has no mark "{colour}".', colour=event.mark)
        return Violation("8.6", "no_such_mark", message)
    return spring_violation(state, role, space, event.to)


def _draw(state: State, event: events.Draw) -> Violation | None:
    if event.piles if state.setup.full else event.cards:
        in_full = text("A full log lists the cards drawn, not the piles.")
        return wrong_depth(state, in_full, text("A table log lists the piles, not the cards."))
    if state.phase is not Phase.DRAW or state.active is None:
        return out_of_turn(state, event)
    known = components.CARDS if state.setup.full else components.PILES
    if refusal := unknown_card((*event.cards, *event.piles, *event.returned), known):
        return refusal
    piles = piles_after_draw(state.side(state.active), event, draws_two(state, state.active))
    return piles if isinstance(piles, Violation) else None


def _stuck(state: State, event: events.Stuck) -> Violation | None:
    if state.phase is not Phase.PLAY or state.active is None:
        return out_of_turn(state, event)
    if state.setup.full:
        message = text('A full log has no "stuck": the game ends when no card can be played.')
    elif could_be_stuck(state, state.active):
        return None
    else:
        message = text("At least one card can be played, whatever the hand is.")
    return Violation("4.4", "not_stuck", message)


def _unmask(state: State, event: events.Unmask) -> Violation | None:
    if state.phase is not Phase.OVER:
        return out_of_turn(state, event)
    identities = dict(event.agents)
    spaces = [space for space, _ in event.agents]
    if refusal := unknown_space(*spaces) or unknown_identity(*identities.values()):
        return refusal
    side = state.side(event.role)
    if state.setup.full or event.role in state.unmasked or sorted(spaces) != side.spaces:
        message = text("Only a table log unmasks: all agents of a side on the board, once.")
        return Violation("7.7", "no_unmask", message)
    named = [(n, identities[a.space]) for n, a in enumerate(side.agents) if a.space is not None]
    if not is_possible(side, lambda assignment: all(assignment[n] == one for n, one in named)):
        message = text("These identities contradict what happened in the game.")
        return Violation("7.7", "impossible", message)
    return None


def _stop(state: State, event: events.Resign | events.Abandon) -> Violation | None:
    return out_of_turn(state, event) if state.phase is Phase.OVER else None


_CHECKS: dict[type, Callable[[State, Any], Violation | None]] = {
    events.Deal: first.deal,
    events.Deploy: first.deploy,
    events.Charisma: first.charisma,
    events.Site: plays.play,
    events.Defend: plays.play,
    events.Tunnel: plays.play,
    events.Charge: plays.play,
    events.Push: plays.push,
    events.Swap: plays.swap,
    events.Bait: plays.bait,
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
    events.Resign: _stop,
    events.Abandon: _stop,
}
