"""List the events that the rules allow in a position, lazily and in a fixed order.

Where a log may write the same in several orders (a hand, a Swap's spaces, a draw), one is listed.
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, permutations, product, starmap

from games.kyoto.rules import components, events
from games.kyoto.rules.events import Event, Move
from games.kyoto.rules.knowledge import agents_on_goal_row, count_unseen
from games.kyoto.rules.legality import charisma_choices, shows_attacker, violation
from games.kyoto.rules.moves import move_targets, pushes, spring_targets
from games.kyoto.rules.piles import count_cards_due, draw_one, draws_two
from games.kyoto.rules.playability import can_move_agent, movable_spaces, swap_pairs
from games.kyoto.rules.state import ANSWER_PHASES, Phase, Pile, State, setup_role

_MOVES: dict[str, type[Move]] = {
    components.DEFEND: events.Defend,
    components.TUNNEL: events.Tunnel,
    components.CHARGE: events.Charge,
}


def legal_events(state: State, *, with_draws: bool = True) -> Iterator[Event]:
    """Yield the legal events: first those that are due, then answers, then the hands that the
    Government of a table log could show (there may be thousands), and last `resign` and `abandon`.
    Draws only if asked for: a bot that draws at random needs no list of them.
    """
    is_over = state.phase is Phase.OVER
    candidates = _unmasks(state) if is_over else _candidates(state, with_draws)
    for event in candidates:
        if violation(state, event) is None:
            yield event


def _candidates(state: State, with_draws: bool) -> Iterator[Event]:
    if with_draws or state.phase is not Phase.DRAW:
        yield from _DUE[state.phase](state)
    if state.phase in ANSWER_PHASES:
        yield from _answers(state)
    if state.phase in (Phase.PLAY, Phase.DRAW):
        yield from _equipment(state)
    if state.phase is Phase.PLAY:
        yield from _unknown_hands(state)
    for role in components.SIDES:
        yield events.Resign(role)
    yield events.Abandon()


def _deal(state: State) -> Iterator[Event]:
    role = setup_role(state)
    for tactics in combinations_with_replacement(components.TACTICS, components.FIRST_TACTICS):
        for sites in combinations_with_replacement(components.SITE_CARDS, components.FIRST_SITES):
            yield events.Deal(role, (*sites, *tactics))


def _deploy(state: State) -> Iterator[Event]:
    role = setup_role(state)
    for identities in permutations(components.IDENTITIES):
        agents = tuple(zip(state.setup.board.starts[role], identities, strict=True))
        yield events.Deploy(role, agents)


def _charisma(state: State) -> Iterator[Event]:
    role = setup_role(state)
    for card in charisma_choices(state, role):
        for site in components.COLOURS if card == components.RURI else (None,):
            yield events.Charisma(role, card, site)


def _play(state: State) -> Iterator[Event]:
    role = state.active_role
    hand = state.side(role).hand
    for card in components.CARDS if hand is None else sorted(set(hand), key=components.CARDS.index):
        for origin in movable_spaces(state, role):
            yield from _card_moves(state, role, card, origin, False)
    answers = (False, True) if state.setup.full else (None,)
    for pair in swap_pairs(state, role) if hand is None or components.SWAP in hand else ():
        for swapped in answers:
            yield events.Swap(pair, swapped)
    colours: tuple[str | None, ...] = components.COLOURS if state.setup.full else (None,)
    numbers = (1, 2) if state.has_charisma(role, components.ANJU) else (1,)
    for number in numbers if hand is None or components.BAIT in hand else ():
        for marks in combinations_with_replacement(colours, number):
            yield events.Bait(marks)
    hand = state.side(components.GOVERNMENT).hand
    if hand is not None and state.drugged is not None:
        yield events.Show(hand)
    if not state.setup.full:
        yield events.Stuck()


def _card_moves(state: State, role: str, card: str, origin: str, fan: bool) -> Iterator[Event]:
    if card in _MOVES:
        for to in move_targets(state, role, card, card, origin):
            yield _MOVES[card](origin, to, fan)
    elif card in components.SITE_CARDS:
        for to in move_targets(state, role, components.SITE, card, origin):
            yield events.Site(card, origin, to, False, fan)
            if not fan and state.has_charisma(role, components.AYANE):
                yield events.Site(card, origin, to, True)


def _conflict(state: State) -> Iterator[Event]:
    identities, winners = components.IDENTITIES, (components.ATTACKER, components.DEFENDER)
    attackers = identities if shows_attacker(state, state.fight) else (None,)
    yield from starmap(events.Conflict, product(identities, winners, attackers))
    if state.equipment(components.PISTOL) == components.UP:
        yield from starmap(events.Pistol, product(identities, repeat=2))


def _push(state: State) -> Iterator[Event]:
    return starmap(events.Push, pushes(state, state.active_role))


def _declare(state: State) -> Iterator[Event]:
    role = state.active_role
    for number in agents_on_goal_row(state, role):
        for identity in components.IDENTITIES:
            yield events.Declare(state.side(role).agents[number].space, identity)
    yield events.Declare()


def _draw(state: State) -> Iterator[Event]:
    role, is_full = state.active_role, state.setup.full
    side, names = state.side(role), components.CARDS if is_full else components.PILES
    due = count_cards_due(side)
    draws: Iterator[tuple[tuple[str, ...], tuple[str | None, ...]]]
    if draws_two(state, role):
        pairs = _pairs(side.piles, names, due)
        draws = ((tuple(k for k, _ in some), tuple(r for _, r in some)) for some in pairs)
    else:
        draws = ((kept, ()) for kept in combinations_with_replacement(names, due))
    for kept, returned in draws:
        yield events.Draw(kept, (), returned) if is_full else events.Draw((), kept, returned)


def _pairs(
    piles: tuple[Pile, Pile], names: tuple[str, ...], due: int
) -> Iterator[tuple[tuple[str, str | None], ...]]:
    """Yield every sequence of kept and returned cards that the piles can give (9.1)."""
    if due == 0:
        yield ()
        return
    is_last = piles[0].size + piles[1].size == 1
    for kept, returned in product(names, (None,) if is_last else names):
        after = draw_one(piles, kept, returned)
        if after is not None:
            for rest in _pairs(after, names, due - 1):
                yield ((kept, returned), *rest)


def _answers(state: State) -> Iterator[Event]:
    if state.turn_state.flip_due is not None:
        for card in components.EQUIPMENT_CARDS:
            yield events.Flip(card)
    if state.turn_state.arrived is not None:
        role, number = state.arrived
        space = state.side(role).agents[number].space or "a1"
        mark = state.setup.board.types[space]
        for bait in range(1, len(state.side(components.OTHER[role]).baits) + 1):
            for to in spring_targets(state, role, space):
                yield events.Spring(mark, to, bait)
    has_fan = state.equipment(components.FAN) == components.UP
    if has_fan and state.turn_state.victor is not None:
        origin = state.side(components.GOVERNMENT).agents[state.turn_state.victor].space
        for card in components.CARDS if origin else ():
            yield from _card_moves(state, components.GOVERNMENT, card, origin or "", True)


def _equipment(state: State) -> Iterator[Event]:
    for card in components.CARDS if state.equipment(components.TYPEWRITER) == components.UP else ():
        yield events.Typewriter(card)
    if state.equipment(components.DRUGS) == components.UP:
        for space in state.side(components.GOVERNMENT).spaces:
            yield events.Drugs(space)
    has_stun, has_bugs = [
        state.equipment(card) == components.UP for card in (components.STUN, components.BUGS)
    ]
    for space in state.side(components.ONIWABAN).spaces if has_stun or has_bugs else ():
        if has_stun:
            yield events.Stun(space)
        for identity in components.IDENTITIES if has_bugs else ():
            yield events.Bugs(space, identity)


def _unknown_hands(state: State) -> Iterator[events.Show]:
    """Yield the possible hands of a table log in which no card moves the drugged agent (10.3)."""
    side = state.side(components.GOVERNMENT)
    space = None if state.drugged is None else side.agents[state.drugged].space
    if side.hand is not None or space is None or state.turn_state.shown is not None:
        return
    unseen = count_unseen(state, components.GOVERNMENT)
    useless = [
        card
        for card in components.CARDS
        if unseen[card] and not can_move_agent(state, components.GOVERNMENT, space, (card,))
    ]
    sites = [card for card in useless if card in components.SITE_CARDS]
    tactics = [card for card in useless if card in components.TACTICS]
    for some_sites in combinations_with_replacement(sites, side.sites):
        for some_tactics in combinations_with_replacement(tactics, side.tactics):
            yield events.Show((*some_sites, *some_tactics))


def _unmasks(state: State) -> Iterator[Event]:
    for role in components.SIDES:
        side = state.side(role)
        here = [(n, agent.space) for n, agent in enumerate(side.agents) if agent.space is not None]
        options = {tuple((space, a[n]) for n, space in here) for a in side.assignments}
        for agents in sorted(options):
            yield events.Unmask(role, tuple(sorted(agents)))


_DUE: dict[str, Callable[[State], Iterator[Event]]] = {
    Phase.DEAL: _deal,
    Phase.DEPLOY: _deploy,
    Phase.CHARISMA: _charisma,
    Phase.PLAY: _play,
    Phase.CONFLICT: _conflict,
    Phase.PUSH: _push,
    Phase.DECLARE: _declare,
    Phase.DRAW: _draw,
}
