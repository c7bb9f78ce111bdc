"""The Samurai's bot: it asks what tells most about the route, and ends where the target probably
is.

It works from a `PublicView`, so it knows what people at the table would know, and weighs all
hypotheses of 8.2 alike.
"""

from math import log2
from typing import NamedTuple

from games.core.chance import Chance
from games.goryo.inference import fitting_routes
from games.goryo.rules.board import bits
from games.goryo.rules.editions import MOVES_EACH, SAMURAI_CALLED
from games.goryo.rules.events import Discover, Event, Move, Search, Sniff
from games.goryo.rules.state import Chase, PublicView

BIT, GREEN, STAND = 0.4, 2.0, 5.0
"""Worth of a bit of information, of a clue for the gong, of standing on the target."""
LATER = 0.9
"""What a gain two actions away is worth against one at hand."""
ENOUGH = 0.05
TIE = 0.02


class _Odds(NamedTuple):
    """Over all hypotheses: how probable it is that a space is on the route or target, and that
    it is the target.
    """

    on_route: list[float]
    target: list[float]


def choose_action(view: PublicView, chance: Chance) -> Event:
    """The next action of the chase, or its end; the answer of a question is left to the Goryō
    (False stands there).
    """
    odds = _odds(view)
    best: tuple[float, Event] = (ENOUGH, Discover())
    if view.chase.actions_left:
        for number, used in _available(view):
            for worth, event in _options(view, odds, number, used):
                worth += TIE * chance.random()
                if worth > best[0]:
                    best = (worth, event)
    return best[1]


def _odds(view: PublicView) -> _Odds:
    spaces = len(view.setup.board.names)
    on_route, target = [0.0] * spaces, [0.0] * spaces
    total = 0
    for mask, goal, ways in fitting_routes(view):
        total += ways
        target[goal] += ways
        for i in bits(mask):
            on_route[i] += ways
    if total:
        on_route = [weight / total for weight in on_route]
        target = [weight / total for weight in target]
    return _Odds(on_route, target)


def _available(view: PublicView) -> list[tuple[int, Chase]]:
    """The Samurai who may act, each with the actions he has had."""
    chase, each = view.chase, view.setup.ruleset.actions_each
    fresh = Chase(chase.samurai)
    found = []
    for number in range(len(chase.samurai)):
        if chase.called and chase.called[-1] == number:
            if chase.moves + chase.searched + chase.sniffed < each:
                found.append((number, chase))
        elif number not in chase.called and len(chase.called) < SAMURAI_CALLED:
            found.append((number, fresh))
    return found


def _options(view: PublicView, odds: _Odds, number: int, used: Chase) -> list[tuple[float, Event]]:
    board, colour = view.setup.board, view.setup.ruleset.colours[number]
    here = view.chase.samurai[number]
    left = view.setup.ruleset.actions_each - used.moves - used.searched - used.sniffed
    left = min(left, view.chase.actions_left)
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
            worth = STAND * (odds.target[to] - odds.target[here])
            if left > 1:
                worth = max(worth, 0.0) + LATER * _best_after(view, odds, to, used)
                if used.moves + 1 < MOVES_EACH:
                    onward = max(odds.target[i] for i in board.near[to])
                    worth = max(worth, LATER * STAND * (onward - odds.target[here]))
                if odds.target[here] > odds.target[to]:
                    worth -= STAND * (odds.target[here] - odds.target[to])
            options.append((worth, Move(colour, board.names[to])))
    return options


def _best_after(view: PublicView, odds: _Odds, at: int, used: Chase) -> float:
    """The best question within reach after a move."""
    best = 0.0 if used.searched else _question(view, odds, at)
    if not used.sniffed:
        for space in view.setup.board.near[at]:
            best = max(best, _question(view, odds, space))
    return best


def _question(view: PublicView, odds: _Odds, space: int) -> float:
    """What asking of a space is worth: the bits its answer gives, and the chance of a clue;
    barred spaces are worth nothing.
    """
    asked = view.chase.green | view.chase.red
    if space == view.table.pawn or asked >> space & 1:
        return -1.0
    p = odds.on_route[space]
    entropy = 0.0 if p <= 0.0 or p >= 1.0 else -p * log2(p) - (1 - p) * log2(1 - p)
    return BIT * entropy + GREEN * p
