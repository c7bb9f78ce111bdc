"""What statistics sums of a game of Goryō: plain facts, from the steps of a replay.

Everything here speaks of *discovered* rounds: a plan that resignation, break-off or the end of the
log cut short was never laid open, so neither it nor the questions asked about it count.
`docs/data-dictionary.md` says the same in the words of the pages.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.core.metrics import Facts
from games.core.replay import Replay, Step
from games.goryo.metrics import LAYERS, SPACES
from games.goryo.rules.events import Discover, Plan, Search, Sniff

FACTS_VERSION = 3
"""Moves when the same log would give other facts; what was counted before is then counted anew."""


def facts(replay: Replay) -> dict[str, Any]:
    """The facts of a game: the counts by space of its discovered rounds, in the layers of
    `metrics.LAYERS`.

    `route`: move cubes as placed, also of faulty plans, the one on the pawn's space included.
    `target`: target cubes. `asked_yes`, `asked_no`: searches and sniffs by the answer given, right
    or wrong. `standing`: Samurai at each discovery. A log that stops before its game does adds
    nothing: it may be sent again and again, each time a little longer.
    """
    if not replay.is_over:
        return Facts().sums()
    counts: dict[str, Counter[str]] = {layer: Counter() for layer in LAYERS}
    rounds, pending = 0, list[tuple[str, str]]()
    for step in replay.steps:
        if isinstance(step.entry.event, Plan):
            pending = []
        pending.extend(_marks(step))
        if isinstance(step.entry.event, Discover):
            rounds += 1
            for layer, space in pending:
                counts[layer][space] += 1
            pending = []
    found = Facts()
    found.visits(SPACES.key, rounds, counts)
    return found.sums()


def _marks(step: Step) -> Iterable[tuple[str, str]]:
    """What one event adds to the round it stands in: (layer, space) pairs."""
    event, setup = step.entry.event, step.before.setup
    names = setup.board.names
    match event:
        case Plan(route=route, target=target):
            return [*(("route", space) for space in route), ("target", target)]
        case Search(samurai=colour, answer=answer):
            own = step.before.chase.samurai[setup.ruleset.colours.index(colour)]
            return [("asked_yes" if answer else "asked_no", names[own])]
        case Sniff(space=space, answer=answer):
            return [("asked_yes" if answer else "asked_no", space)]
        case Discover():
            return [("standing", names[i]) for i in step.before.chase.samurai]
    return ()
