"""Every event the rules allow in a position, lazily and in a fixed order; the ways to stop last.

Where a log may say the same in several orders (a hand, a Swap's spaces, what is drawn), one is
given.
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, permutations, product

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
from games.kyoto.rules.knowledge import on_goal_row, unseen
from games.kyoto.rules.legality import shows_attacker, violation
from games.kyoto.rules.legality_setup import charisma_choices, role_due
from games.kyoto.rules.moves import pushes, spaces_of, spring_targets, targets
from games.kyoto.rules.piles import cards_due, draw_one, draws_two
from games.kyoto.rules.playing import can_move, movable, swap_pairs
from games.kyoto.rules.state import (
    ANSWERING,
    CHARISMA,
    CONFLICT,
    DEAL,
    DECLARE,
    DEPLOY,
    DRAW,
    OVER,
    PLAY,
    PUSH,
    Pile,
    State,
)
from games.kyoto.rules.words import (
    ATTACKER,
    AYANE,
    CARDS,
    CHARGE,
    COLOURS,
    DEFEND,
    DEFENDER,
    EQUIPMENT_CARDS,
    FIRST_SITES,
    FIRST_TACTICS,
    GOVERNMENT,
    IDENTITIES,
    ONIWABAN,
    OTHER,
    PILES,
    RURI,
    SIDES,
    SITE,
    SITE_CARDS,
    TACTICS,
    TUNNEL,
)

_MOVES: dict[str, type[Move]] = {DEFEND: Defend, TUNNEL: Tunnel, CHARGE: Charge}


def legal_events(state: State) -> Iterator[Event]:
    """What the rules allow here: first what is due, then answers, then the hands that a table log's
    Government could show, of which there may be thousands, and at last the ways to stop.
    """
    if state.phase is OVER:
        candidates: Iterator[Event] = _unmasks(state)
    else:
        candidates = _candidates(state)
    for event in candidates:
        if violation(state, event) is None:
            yield event


def _candidates(state: State) -> Iterator[Event]:
    yield from _DUE[state.phase](state)
    if state.phase in ANSWERING:
        yield from _answers(state)
    if state.phase in (PLAY, DRAW):
        yield from _equipment(state)
    if state.phase is PLAY:
        yield from _unknown_hands(state)
    for role in SIDES:
        yield Resign(role)
    yield Abandon()


def _deal(state: State) -> Iterator[Event]:
    role = role_due(state)
    for tactics in combinations_with_replacement(TACTICS, FIRST_TACTICS):
        for sites in combinations_with_replacement(SITE_CARDS, FIRST_SITES):
            yield Deal(role, (*sites, *tactics))


def _deploy(state: State) -> Iterator[Event]:
    role = role_due(state)
    for identities in permutations(IDENTITIES):
        yield Deploy(role, tuple(zip(state.setup.board.starts[role], identities, strict=True)))


def _charisma(state: State) -> Iterator[Event]:
    role = role_due(state)
    for card in charisma_choices(state, role):
        for site in COLOURS if card == RURI else (None,):
            yield Charisma(role, card, site)


def _play(state: State) -> Iterator[Event]:
    role = state.active or ONIWABAN
    held = state.side(role).hand
    for card in CARDS if held is None else sorted(set(held), key=CARDS.index):
        for origin in movable(state, role):
            yield from _card_moves(state, role, card, origin, False)
    truth = (False, True) if state.setup.full else (None,)
    for pair in swap_pairs(state, role):
        for swapped in truth:
            yield Swap(pair, swapped)
    marks: tuple[str | None, ...] = COLOURS if state.setup.full else (None,)
    for number in (1, 2):
        for under in combinations_with_replacement(marks, number):
            yield Bait(under)
    hand = state.side(GOVERNMENT).hand
    if hand is not None and state.drugged is not None:
        yield Show(hand)
    yield Stuck()


def _card_moves(state: State, role: str, card: str, origin: str, fan: bool) -> Iterator[Event]:
    if card in _MOVES:
        for to in targets(state, role, card, card, origin):
            yield _MOVES[card](origin, to, fan)
    elif card in SITE_CARDS:
        for to in targets(state, role, SITE, card, origin):
            yield Site(card, origin, to, False, fan)
            if not fan and state.plays(role, AYANE):
                yield Site(card, origin, to, True)


def _conflict(state: State) -> Iterator[Event]:
    fight = state.conflict
    if fight is None:
        return
    shown = IDENTITIES if shows_attacker(state, fight) else (None,)
    for defender, winner, attacker in product(IDENTITIES, (ATTACKER, DEFENDER), shown):
        yield Conflict(defender, winner, attacker)
    for guess, seen in product(IDENTITIES, IDENTITIES):
        yield Pistol(guess, seen)


def _push(state: State) -> Iterator[Event]:
    for origin, to in pushes(state, state.active or ONIWABAN):
        yield Push(origin, to)


def _declare(state: State) -> Iterator[Event]:
    role = state.active or ONIWABAN
    for number in on_goal_row(state, role):
        for identity in IDENTITIES:
            yield Declare(state.side(role).agents[number].space, identity)
    yield Declare()


def _draw(state: State) -> Iterator[Event]:
    role = state.active or ONIWABAN
    due, names = cards_due(state.side(role)), CARDS if state.setup.full else PILES
    if not draws_two(state, role):
        for kept in combinations_with_replacement(names, due):
            yield Draw(kept) if state.setup.full else Draw((), kept)
        return
    for pairs in _pairs(state.side(role).piles, names, due):
        kept, back = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        yield Draw(kept, (), back) if state.setup.full else Draw((), kept, back)


def _pairs(
    piles: tuple[Pile, Pile], names: tuple[str, ...], due: int
) -> Iterator[tuple[tuple[str, str | None], ...]]:
    """Every row of cards kept and put back that the piles can give (9.1)."""
    if due == 0:
        yield ()
        return
    last = piles[0].size + piles[1].size == 1
    for kept, back in product(names, (None,) if last else names):
        after = draw_one(piles, kept, back)
        if after is not None:
            for rest in _pairs(after, names, due - 1):
                yield ((kept, back), *rest)


def _answers(state: State) -> Iterator[Event]:
    if state.course.flip_due is not None:
        for card in EQUIPMENT_CARDS:
            yield Flip(card)
    if state.course.arrived is not None:
        role, number = state.course.arrived
        space, owner = state.side(role).agents[number].space, state.side(OTHER[role])
        mark = state.setup.board.types[space or "a1"]
        for bait in range(1, len(owner.baits) + 1):
            for to in spring_targets(state, role, space or "a1"):
                yield Spring(mark, to, bait)
    if state.course.victor is not None:
        origin = state.side(GOVERNMENT).agents[state.course.victor].space
        for card in CARDS if origin else ():
            yield from _card_moves(state, GOVERNMENT, card, origin or "", True)


def _equipment(state: State) -> Iterator[Event]:
    for card in CARDS:
        yield Typewriter(card)
    for space in spaces_of(state, GOVERNMENT):
        yield Drugs(space)
    for space in spaces_of(state, ONIWABAN):
        yield Stun(space)
        for identity in IDENTITIES:
            yield Bugs(space, identity)


def _unknown_hands(state: State) -> Iterator[Show]:
    """Where the hand is not known: all of unseen cards that leave the drugged agent (10.3)."""
    side = state.side(GOVERNMENT)
    space = None if state.drugged is None else side.agents[state.drugged].space
    if side.hand is not None or space is None or state.course.shown is not None:
        return
    left = unseen(state, GOVERNMENT)
    held = [
        card for card in CARDS if left[card] and not can_move(state, GOVERNMENT, space, (card,))
    ]
    of_sites = combinations_with_replacement([c for c in held if c in SITE_CARDS], side.sites)
    tactics = [card for card in held if card in TACTICS]
    for sites in of_sites:
        for others in combinations_with_replacement(tactics, side.tactics):
            yield Show((*sites, *others))


def _unmasks(state: State) -> Iterator[Event]:
    for role in SIDES:
        side = state.side(role)
        here = [(n, agent.space) for n, agent in enumerate(side.agents) if agent.space is not None]
        ways = {tuple((space, a[n]) for n, space in here) for a in side.assignments}
        for agents in sorted(ways):
            yield Unmask(role, tuple(sorted(agents)))


_DUE: dict[str, Callable[[State], Iterator[Event]]] = {
    DEAL: _deal,
    DEPLOY: _deploy,
    CHARISMA: _charisma,
    PLAY: _play,
    CONFLICT: _conflict,
    PUSH: _push,
    DECLARE: _declare,
    DRAW: _draw,
}
