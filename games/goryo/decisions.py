"""Who decides what in Goryō, for what-if branches: chance draws, the Goryō plans in secret and
answers truly, the Samurai act on what lies open.
"""

from collections.abc import Iterator

from games.core.decisions import Answer, Decisions
from games.goryo.rules.events import Abandon, Event, Plan, Resign, Search, Sniff
from games.goryo.rules.generation import legal_events
from games.goryo.rules.state import CHASE, PublicView, Secret, State

YES_NO = (True, False)


def known(seen: PublicView) -> Iterator[Event]:
    """What the rules allow the Samurai in a chase, with a plan nobody knows in place of the true
    one; outside of a chase only what lies open: the ways to stop.
    """
    setup, table, chase = seen
    nothing = Plan((), setup.board.names[table.pawn or 0])
    made_up = State(setup, table, chase, Secret(True, 1, 0, nothing))
    for event in legal_events(made_up):
        if isinstance(event, Search | Sniff):
            yield event._replace(answer=True)
        elif table.phase is CHASE or isinstance(event, Resign | Abandon):
            yield event


DECISIONS = Decisions(
    chance=frozenset({"haunt", "draw"}),
    secret=frozenset({"bind", "plan", "stuck", "unmask"}),
    lasting=frozenset({"bind"}),
    answers={"search": Answer("answer", YES_NO), "sniff": Answer("answer", YES_NO)},
    lax=frozenset({"plan"}),
    known=known,
)
