"""The worlds of the Goryō's own sheet: which of them may follow an event. The engine of complete
records plays each; this module adds what it would have to know there.
"""

from collections.abc import Iterator
from functools import lru_cache

from games.goryo.rules import reach
from games.goryo.rules.board import set_bits
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.events import Action, Discover, Event, Search
from games.goryo.rules.plan import plan_masks
from games.goryo.rules.sheet_state import (
    Kind,
    Sheet,
    World,
    places,
    question_space,
    standing,
)
from games.goryo.rules.state import Chase, State


def successors(sheet: Sheet, world: World, event: Event) -> Iterator[World]:
    """Yield the worlds that may follow from one of a sheet's worlds; none if it allows no such
    event.
    """
    if isinstance(event, Search) and question_space(sheet, event) is None:
        yield from _after_search(sheet, world, event)
    elif isinstance(event, Action):
        number = sheet.setup.ruleset.colours.index(event.samurai)
        stands = next(set_bits(places(sheet, event)))
        after, _ = ENGINE.transition(standing(world.state, number, stands), event)
        yield World(_nowhere(after), world.unplaced)
    elif ENGINE.violation(world.state, event) is None:
        before = _discoveries(sheet, world) if isinstance(event, Discover) else [world.state]
        for state in before:
            yield World(_nowhere(ENGINE.transition(state, event)[0]))


def _nowhere(state: State) -> State:
    """Return a state with the Samurai at their starts, where worlds have them."""
    return state._replace(chase=state.chase._replace(samurai=state.setup.samurai))


def _after_search(sheet: Sheet, world: World, event: Search) -> Iterator[World]:
    """Yield the worlds after a search at an unknown space: one for each kind of space it may be."""
    number = sheet.setup.ruleset.colours.index(event.samurai)
    spaces = list(set_bits(places(sheet, event)))
    state = world.state
    after, _ = ENGINE.transition(standing(state, number, spaces[0]), event)
    unknown = after.chase._replace(green=state.chase.green, red=state.chase.red)
    for kind in sorted({_kind_of(state, space) for space in spaces}):
        unplaced = tuple(sorted((*world.unplaced, (event.answer, kind))))
        yield World(_nowhere(after._replace(chase=unknown)), unplaced)


def _kind_of(state: State, space: int) -> Kind:
    plan = state.secret.plan
    if plan is None:
        return False, False, False
    cubes, trail = plan_masks(state.setup.board, plan)
    is_trail = plan.false_trail is not None and state.setup.board.index[plan.false_trail] == space
    return bool(cubes >> space & 1), bool(trail >> space & 1), is_trail


def _discoveries(sheet: Sheet, world: World) -> Iterator[State]:
    """Yield the state of a world before its discovery, for each number of Samurai that may stand on
    the target, with every answer on a space of its kind.
    """
    plan, board = world.state.secret.plan, sheet.setup.board
    chase = _placed(world)
    if plan is None or chase is None:
        return
    target = board.index[plan.target]
    other = next(space for space in range(len(board.names)) if space != target)
    for count in catches(sheet):
        one, two, three, four = (target if n < count else other for n in range(4))
        samurai = chase._replace(samurai=(one, two, three, four))
        yield world.state._replace(chase=samurai)


def catches(sheet: Sheet) -> list[int]:
    """Return how many Samurai may stand on the target when the plan is discovered."""
    plan = sheet.first.secret.plan
    if plan is None:
        return []
    target = sheet.setup.board.index[plan.target]
    return _counts(sheet.setup, sheet.first.chase, sheet.samurai, target)


_counts = lru_cache(maxsize=64)(reach.catches)
"""Every world of a sheet asks for the same numbers."""


def _placed(world: World) -> Chase | None:
    """Return a world's chase with a clue for every answer; None if there is no space for one."""
    chase = world.state.chase
    for answer, kind in world.unplaced:
        spaces = range(len(world.state.setup.board.names))
        free = (s for s in spaces if not (chase.green | chase.red) >> s & 1)
        space = next((s for s in free if _kind_of(world.state, s) == kind), None)
        if space is None:
            return None
        green, red = chase.green, chase.red
        if answer:
            green |= 1 << space
        else:
            red |= 1 << space
        chase = chase._replace(green=green, red=red)
    return chase
