"""What a log may hold: the first rule an event breaks, in the order of the log-format page ("Which
rule").
"""

from collections.abc import Callable
from typing import Any

from games.core.rules import Violation
from games.kyoto.rules import legality_equipment as equipment
from games.kyoto.rules import legality_play as plays
from games.kyoto.rules import legality_setup as first
from games.kyoto.rules.checks import (
    not_recorded,
    out_of_turn,
    unknown_card,
    unknown_identity,
    unknown_space,
)
from games.kyoto.rules.events import (
    Abandon,
    Bait,
    Bugs,
    Charge,
    Charisma,
    Conflict,
    Deal,
    Declare,
    Defend,
    Deploy,
    Draw,
    Drugs,
    Event,
    Flip,
    Pistol,
    Push,
    Resign,
    Show,
    Site,
    Spring,
    Stuck,
    Stun,
    Swap,
    Tunnel,
    Typewriter,
    Unmask,
)
from games.kyoto.rules.knowledge import (
    all_fake,
    attack_went,
    could,
    is_identity,
    on_goal_row,
    unseen,
)
from games.kyoto.rules.moves import spring_violation
from games.kyoto.rules.piles import after_draw, draws_two
from games.kyoto.rules.playing import may_be_stuck
from games.kyoto.rules.state import (
    ANSWERING,
    CONFLICT,
    DECLARE,
    DRAW,
    OVER,
    PLAY,
    Fight,
    State,
)
from games.kyoto.rules.words import (
    ATTACKER,
    CARDS,
    IROHA,
    ONIWABAN,
    OTHER,
    PILES,
    REAL,
    SITE_CARDS,
)


def violation(state: State, event: Event) -> Violation | None:
    """Why the log may not hold this event here, or None. Changes nothing."""
    return _CHECKS[type(event)](state, event)


def shows_attacker(state: State, fight: Fight) -> bool:
    """Whether Iroha turns the attacker face up (9.6)."""
    return fight.attacker == ONIWABAN and state.plays(OTHER[ONIWABAN], IROHA)


def _conflict(state: State, event: Conflict) -> Violation | None:
    fight = state.conflict
    if state.phase is not CONFLICT or fight is None:
        return out_of_turn(state, event)
    wrong = unknown_identity(event.defender, event.attacker)
    if wrong is not None:
        return wrong
    attackers, defenders = state.side(fight.attacker), state.side(OTHER[fight.attacker])
    one, two = attackers.agent_at(fight.origin), defenders.agent_at(fight.to)
    if one is None or two is None or not could(defenders, is_identity(two, event.defender)):
        return _no_such(event.defender)
    if state.setup.full and defenders.agents[two].identity != event.defender:
        return _no_such(event.defender)
    identity = attackers.agents[one].identity
    if (event.attacker is not None) != shows_attacker(state, fight):
        return Violation("9.6", "iroha", "Iroha, and only she, shows an Oniwaban attacker.")
    if event.attacker is not None:
        seen = is_identity(one, event.attacker)
        if not could(attackers, seen) or identity not in (None, event.attacker):
            return Violation("9.6", "wrong_attacker", f"The attacker is not {event.attacker}.")
        identity = event.attacker
    won = event.winner == ATTACKER
    fits = attack_went(one, event.defender, won)
    if identity is None:
        right = could(attackers, fits)
    else:
        shown = is_identity(one, identity)
        right = could(attackers, lambda a: shown(a) and fits(a))
    return None if right else Violation("6.3", "wrong_winner", "The powers say otherwise.")


def _no_such(identity: str) -> Violation:
    return Violation("6.2", "wrong_defender", f"The defender is not {identity}.")


def _declare(state: State, event: Declare) -> Violation | None:
    if state.phase is not DECLARE or state.active is None:
        return out_of_turn(state, event)
    wrong = unknown_space(event.agent) or unknown_identity(event.identity)
    if wrong is not None:
        return wrong
    side, there = state.side(state.active), on_goal_row(state, state.active)
    if event.agent is None or event.identity is None:
        if could(side, all_fake(there)) and not any(side.agents[n].identity in REAL for n in there):
            return None
        message = "An agent with real intelligence stands on the goal row and must be declared."
        return Violation("7.3", "hidden_escape", message)
    number = side.agent_at(event.agent)
    if number is None or number not in there or event.identity not in REAL:
        message = "Declared is an agent with real intelligence on the goal row."
        return Violation("7.3", "no_escape", message)
    true = side.agents[number].identity in (None, event.identity)
    if not true or not could(side, is_identity(number, event.identity)):
        return Violation("7.3", "wrong_identity", f"The agent is not {event.identity}.")
    return None


