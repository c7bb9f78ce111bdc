"""What a legal event does: the state after it, and the effects that followed."""

from collections.abc import Callable
from typing import Any

from games.core.errors import EngineFault
from games.core.rules import Violation
from games.kyoto.rules import transition_equipment as equipment
from games.kyoto.rules.effects import Captured, Effect, GameEnded, TurnBegan
from games.kyoto.rules.events import (
    EVENT_NAMES,
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
    Move,
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
from games.kyoto.rules.flow import (
    ABANDON,
    DECOYS,
    ESCAPE,
    RESIGN,
    STUCK,
    TURN_CAP,
    after_capture,
    arrive,
    begin_turn,
    capture,
    change_agent,
    close_answers,
    discard,
    end,
    move,
    relocate,
    reveal,
    settle,
    spend,
    use,
)
from games.kyoto.rules.knowledge import after_swap, all_fake, attack_went, keep, on_goal_row
from games.kyoto.rules.piles import after_draw, drawn, draws_two, take_all
from games.kyoto.rules.state import CHARISMA, DEPLOY, OVER, Agent, Course, State
from games.kyoto.rules.words import (
    ATTACKER,
    BAIT,
    CHARGE,
    EQUIPMENT,
    FAN,
    GOVERNMENT,
    ONIWABAN,
    OTHER,
    RURI,
    SIDES,
    SITE,
    SWAP,
    USED,
    sites_in,
    with_card,
    without,
)

END_RULES = {
    "captures": "7.1",
    "decoys": "7.2",
    "escape": "7.3",
    "stuck": "4.4",
    "turn_cap": "4.5",
    "resign": "7.6",
    "abandon": "7.6",
}


def transition(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """The state after a legal event, and what followed."""
    after: State = _STEPS[type(event)](state, event)
    return after, tuple(_effects(state, after))


def _effects(before: State, after: State) -> list[Effect]:
    found: list[Effect] = []
    for role, one, two in zip(SIDES, before.sides, after.sides, strict=True):
        for old, new in zip(one.agents, two.agents, strict=False):
            if old.space is not None and new.space is None and new.identity is not None:
                found.append(Captured(OTHER[role], new.identity))
    if after.turn != before.turn and after.active is not None:
        found.append(TurnBegan(after.turn, after.active))
    if after.reason is not None and before.reason is None:
        found.append(GameEnded(after.winner, after.reason, END_RULES[after.reason]))
    return found


# ------------------------------------------------------------------------------------------ set-up


def _deal(state: State, event: Deal) -> State:
    side = state.side(event.role)
    piles = take_all(side.piles, event.cards)
    sites = sites_in(event.cards)
    side = side._replace(
        hand=tuple(sorted(event.cards)),
        sites=sites,
        tactics=len(event.cards) - sites,
        piles=piles or side.piles,
    )
    state = state.with_side(event.role, side)
    return state._replace(phase=DEPLOY) if event.role == GOVERNMENT else state


def _deploy(state: State, event: Deploy) -> State:
    agents = tuple(Agent(space, identity) for space, identity in sorted(event.agents))
    state = state.with_side(event.role, state.side(event.role)._replace(agents=agents))
    if event.role == ONIWABAN:
        return state
    if state.setup.ruleset.charisma:
        return state._replace(phase=CHARISMA)
    return begin_turn(state, ONIWABAN)


def _charisma(state: State, event: Charisma) -> State:
    side = state.side(event.role)._replace(charisma=event.card)
    if event.card == RURI and event.site is not None:
        taken = take_all(side.piles, (event.site if side.hand is not None else SITE,))
        side = side._replace(piles=taken or side.piles)
        state = state._replace(ruri_site=event.site)
    state = state.with_side(event.role, side)
    return state if event.role == GOVERNMENT else begin_turn(state, ONIWABAN)


# ------------------------------------------------------------------------------------------- cards


def _active(state: State) -> str:
    return state.active or ONIWABAN


def _spent(state: State, card: str, fan: bool) -> State:
    """The card has left the hand; a new chance of answers may begin."""
    role, course = _active(state), close_answers(state.course)
    if course.shown is not None:
        course = course._replace(shown=without(course.shown, card))
    state = state.with_side(role, spend(state.side(role), card))._replace(course=course)
    if fan:
        return use(state, GOVERNMENT, EQUIPMENT[GOVERNMENT].index(FAN), USED)
    return state._replace(drugged=None) if role == GOVERNMENT else state


def _site(state: State, event: Site) -> State:
    if event.back:
        state = state._replace(course=close_answers(state.course), drugged=None)
    else:
        state = _spent(state, event.card, event.fan)
        state = _discarded(state, event.card)
    return move(state, _active(state), event.origin, event.to)


def _discarded(state: State, card: str) -> State:
    role = _active(state)
    return state.with_side(role, discard(state.side(role), card))


def _move(state: State, event: Move) -> State:
    card = EVENT_NAMES[type(event)]
    state = _discarded(_spent(state, card, event.fan), card)
    if card == CHARGE:
        state = state._replace(course=state.course._replace(charge_due=True))
    return move(state, _active(state), event.origin, event.to)


def _push(state: State, event: Push) -> State:
    course = close_answers(state.course)._replace(charge_due=False)
    return move(state._replace(course=course), OTHER[_active(state)], event.origin, event.to)


def _swap(state: State, event: Swap) -> State:
    state = _discarded(_spent(state, SWAP, False), SWAP)
    role = _active(state)
    side = state.side(role)
    one, two = (side.agent_at(space) for space in event.spaces)
    if one is None or two is None:
        return state
    names = [side.agents[number].identity for number in (one, two)]
    if event.swapped is None:
        names = [None, None]
    elif event.swapped:
        names.reverse()
    for number, name in zip((one, two), names, strict=True):
        side = change_agent(side, number, Agent(side.agents[number].space, name))
    state = state.with_side(role, after_swap(side, one, two))
    return settle(state._replace(course=state.course._replace(came=frozenset({one, two}))))


def _bait(state: State, event: Bait) -> State:
    state = _spent(state, BAIT, False)
    role = _active(state)
    side = state.side(role)
    for mark in event.marks:
        side = side._replace(sites=side.sites - 1) if mark is None else spend(side, mark)
    side = side._replace(baits=(*side.baits, event.marks))
    return settle(state.with_side(role, side))


def _spring(state: State, event: Spring) -> State:
    if state.course.arrived is None:
        return state
    role, number = state.course.arrived
    owner = state.side(OTHER[role])
    at = event.bait - 1
    marks = owner.baits[at]
    left = _less(marks, event.mark if event.mark in marks else None)
    baits = (*owner.baits[:at], *([left] if left else []), *owner.baits[at + 1 :])
    owner = discard(owner._replace(baits=baits), event.mark, *([] if left else [BAIT]))
    state = relocate(state.with_side(OTHER[role], owner), role, number, event.to)
    return settle(state._replace(course=state.course._replace(arrived=None, victor=None)))


def _less(marks: tuple[str | None, ...], mark: str | None) -> tuple[str | None, ...]:
    at = marks.index(mark)
    return marks[:at] + marks[at + 1 :]


def _conflict(state: State, event: Conflict) -> State:
    fight = state.conflict
    if fight is None:
        return state
    role, other, won = fight.attacker, OTHER[fight.attacker], event.winner == ATTACKER
    one, two = state.side(role).agent_at(fight.origin), state.side(other).agent_at(fight.to)
    if one is None or two is None:
        return state
    state = state.with_side(other, reveal(state.side(other), two, event.defender))
    attackers = keep(state.side(role), attack_went(one, event.defender, won))
    if event.attacker is not None:
        attackers = reveal(attackers, one, event.attacker)
    state = state.with_side(role, attackers)._replace(conflict=None)
    if not won:
        return settle(state)
    state = arrive(capture(state, role, two), role, one, fight.to)
    if role == GOVERNMENT == state.active:
        state = state._replace(course=state.course._replace(victor=one))
    return after_capture(state, role)


def _declare(state: State, event: Declare) -> State:
    role = _active(state)
    side = state.side(role)
    number = side.agent_at(event.agent) if event.agent is not None else None
    if number is not None and event.identity is not None:
        return end(state.with_side(role, reveal(side, number, event.identity)), role, ESCAPE)
    state = state.with_side(role, keep(side, all_fake(on_goal_row(state, role))))
    course = close_answers(state.course)
    if course.last_call:
        return end(state, OTHER[role], DECOYS)
    return settle(state._replace(course=course._replace(came=frozenset())))


def _draw(state: State, event: Draw) -> State:
    role = _active(state)
    side = state.side(role)
    piles = after_draw(side, event, draws_two(state, role))
    kept = drawn(event)
    if isinstance(piles, Violation):
        raise EngineFault(f"an illegal draw was played: {piles.message}")
    tactics = len(kept) - sites_in(kept) - kept.count(SITE)
    side = side._replace(
        hand=None if side.hand is None else with_card(side.hand, *kept),
        sites=side.sites + len(kept) - tactics,
        tactics=side.tactics + tactics,
        piles=piles,
    )
    state = state.with_side(role, side)
    if role == ONIWABAN:
        state = state._replace(stunned=None)
    state = state._replace(course=Course())
    if state.turn >= state.setup.ruleset.turn_cap:
        return end(state, None, TURN_CAP)
    return begin_turn(state, OTHER[role])


def _stuck(state: State, event: Stuck) -> State:  # noqa: ARG001 - one shape for all
    return end(state, OTHER[_active(state)], STUCK)


def _unmask(state: State, event: Unmask) -> State:
    side = state.side(event.role)
    for space, identity in event.agents:
        number = side.agent_at(space)
        if number is not None:
            side = reveal(side, number, identity)
    return state.with_side(event.role, side)._replace(unmasked=(*state.unmasked, event.role))


def _resign(state: State, event: Resign) -> State:
    return state._replace(phase=OVER, winner=OTHER[event.role], reason=RESIGN)


def _abandon(state: State, event: Abandon) -> State:  # noqa: ARG001 - one shape for all
    return state._replace(phase=OVER, reason=ABANDON)


_STEPS: dict[type, Callable[[State, Any], State]] = {
    Deal: _deal,
    Deploy: _deploy,
    Charisma: _charisma,
    Site: _site,
    Defend: _move,
    Tunnel: _move,
    Charge: _move,
    Push: _push,
    Swap: _swap,
    Bait: _bait,
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
    Resign: _resign,
    Abandon: _abandon,
}
