"""House bots: programs of three strengths that take seats of a game, and dealing by the site.

A bot decides from what its seat observes (`Engine.observe`), never from the position. Only dealing
reads the position, as a shuffled pile does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.chance import Chance

EASY, MEDIUM, HARD = STRENGTHS = ("easy", "medium", "hard")

Plain = Mapping[str, Any]


def _offer_all(_state: Any, events: Iterable[dict[str, Any]], _chance: Chance) -> Iterator[Any]:
    yield from events


def _as_entered(_state: Any, plain: Plain, _chance: Chance) -> Plain:
    return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """How house bots play a game, and how the site deals.

    `names` are the names of the bots by role. `plays` returns whether they can play games with a
    set-up, and the site deal them. `choose` returns the plain event of a bot from what its role
    observes, its role and strength, without an answer or result that secrets give; None: it enters
    nothing now.

    `deal` returns the plain event if chance or secrets decide all of it, else None. Where chance
    decides a part of a player's event, `narrow` returns what the player can be offered, and
    `complete` the event that is stored for an entered one; it raises Refused if the event differs
    from what was dealt. The same chance gives the same deal.

    `costs` compares how long bots of each strength take for an event: after some cost they go on in
    the background. It must not depend on what they know, since others see the wait.
    """

    names: Mapping[str, str]
    choose: Callable[[Any, str, str, Chance], Plain | None]
    deal: Callable[[Any, Chance], Plain | None]
    plays: Callable[[Any], bool] = lambda _setup: True
    narrow: Callable[[Any, Iterable[dict[str, Any]], Chance], Iterator[dict[str, Any]]] = _offer_all
    complete: Callable[[Any, Plain, Chance], Plain] = _as_entered
    costs: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(STRENGTHS, 1))