def _spring(state: State, event: Spring) -> Violation | None:
    if state.phase not in ANSWERING:
        return out_of_turn(state, event)
    wrong = unknown_space(event.to) or unknown_card((event.mark,), SITE_CARDS)
    if wrong is not None:
        return wrong
    arrived = state.course.arrived
    if arrived is None:
        return Violation("8.6", "nobody_came", "No agent has just come that could be pushed.")
    role, number = arrived
    owner, space = state.side(OTHER[role]), state.side(role).agents[number].space
    if space is None or not 1 <= event.bait <= len(owner.baits):
        return Violation("8.6", "no_such_bait", f"There is no Bait {event.bait} on the table.")
    if state.setup.board.types[space] != event.mark:
        return Violation("8.6", "wrong_colour", f"{space} is not of the colour {event.mark}.")
    marks = owner.baits[event.bait - 1]
    hidden = None in marks and unseen(state, OTHER[role])[event.mark] > 0
    if event.mark not in marks and not hidden:
        return Violation("8.6", "no_such_mark", f"The Bait has no mark {event.mark}.")
    return spring_violation(state, role, space, event.to)


def _draw(state: State, event: Draw) -> Violation | None:
    if event.piles if state.setup.full else event.cards:
        return not_recorded(state, "list of what was drawn")
    if state.phase is not DRAW or state.active is None:
        return out_of_turn(state, event)
    known = CARDS if state.setup.full else PILES
    wrong = unknown_card((*event.cards, *event.piles, *event.returned), known)
    if wrong is not None:
        return wrong
    found = after_draw(state.side(state.active), event, draws_two(state, state.active))
    return found if isinstance(found, Violation) else None


def _stuck(state: State, event: Stuck) -> Violation | None:
    if state.phase is not PLAY or state.active is None:
        return out_of_turn(state, event)
    if not state.setup.full and may_be_stuck(state, state.active):
        return None
    message = "The engine itself ends a game here, or some card can be played whatever is in hand."
    return Violation("4.4", "not_stuck", message)


def _unmask(state: State, event: Unmask) -> Violation | None:
    if state.phase is not OVER:
        return out_of_turn(state, event)
    spaces = [space for space, _ in event.agents]
    wrong = unknown_space(*spaces) or unknown_identity(*(one for _, one in event.agents))
    if wrong is not None:
        return wrong
    side, agents = state.side(event.role), dict(event.agents)
    here = sorted(agent.space for agent in side.agents if agent.space is not None)
    if state.setup.full or event.role in state.unmasked or sorted(spaces) != here:
        message = "Unmasked are all agents of a side on the board, once, in a table log."
        return Violation("7.7", "no_unmask", message)
    numbered = [(n, agents[a.space]) for n, a in enumerate(side.agents) if a.space is not None]
    if not could(side, lambda assignment: all(assignment[n] == one for n, one in numbered)):
        return Violation("7.7", "impossible", "They are none of the ways that fit the game.")
    return None


def _stop(state: State, event: Resign | Abandon) -> Violation | None:
    return out_of_turn(state, event) if state.phase is OVER else None


_CHECKS: dict[type, Callable[[State, Any], Violation | None]] = {
    Deal: first.deal,
    Deploy: first.deploy,
    Charisma: first.charisma,
    Site: plays.play,
    Defend: plays.play,
    Tunnel: plays.play,
    Charge: plays.play,
    Push: plays.push,
    Swap: plays.swap,
    Bait: plays.bait,
    Spring: _spring,
    Conflict: _conflict,
    Pistol: equipment.pistol,
    Declare: _declare,
    Draw: _draw,
    Flip: equipment.flip,
    Typewriter: equipment.typewriter,
    Drugs: equipment.drugs,
    Show: equipment.show,
    Bugs: equipment.bugs,
    Stun: equipment.stun,
    Stuck: _stuck,
    Unmask: _unmask,
    Resign: _stop,
    Abandon: _stop,
}
