"""Who decides what in Goryō, for variations: chance draws, the Goryō plans in secret and answers
truthfully, the Samurai act on public information.
"""

from collections.abc import Iterator

from games.core.contract import Answer, Decisions
from games.goryo.rules.events import Abandon, Event, Plan, Question, Resign
from games.goryo.rules.generation import legal_events
from games.goryo.rules.state import CHASE, PublicView, Secret, State


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


DECISIONS = Decisions(
    chance=frozenset({"haunt", "draw"}),
    secret=frozenset({"bind", "plan", "stuck", "unmask"}),
    lasting=frozenset({"bind"}),
    answers=dict.fromkeys(("search", "sniff"), Answer("answer", (True, False))),
    lax=frozenset({"plan"}),
    known=known,
)
