"""The state after a legal event (rules page, sections 3 to 6, 10.2 and 11). The end of a Season and
the Kitsune's turn have their own modules.

Events of Gorinto have no effects apart from the new state: everything is public, so readers compare
the states before and after an event.
"""

from collections.abc import Callable
from typing import Any

from games.gorinto.rules import events
from games.gorinto.rules.editions import KITSUNE_SIDE, Ruleset
from games.gorinto.rules.elements import EARTH, NUMBER, Counts, counts
from games.gorinto.rules.events import Event, Place
from games.gorinto.rules.kitsune import CHITS_DRAWN, chit_cell, take_turn
from games.gorinto.rules.mountain import CELL_NUMBER, EMPTY, SPACE_NUMBER
from games.gorinto.rules.phase import CHIT, COIN, FILL, PLACE, Phase
from games.gorinto.rules.seasons import end_season
from games.gorinto.rules.state import HEAD, TAIL, KitsuneState, State

PLAIN_TURNS = 1
"""Turns of each player in a Season without a removal (5.1)."""
_new = tuple.__new__
"""Creates a NamedTuple in half the time of its own constructor, for the most frequent event."""


def transition(state: State, event: Event) -> tuple[State, tuple[()]]:
    """Return the state after a legal event with all its consequences, and no effects.

    The event must have no `violation`.
    """
    return _TRANSITIONS[type(event)](state, event), ()


def _kitsune(state: State, event: events.Kitsune) -> State:
    tiles = tuple([SPACE_NUMBER[space] for space in event.tiles])
    return state._replace(phase=FILL, kitsune=KitsuneState(tiles), may_claim=False)


def _fill(state: State, event: events.Fill) -> State:
    path, bag = list(state.path), list(state.bag)
    for space, element in event.path:
        tile = NUMBER[element]
        path[SPACE_NUMBER[space]] = tile
        bag[tile] -= 1
    phase, kitsune = PLACE, state.kitsune
    if kitsune is not None:
        phase, kitsune = CHIT, KitsuneState(kitsune.tiles, moving=HEAD)
    return state._replace(
        phase=phase, path=tuple(path), bag=counts(bag), kitsune=kitsune, tokens=0, may_claim=False
    )


def _chit(state: State, event: events.Chit) -> State:
    kitsune = state.kitsune or KitsuneState()
    cell = chit_cell(kitsune, event.number)
    head, tail = (cell, kitsune.tail) if kitsune.moving == HEAD else (kitsune.head, cell)
    moving, phase = (TAIL, CHIT) if tail is None else (None, PLACE)
    chits = (*kitsune.chits, event.number)
    return state._replace(
        phase=phase, kitsune=KitsuneState(kitsune.tiles, head, tail, chits, moving)
    )


def _place(state: State, event: Place) -> State:
    setup, season, _, turn, order, mountain, path, mats = state[:8]
    player, space = order[turn % len(order)], SPACE_NUMBER[event.space]
    stacks, left = list(mountain), list(path)
    gathered = _gather(stacks, CELL_NUMBER[event.to], left[space], event.take)
    if gathered:
        mats = _add_gathered(state, player, event, gathered)
    left[space] = EMPTY
    turn += 1
    phase = _phase_after(setup.ruleset, turn)
    changed = (setup, season, phase, turn, order, tuple(stacks), tuple(left), mats)
    after: State = _new(State, (*changed, *state[8:14], False, None, None))
    return _end_round(after) if phase is PLACE else after


def _phase_after(ruleset: Ruleset, turn: int) -> Phase:
    """Return the phase after a Season's placement number `turn` (6.1, 5.1, 11.4)."""
    if ruleset.has_kitsune:
        return COIN
    if ruleset.removal is not None and turn > PLAIN_TURNS * ruleset.players:
        return ruleset.removal
    return PLACE


