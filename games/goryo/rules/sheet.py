"""The rules for the Goryō's own sheet, from which moves of the Samurai may be left out.

A sheet's state is the set of the positions ("worlds") that the recorded events allow, and where the
Samurai may stand. An event is legal if it is legal in at least one world.
"""

from collections.abc import Iterator
from itertools import chain

from games.core.language import Text, text
from games.core.record import Outcome
from games.core.rules import Violation
from games.goryo.rules import events, reach
from games.goryo.rules.board import set_bits
from games.goryo.rules.engine import ENGINE, OPEN_VIEWS
from games.goryo.rules.events import Action, Discover, Event, Move, Search, Sniff
from games.goryo.rules.generation import allowed_answers
from games.goryo.rules.reach import Reaches
from games.goryo.rules.sheet_state import (
    PublicSheet,
    Sheet,
    World,
    fitting,
    only,
    places,
    places_at,
    question_space,
    standing,
)
from games.goryo.rules.sheet_worlds import catches, successors
from games.goryo.rules.state import CHASE, Setup, initial_state, public_view

POSITION_CODES = frozenset({"not_adjacent", "pawn_space", "already_investigated"})
"""The violations that depend on where a Samurai stands."""


def violation(sheet: Sheet, event: Event) -> Violation | None:
    """Return why the sheet may not hold this event here: the first rule that is broken in every
    world, whatever moves were left out.
    """
    if isinstance(event, Action):
        return _action_violation(sheet, event)
    found = [ENGINE.violation(world.state, event) for world in sheet.worlds]
    refusals = [refusal for refusal in found if refusal is not None]
    if len(refusals) == len(found):
        return next((r for r in refusals if r.code != "out_of_turn"), refusals[0])
    if isinstance(event, Discover) and next(_followers(sheet, event), None) is None:
        message = text("No moves that were left out explain the recorded actions of this round.")
        return Violation("5.2", "out_of_reach", message)
    return None


def _action_violation(sheet: Sheet, action: Action) -> Violation | None:
    state, colours = sheet.first, sheet.setup.ruleset.colours
    if state.table.phase is not CHASE or action.samurai not in colours:
        return ENGINE.violation(state, action)
    number = colours.index(action.samurai)
    stands, mask = places(sheet, action), sheet.samurai[number].mask
    found = ENGINE.violation(standing(state, number, next(set_bits(stands or mask))), action)
    if stands:
        return found
    is_sure = found is not None and found.code not in POSITION_CODES
    if is_sure or (found is not None and only(places_at(sheet, action)) is not None):
        return found
    return _out_of_reach(action)


def _out_of_reach(action: Action) -> Violation:
    name = Text(action.samurai.capitalize())
    if isinstance(action, Search):
        message = text(
            "{samurai} can't search here, whatever moves were left out: the spaces that he can "
            "reach are not allowed.",
            samurai=name,
        )
        return Violation("5.4", "out_of_reach", message)
    is_move = isinstance(action, Move)
    message = text(
        "{samurai} can't be next to {space} here, whatever moves were left out.",
        samurai=name,
        space=action.to if isinstance(action, Move) else action.space,
    )
    return Violation("5.3" if is_move else "5.4", "out_of_reach", message)


def unchecked_rules(sheet: Sheet, event: Event) -> set[str]:
    """Return the rules whose check of a legal event needs a space that the sheet does not
    determine.
    """
    if isinstance(event, Discover):
        return {"6.4"} if len(catches(sheet)) > 1 else set()
    if not isinstance(event, Action) or only(places_at(sheet, event)) is not None:
        return set()
    if isinstance(event, Move):
        return {"5.3"}
    return {"5.4"} if question_space(sheet, event) is not None else {"5.4", "5.5"}


def transition(sheet: Sheet, event: Event) -> tuple[Sheet, tuple[()]]:
    """Return the sheet after a legal event. Effects are left to the worlds."""
    worlds = tuple(dict.fromkeys(_followers(sheet, event)))
    return Sheet(sheet.setup, worlds, _reaches_after(sheet, event)), ()


def _followers(sheet: Sheet, event: Event) -> Iterator[World]:
    """Return the worlds that may follow from a sheet's worlds, with repeats."""
    return chain.from_iterable(successors(sheet, world, event) for world in sheet.worlds)


def _reaches_after(sheet: Sheet, event: Event) -> Reaches:
    setup, chase = sheet.setup, sheet.first.chase
    is_chase = sheet.first.table.phase is CHASE
    if is_chase and isinstance(event, Discover | events.Resign | events.Abandon):
        return reach.settled(setup, chase, sheet.samurai)
    if not isinstance(event, Action):
        return sheet.samurai
    number = setup.ruleset.colours.index(event.samurai)
    is_move = isinstance(event, Move)
    before = reach.before_action(setup, chase, sheet.samurai, number, is_move=is_move)
    to = setup.board.index[event.to] if isinstance(event, Move) else None
    reaches = list(sheet.samurai)
    reaches[number] = before.after(fitting(sheet, event), to)
    one, two, three, four = reaches
    return one, two, three, four


def legal_events(sheet: Sheet) -> Iterator[Event]:
    """Yield the events that are legal in at least one world, without repeats."""
    if sheet.first.table.phase is CHASE:
        yield from (e for e in _actions(sheet) if violation(sheet, e) is None)
        yield from (Discover(), events.Resign("goryo"), events.Resign("samurai"), events.Abandon())
        return
    seen: set[Event] = set()
    for world in sheet.worlds:
        for event in ENGINE.legal_events(world.state):
            if event not in seen:
                seen.add(event)
                yield event


def _actions(sheet: Sheet) -> Iterator[Event]:
    board = sheet.setup.board
    for colour in sheet.setup.ruleset.colours:
        move, search = Move(colour, ""), Search(colour, answer=True)
        yield from (Move(colour, n) for n in board.spaces(_near(sheet, move)))
        yield from (search, Search(colour, answer=False))
        for space in set_bits(_near(sheet, search)):
            for answer in allowed_answers(sheet.first, space):
                yield Sniff(colour, board.names[space], answer)


def _near(sheet: Sheet, action: Action) -> int:
    """Return the mask of the spaces that a Samurai may have next to him."""
    return sheet.setup.board.neighbours(places_at(sheet, action))


class SheetEngine:
    """The rules of the Goryō's sheets as pure functions (`games.core.engine.Engine`)."""

    violation = staticmethod(violation)
    transition = staticmethod(transition)
    legal_events = staticmethod(legal_events)

    def initial_state(self, setup: Setup) -> Sheet:
        """Return the state before the first event."""
        return Sheet(setup, (World(initial_state(setup)),), reach.start(setup))

    def outcome(self, sheet: Sheet) -> Outcome:
        """Return who has won, and why, if every world has the same end."""
        ends = {ENGINE.outcome(world.state) for world in sheet.worlds}
        return ends.pop() if len(ends) == 1 else Outcome((), None)

    def observe(self, sheet: Sheet, view: str) -> Sheet | PublicSheet:
        """Return what a view knows of a sheet."""
        if view in OPEN_VIEWS:
            return sheet
        views = dict.fromkeys(public_view(world.state) for world in sheet.worlds)
        return PublicSheet(sheet.setup, tuple(views), sheet.samurai)


SHEETS = SheetEngine()
