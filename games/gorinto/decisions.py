"""Who decides what in Gorinto, for what-if branches: nothing is hidden, and chance fills the Path,
reveals tokens, draws chits and flips the coin.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.decisions import Decisions
from games.gorinto.rules.elements import ELEMENTS, NUMBER
from games.gorinto.rules.events import Abandon, Event, Fill, Kitsune, Resign
from games.gorinto.rules.generation import legal_events
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.legality import due_spaces
from games.gorinto.rules.mountain import SPACES
from games.gorinto.rules.phase import FILL, KITSUNE
from games.gorinto.rules.state import State


def listed(state: State, chosen: Mapping[str, Any]) -> Iterator[Event]:
    """The legal events; of the millions of ways to fill the Path, and of the thousands to lay out
    the tiles of the Kitsune, one for each element or space that may come next after those chosen.
    """
    if state.phase is FILL:
        yield from _fills(state, chosen)
    elif state.phase is KITSUNE:
        yield from _kitsunes(chosen)
    else:
        yield from legal_events(state)
        return
    ruleset = state.setup.ruleset
    if ruleset.may_resign:
        for role in ruleset.roles:
            yield Resign(role)
    yield Abandon()


def _fills(state: State, chosen: Mapping[str, Any]) -> Iterator[Fill]:
    bag, spaces = list(state.bag), [SPACES[space] for space in due_spaces(state)]
    begun: list[int] = []
    for space in spaces:
        element = NUMBER.get(chosen.get(f"path.{space}", ""))
        if element is None or not bag[element]:
            break
        bag[element] -= 1
        begun.append(element)
    if len(begun) == len(spaces):
        yield _fill(spaces, begun)
        return
    for element, left in enumerate(bag):
        if left:
            rest = [n for n, many in enumerate(bag) for _ in range(many - (n == element))]
            yield _fill(spaces, [*begun, element, *rest])


def _kitsunes(chosen: Mapping[str, Any]) -> Iterator[Kitsune]:
    begun: list[str] = []
    for number in range(TILES):
        space = chosen.get(f"tiles.{number}")
        if space not in SPACES or space in begun:
            break
        begun.append(space)
    if len(begun) == TILES:
        yield Kitsune(tuple(begun))
        return
    left = [space for space in SPACES if space not in begun]
    for space in left:
        others = [other for other in left if other != space]
        yield Kitsune((*begun, space, *others)[:TILES])


def _fill(spaces: list[str], elements: list[int]) -> Fill:
    return Fill(tuple((space, ELEMENTS[n]) for space, n in zip(spaces, elements, strict=False)))


DECISIONS = Decisions(
    chance=frozenset({"kitsune", "fill", "chit", "burrow", "coin"}),
    claims=frozenset({"score"}),
    listed=listed,
    samples=frozenset({"fill", "kitsune"}),
)