def _add_gathered(
    state: State, player: int, event: Place, gathered: list[int]
) -> tuple[Counts, ...]:
    """Return the mats after a player gathered tiles, and gave one of them if there is a gift (4.8,
    10.2).
    """
    mats, mat = list(state.mats), list(state.mats[player])
    for element in gathered:
        mat[element] += 1
    if event.give is not None:
        partner, gift = state.setup.ruleset.partner(player), NUMBER[event.give]
        mat[gift] -= 1
        partner_mat = list(mats[partner])
        partner_mat[gift] += 1
        mats[partner] = counts(partner_mat)
    mats[player] = counts(mat)
    return tuple(mats)


def _gather(
    stacks: list[tuple[int, ...]], cell: int, tile: int, take: tuple[str | int, ...]
) -> list[int]:
    """Change the stacks: place the tile on its cell and remove the gathered tiles. Return the
    elements of the gathered tiles.
    """
    stack = stacks[cell]
    gathered = []
    if tile == EARTH:
        if take:
            gathered = [stack[int(level) - 1] for level in take]
            stack = tuple([t for level, t in enumerate(stack, 1) if level not in take])
    else:
        for name in take:
            other = CELL_NUMBER[str(name)]
            pile = stacks[other]
            gathered.append(pile[-1])
            stacks[other] = pile[:-1]
    stacks[cell] = (*stack, tile)
    return gathered


def _end_round(state: State) -> State:
    """End the Season if all players had a turn and the Path has fewer tiles than players (6.2)."""
    players = len(state.order)
    if state.turn % players == 0 and len(state.path) - state.path.count(EMPTY) < players:
        return end_season(state)
    return state


def _discard(state: State, space: int, tokens: int) -> State:
    """Remove a tile from the Path and from the game (5.1)."""
    path, discarded = list(state.path), list(state.discarded)
    discarded[path[space]] += 1
    path[space] = EMPTY
    return _end_round(
        state._replace(phase=PLACE, path=tuple(path), discarded=counts(discarded), tokens=tokens)
    )


def _burrow(state: State, event: events.Burrow) -> State:
    tokens, space = state.tokens, 0
    for token in event.tokens:
        space = SPACE_NUMBER[token]
        tokens |= 1 << space
    return _discard(state, space, tokens)


def _remove(state: State, event: events.Remove) -> State:
    return _discard(state, SPACE_NUMBER[event.space], state.tokens)


def _coin(state: State, event: events.Coin) -> State:
    token = HEAD if event.side == "heads" else TAIL
    mountain, gathered = take_turn(state, token)
    mat = list(state.mats[-1])
    for element in gathered:
        mat[element] += 1
    kitsune = state.kitsune or KitsuneState()
    is_last = len(kitsune.chits) == CHITS_DRAWN
    after = state._replace(
        phase=CHIT,
        mountain=mountain,
        mats=(*state.mats[:-1], counts(mat)),
        kitsune=kitsune if is_last else kitsune._replace(moving=token),
    )
    return end_season(after) if is_last else after


def _score(state: State, _event: events.Score) -> State:
    return state._replace(may_claim=False)


def _resign(state: State, event: events.Resign) -> State:
    """Let the other side win (8.3)."""
    ruleset = state.setup.ruleset
    loser = ruleset.side_of[ruleset.roles.index(event.role)]
    sides = zip(ruleset.roles, ruleset.side_of, strict=True)
    winners = tuple([role for role, side in sides if side != loser])
    return state.over(winners or (KITSUNE_SIDE,), "resign")


def _abandon(state: State, _event: events.Abandon) -> State:
    return state.over((), "abandon")


_TRANSITIONS: dict[type, Callable[[State, Any], State]] = {
    events.Kitsune: _kitsune,
    events.Fill: _fill,
    events.Chit: _chit,
    Place: _place,
    events.Burrow: _burrow,
    events.Remove: _remove,
    events.Coin: _coin,
    events.Score: _score,
    events.Resign: _resign,
    events.Abandon: _abandon,
}
