"""The Samurai bot: it asks the most informative questions and moves to the most probable target.

It uses a `PublicView`, so it knows what a human player would know, and gives all hypotheses of 8.2
equal weights.
"""

from math import log2
from typing import NamedTuple

from games.core.chance import Chance
from games.goryo.inference import consistent_routes
from games.goryo.rules.board import set_bits
from games.goryo.rules.editions import MOVES_EACH
from games.goryo.rules.events import Discover, Event, Move, Question, Search, Sniff
from games.goryo.rules.state import Chase, PublicView

BIT, GREEN, STAND = 0.4, 2.0, 5.0
"""Values of a bit of information, of a clue for the gong, and of standing on the target."""
LATER = 0.9
"""The discount of a gain that takes two actions."""
MIN_SCORE = 0.05
TIE_BREAK = 0.02


class _Odds(NamedTuple):
    """The probability over all hypotheses that a space has a cube of route or target, and that it
    is the target.
    """

    on_route: list[float]
    target: list[float]


def choose_action(view: PublicView, chance: Chance, noise: float = TIE_BREAK) -> Event:
    """Return the next action of the chase, or its end. The answer of a question is False, to be
    replaced by the Goryō's. `noise` is added to the scores.
    """
    odds = _odds(view)
    best: tuple[float, Event] = (MIN_SCORE, Discover())
    if view.chase.actions_left:
        for number in range(len(view.chase.samurai)):
            used = view.chase.turn_of(number)
            if used is None or used.actions >= view.setup.ruleset.actions_each:
                continue
            for score, event in _options(view, odds, number, used):
                is_closed = score < 0 and isinstance(event, Question)
                score += noise * chance.random()
                if score > best[0] and not is_closed:
                    best = (score, event)
    return best[1]


def _odds(view: PublicView) -> _Odds:
    spaces = len(view.setup.board.names)
    on_route, target = [0.0] * spaces, [0.0] * spaces
    total = 0
    for routes in consistent_routes(view):
        total += routes.plans
        target[routes.target] += routes.plans
        for i in set_bits(routes.cubes):
            on_route[i] += routes.plans
    if total:
        on_route = [weight / total for weight in on_route]
        target = [weight / total for weight in target]
    return _Odds(on_route, target)


def _options(view: PublicView, odds: _Odds, number: int, used: Chase) -> list[tuple[float, Event]]:
    board, colour = view.setup.board, view.setup.ruleset.colours[number]
    here = view.chase.samurai[number]
    left = min(view.setup.ruleset.actions_each - used.actions, view.chase.actions_left)
    options: list[tuple[float, Event]] = []
    if not used.searched:
        options.append((_question(view, odds, here), Search(colour, False)))
    if not used.sniffed:
        options += [
            (_question(view, odds, space), Sniff(colour, board.names[space], False))
            for space in board.near[here]
        ]
    if used.moves < MOVES_EACH:
        for to in board.near[here]:
            score = STAND * (odds.target[to] - odds.target[here])
            if left > 1:
                score = max(score, 0.0) + LATER * _best_after(view, odds, to, used)
                if used.moves + 1 < MOVES_EACH:
                    onward = max(odds.target[i] for i in board.near[to])
                    score = max(score, LATER * STAND * (onward - odds.target[here]))
                if odds.target[here] > odds.target[to]:
                    score -= STAND * (odds.target[here] - odds.target[to])
            options.append((score, Move(colour, board.names[to])))
    return options


def _best_after(view: PublicView, odds: _Odds, here: int, used: Chase) -> float:
    """Return the score of the best question in reach after a move."""
    best = 0.0 if used.searched else _question(view, odds, here)
    if not used.sniffed:
        for space in view.setup.board.near[here]:
            best = max(best, _question(view, odds, space))
    return best


def _question(view: PublicView, odds: _Odds, space: int) -> float:
    """Return the score of a question about a space: the expected bits, and the chance of a clue. A
    space that can't be investigated scores -1.
    """
    investigated = view.chase.green | view.chase.red
    if space == view.table.pawn or investigated >> space & 1:
        return -1.0
    p = odds.on_route[space]
    entropy = 0.0 if p <= 0.0 or p >= 1.0 else -p * log2(p) - (1 - p) * log2(1 - p)
    return BIT * entropy + GREEN * p
