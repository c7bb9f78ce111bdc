"""What a legal event does (rules page, sections 3 to 6, 10.2 and 11). A Season's end has its own
module, the Kitsune's turn too.
"""

from collections.abc import Callable
from typing import Any

from games.gorinto.rules.editions import KITSUNE_SIDE, Ruleset
from games.gorinto.rules.effects import Discarded, Effect, GameEnded, Gathered, Given, TokenLaid
from games.gorinto.rules.elements import EARTH, ELEMENTS, NUMBER, Counts, counts
from games.gorinto.rules.events import (
    Abandon,
    Burrow,
    Chit,
    Coin,
    Event,
    Fill,
    Kitsune,
    Place,
    Remove,
    Resign,
    Score,
)
from games.gorinto.rules.kitsune import CHITS_DRAWN, act, chit_cell
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, EMPTY, SPACE_NUMBER
from games.gorinto.rules.phase import BURROW, CHIT, COIN, FILL, PLACE, Phase
from games.gorinto.rules.seasons import end_season
from games.gorinto.rules.state import HEAD, TAIL, Fox, State

Result = tuple[State, tuple[Effect, ...]]
PLAIN_TURNS = 1
"""Turns of each player in a Season after which nothing is removed (5.1)."""
_new = tuple.__new__
"""Makes a NamedTuple in half the time of its own constructor; for the event that most of a log
consists of.
"""


def transition(state: State, event: Event) -> Result:
    """The state after a legal event, with all that follows by itself, and the effects. Assumes
    `violation` is None.
    """
    return _APPLY[type(event)](state, event)


def _kitsune(state: State, event: Kitsune) -> Result:
    tiles = tuple([SPACE_NUMBER[space] for space in event.tiles])
    return state._replace(phase=FILL, fox=Fox(tiles), may_claim=False), ()


def _fill(state: State, event: Fill) -> Result:
    path, bag = list(state.path), list(state.bag)
    for space, element in event.path:
        tile = NUMBER[element]
        path[SPACE_NUMBER[space]] = tile
        bag[tile] -= 1
    phase, fox = PLACE, state.fox
    if fox is not None:
        phase, fox = CHIT, Fox(fox.tiles, moving=HEAD)
    return (
        state._replace(
            phase=phase, path=tuple(path), bag=counts(bag), fox=fox, tokens=0, may_claim=False
        ),
        (),
    )


def _chit(state: State, event: Chit) -> Result:
    fox = state.fox or Fox()
    token, cell = fox.moving, chit_cell(fox, event.number)
    head, tail = (cell, fox.tail) if token == HEAD else (fox.head, cell)
    lays_tail_next = tail is None
    after = Fox(fox.tiles, head, tail, (*fox.chits, event.number), TAIL if lays_tail_next else None)
    phase = CHIT if lays_tail_next else PLACE
    return state._replace(phase=phase, fox=after), (TokenLaid(str(token), CELLS[cell]),)


def _place(state: State, event: Place) -> Result:
    setup, season, _, turn, order, mountain, path, mats = state[:8]
    player, space = order[turn % len(order)], SPACE_NUMBER[event.space]
    stacks, left = list(mountain), list(path)
    gathered = _gather(stacks, CELL_NUMBER[event.to], left[space], event.take)
    effects: tuple[Effect, ...] = ()
    if gathered:
        mats, effects = _receive(state, player, event, gathered)
    left[space] = EMPTY
    turn += 1
    phase = _due_after(setup.ruleset, turn)
    now = (setup, season, phase, turn, order, tuple(stacks), tuple(left), mats)
    after: State = _new(State, (*now, *state[8:14], False, None, None))
    return _round_end(after, effects) if phase is PLACE else (after, effects)


def _due_after(ruleset: Ruleset, turn: int) -> Phase:
    """What comes after a Season's placement number `turn` (6.1, 5.1, 11.4)."""
    if ruleset.has_kitsune:
        return COIN
    if ruleset.removal is not None and turn > PLAIN_TURNS * ruleset.players:
        return ruleset.removal
    return PLACE


