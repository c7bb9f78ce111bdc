"""The state of the Goryō's own sheet: a record with all plans and answers, from which moves of the
Samurai may be left out.
"""

from typing import NamedTuple

from games.goryo.rules import reach
from games.goryo.rules.events import Action, Move, Search, Sniff
from games.goryo.rules.reach import Reaches
from games.goryo.rules.state import PublicView, Setup, State

Kind = tuple[bool, bool, bool]
"""What a space is to a plan: a route or target cube, a false trail alone, a false trail's space."""


class World(NamedTuple):
    """A possible position, whose Samurai are nowhere in particular, and the answers to searches of
    this chase at unknown spaces, each with what the space is to the plan.
    """

    state: State
    unplaced: tuple[tuple[bool, Kind], ...] = ()


class Sheet(NamedTuple):
    """What the recorded events determine: the possible worlds, and where the Samurai may stand."""

    setup: Setup
    worlds: tuple[World, ...]
    samurai: Reaches

    @property
    def first(self) -> State:
        """The state of the first world."""
        return self.worlds[0].state


class PublicSheet(NamedTuple):
    """What the Samurai and the public know of a sheet; no field holds a secret."""

    setup: Setup
    views: tuple[PublicView, ...]
    samurai: Reaches


def known_spaces(sheet: Sheet | PublicSheet) -> tuple[int | None, ...]:
    """Return where each Samurai stands, None where the sheet does not determine it."""
    chase = (sheet.first if isinstance(sheet, Sheet) else sheet.views[0]).chase
    masks = reach.after_last_event(sheet.setup, chase, sheet.samurai)
    return tuple(only(mask) for mask in masks)


def question_space(sheet: Sheet, event: Search | Sniff) -> int | None:
    """Return the space of a legal question; None if the sheet does not determine it."""
    if isinstance(event, Sniff):
        return sheet.setup.board.index[event.space]
    return only(places(sheet, event))


def only(mask: int) -> int | None:
    """Return the space of a mask with one space, else None."""
    return mask.bit_length() - 1 if mask.bit_count() == 1 else None


def places_at(sheet: Sheet, action: Action) -> int:
    """Return the mask of the spaces where a Samurai may stand right before an action."""
    setup, chase = sheet.setup, sheet.first.chase
    number = setup.ruleset.colours.index(action.samurai)
    is_move = isinstance(action, Move)
    return reach.before_action(setup, chase, sheet.samurai, number, is_move=is_move).mask


def places(sheet: Sheet, action: Action) -> int:
    """Return the mask of the spaces from which a Samurai may take an action."""
    return places_at(sheet, action) & fitting(sheet, action)


def fitting(sheet: Sheet, action: Action) -> int:
    """Return the mask of the spaces from which an action is possible, wherever the Samurai is."""
    board, state = sheet.setup.board, sheet.first
    if isinstance(action, Search):
        pawn = state.table.pawn
        closed = state.chase.green | state.chase.red | (0 if pawn is None else 1 << pawn)
        return (1 << len(board.names)) - 1 & ~closed
    space = board.index.get(action.to if isinstance(action, Move) else action.space)
    return 0 if space is None else board.near_mask[space]


def standing(state: State, number: int, space: int) -> State:
    """Return a state in which one Samurai stands on a space."""
    samurai = list(state.chase.samurai)
    samurai[number] = space
    one, two, three, four = samurai
    return state._replace(chase=state.chase._replace(samurai=(one, two, three, four)))
