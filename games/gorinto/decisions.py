"""The choices in what-if variations of Gorinto. Nothing is hidden. Chance fills the Path, reveals
tokens, draws chits and flips the coin.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.contract import Decisions
from games.core.turns import Turn
from games.gorinto.rules.elements import ELEMENTS, NUMBER
from games.gorinto.rules.events import Burrow, Event, Fill, Kitsune
from games.gorinto.rules.generation import legal_events, stopping_events
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.legality import spaces_to_fill
from games.gorinto.rules.mountain import EMPTY, SPACES
from games.gorinto.rules.phase import BURROW, FILL, KITSUNE, OVER
from games.gorinto.rules.state import State


def list_events(state: State, chosen: Mapping[str, Any]) -> Iterator[Event]:
    """Yield the legal events. There are millions of fills and thousands of layouts of the Kitsune
    tiles, so of these only one is yielded for each element or space that may come next after those
    chosen. Likewise for Burrow tokens, of which any may be revealed that are skipped.
    """
    if state.phase is FILL:
        yield from _fills(state, chosen)
    elif state.phase is KITSUNE:
        yield from _kitsunes(chosen)
    elif state.phase is BURROW:
        yield from _burrows(state, chosen)
    else:
        yield from legal_events(state)
        return
    yield from stopping_events(state)


def _fills(state: State, chosen: Mapping[str, Any]) -> Iterator[Fill]:
    bag, spaces = list(state.bag), [SPACES[space] for space in spaces_to_fill(state)]
    started: list[int] = []
    for space in spaces:
        element = NUMBER.get(chosen.get(f"path.{space}", ""))
        if element is None or not bag[element]:
            break
        bag[element] -= 1
        started.append(element)
    if len(started) == len(spaces):
        yield _fill(spaces, started)
        return
    for element, left in enumerate(bag):
        if left:
            rest = [n for n, count in enumerate(bag) for _ in range(count - (n == element))]
            yield _fill(spaces, [*started, element, *rest])


def _kitsunes(chosen: Mapping[str, Any]) -> Iterator[Kitsune]:
    started: list[str] = []
    for number in range(TILES):
        space = chosen.get(f"tiles.{number}")
        if space not in SPACES or space in started:
            break
        started.append(space)
    if len(started) == TILES:
        yield Kitsune(tuple(started))
        return
    left = [space for space in SPACES if space not in started]
    for space in left:
        others = [other for other in left if other != space]
        yield Kitsune((*started, space, *others)[:TILES])


def _burrows(state: State, chosen: Mapping[str, Any]) -> Iterator[Burrow]:
    hidden = [n for n in range(len(SPACES)) if not state.tokens & 1 << n]
    usable = [SPACES[n] for n in hidden if state.path[n] != EMPTY]
    skipped = [SPACES[n] for n in hidden if state.path[n] == EMPTY]
    started: list[str] = []
    while (token := chosen.get(f"tokens.{len(started)}")) in skipped:
        skipped.remove(token)
        started.append(token)
    if token in usable:
        yield Burrow((*started, token))
        return
    for token in usable:
        yield Burrow((*started, token))
    for token in skipped if usable else ():
        yield Burrow((*started, token, usable[0]))


def _fill(spaces: list[str], elements: list[int]) -> Fill:
    return Fill(tuple((space, ELEMENTS[n]) for space, n in zip(spaces, elements, strict=False)))


def turns(state: State) -> tuple[Turn, ...]:
    """Return who enters events: the player to act, or anyone what chance decided."""
    if state.phase is OVER:
        return ()
    return (Turn(state.actor, frozenset({state.phase.value})),)


DECISIONS = Decisions(
    chance=frozenset({"kitsune", "fill", "chit", "burrow", "coin"}),
    claims=frozenset({"score"}),
    listed=list_events,
    samples=frozenset({"burrow", "fill", "kitsune"}),
    turns=turns,
)
