"""Two sensible bots for Goryō. Their games are marked as simulated (`x_simulated` in the header);
they do not represent human play.
"""

from games.core.chance import Chance, pick
from games.goryo.bots.at_random import at_random
from games.goryo.bots.goryo import choose_haunt, choose_plan
from games.goryo.bots.samurai import choose_action
from games.goryo.rules.board import set_bits
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.events import Bind, Draw, Event, Search, Sniff
from games.goryo.rules.legality import bag
from games.goryo.rules.plan import plan_masks
from games.goryo.rules.state import CHASE, DRAW, OVER, PLAN, PublicView, State

__all__ = ["SOURCE", "at_random", "choose"]

SOURCE = "Kifu House bots 1: simulated play"


def choose(state: State, chance: Chance) -> Event | None:
    """Return the next event: chance draws, the Goryō plans and answers, the Samurai act on what
    they can know.
    """
    board, phase = state.setup.board, state.table.phase
    if phase is OVER:
        return None
    if phase is PLAN:
        return choose_plan(state, chance)
    if phase is DRAW:
        return Draw(board.types[pick(list(set_bits(bag(state))), chance)])
    if phase is CHASE:
        view = ENGINE.observe(state, "samurai")
        if not isinstance(view, PublicView):
            raise TypeError("the Samurai's view must be public")
        return answer(state, choose_action(view, chance))
    if not state.table.bound_drawn:
        return Bind(pick(board.types, chance))
    left = [name for i, name in enumerate(board.types) if state.secret.possible != 1 << i]
    return choose_haunt(state, pick(left, chance), chance)


def answer(state: State, event: Event) -> Event:
    """Return a question with the Goryō's answer: the truth, and yes for her false trail."""
    if not isinstance(event, Search | Sniff) or state.secret.plan is None:
        return event
    board = state.setup.board
    colours = state.setup.ruleset.colours
    if isinstance(event, Search):
        space = state.chase.samurai[colours.index(event.samurai)]
    else:
        space = board.index[event.space]
    cubes, trail = plan_masks(board, state.secret.plan)
    return event._replace(answer=(cubes | trail) >> space & 1 == 1)