def _receive(
    state: State, player: int, event: Place, gathered: list[int]
) -> tuple[tuple[Counts, ...], tuple[Effect, ...]]:
    """The mats after a gathering, and a gift if there is one (4.8, 10.2)."""
    mats, mat = list(state.mats), list(state.mats[player])
    for element in gathered:
        mat[element] += 1
    effects: tuple[Effect, ...] = (
        Gathered(event.player, tuple([ELEMENTS[element] for element in gathered])),
    )
    if event.give is not None:
        ruleset, given = state.setup.ruleset, NUMBER[event.give]
        partner = ruleset.partner(player)
        mat[given] -= 1
        other = list(mats[partner])
        other[given] += 1
        mats[partner] = counts(other)
        effects = (*effects, Given(event.player, ruleset.roles[partner], event.give))
    mats[player] = counts(mat)
    return tuple(mats), effects


def _gather(
    stacks: list[tuple[int, ...]], cell: int, tile: int, take: tuple[str | int, ...]
) -> list[int]:
    """Put the tile on its cell and take what is gathered, in place; gives the elements taken."""
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


def _round_end(state: State, effects: tuple[Effect, ...]) -> Result:
    """The Season's end, if all have had a turn and fewer tiles are left than players (6.2)."""
    players = len(state.order)
    if state.turn % players == 0 and len(state.path) - state.path.count(EMPTY) < players:
        return end_season(state, effects)
    return state, effects


def _discard(state: State, space: int, tokens: int) -> Result:
    """A tile leaves the Path and the game (5.1)."""
    path, out = list(state.path), list(state.discarded)
    tile = path[space]
    path[space] = EMPTY
    out[tile] += 1
    rule = "5.2" if state.phase is BURROW else "5.3"
    after = state._replace(phase=PLACE, path=tuple(path), discarded=counts(out), tokens=tokens)
    return _round_end(after, (Discarded((ELEMENTS[tile],), rule),))


def _burrow(state: State, event: Burrow) -> Result:
    tokens, space = state.tokens, 0
    for token in event.tokens:
        space = SPACE_NUMBER[token]
        tokens |= 1 << space
    return _discard(state, space, tokens)


def _remove(state: State, event: Remove) -> Result:
    return _discard(state, SPACE_NUMBER[event.space], state.tokens)


def _coin(state: State, event: Coin) -> Result:
    token = HEAD if event.side == "heads" else TAIL
    mountain, gathered, acted = act(state, token)
    mat = list(state.mats[-1])
    for element in gathered:
        mat[element] += 1
    effects: tuple[Effect, ...] = (acted,)
    if gathered:
        effects = (acted, Gathered(KITSUNE_SIDE, tuple([ELEMENTS[e] for e in gathered])))
    fox = state.fox or Fox()
    is_last = len(fox.chits) == CHITS_DRAWN
    after = state._replace(
        phase=CHIT,
        mountain=mountain,
        mats=(*state.mats[:-1], counts(mat)),
        fox=fox if is_last else fox._replace(moving=token),
    )
    return end_season(after, effects) if is_last else (after, effects)


def _score(state: State, event: Score) -> Result:  # noqa: ARG001 - a claim changes nothing
    return state._replace(may_claim=False), ()


def _resign(state: State, event: Resign) -> Result:
    """8.3: the other side wins."""
    ruleset = state.setup.ruleset
    loser = ruleset.side_of[ruleset.roles.index(event.role)]
    winners = tuple(
        [r for r, side in zip(ruleset.roles, ruleset.side_of, strict=True) if side != loser]
    )
    return _break_off(state, winners or (KITSUNE_SIDE,), "resign", "8.3")


def _abandon(state: State, event: Abandon) -> Result:  # noqa: ARG001 - the event has no fields
    return _break_off(state, (), "abandon", "log-format")


def _break_off(state: State, winners: tuple[str, ...], reason: str, rule: str) -> Result:
    return state.over(winners, reason), (GameEnded(winners, reason, rule),)


_APPLY: dict[type, Callable[[State, Any], Result]] = {
    Kitsune: _kitsune,
    Fill: _fill,
    Chit: _chit,
    Place: _place,
    Burrow: _burrow,
    Remove: _remove,
    Coin: _coin,
    Score: _score,
    Resign: _resign,
    Abandon: _abandon,
}
