"""Who decides what in Goryō, for variations: chance draws, the Goryō plans in secret and answers
truthfully, the Samurai act on public information.
"""

from collections.abc import Iterator

from games.core.contract import Answer, Decisions
from games.core.turns import Turn
from games.goryo.rules.events import Abandon, Event, Plan, Question, Resign
from games.goryo.rules.generation import legal_events
from games.goryo.rules.state import CHASE, DRAW, PLAN, SETUP, PublicView, Secret, State


def known(view: PublicView) -> Iterator[Event]:
    """Yield what the rules allow the Samurai in a chase, with a placeholder for the secret plan.
    Outside a chase only resigning and abandoning are known.
    """
    setup, table, chase = view
    placeholder = Plan((), setup.board.names[table.pawn or 0])
    state = State(setup, table, chase, Secret(True, 1, 0, placeholder))
    for event in legal_events(state):
        if isinstance(event, Question):
            yield event._replace(answer=True)
        elif table.phase is CHASE or isinstance(event, Resign | Abandon):
            yield event


def imagined(observed: State | PublicView) -> State:
    """Return a position that fits what a view observes. Every type may be bound, so that what can
    be drawn reveals nothing.
    """
    if isinstance(observed, State):
        return observed
    setup, table, chase = observed
    placeholder = Plan((), setup.board.names[table.pawn or 0])
    return State(setup, table, chase, Secret(True, setup.board.all_types, 0, placeholder))


def turns(state: State) -> tuple[Turn, ...]:
    """Return who enters events: the Goryō hides the bound type and the plan. Records of one side
    are not entered during play.
    """
    table = state.table
    if state.setup.known_by is not None:
        return ()
    if table.phase is SETUP:
        is_bind = not table.bound_drawn
        return (Turn("goryo", frozenset({"bind" if is_bind else "haunt"}), is_bind),)
    if table.phase is PLAN:
        return (Turn("goryo", frozenset({"plan", "stuck"}), True),)
    if table.phase is CHASE:
        return (Turn("samurai", frozenset({"move", "search", "sniff", "discover"})),)
    types = frozenset({"draw" if table.phase is DRAW else "unmask"})
    return (Turn(None, types, known_to="goryo"),)  # the bound type can't be drawn


DECISIONS = Decisions(
    chance=frozenset({"haunt", "draw"}),
    secret=frozenset({"bind", "plan", "stuck", "unmask"}),
    lasting=frozenset({"bind"}),
    answers=dict.fromkeys(("search", "sniff"), Answer("answer", (True, False))),
    lax=frozenset({"plan"}),
    known=known,
    turns=turns,
    imagined=imagined,
    reveals=frozenset({"discover"}),
)
