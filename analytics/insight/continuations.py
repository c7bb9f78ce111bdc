"""How games with the same public moves continued, and where pieces moved: values from lines."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analytics.insight.wilson import FEW, Rate, rate
from games.core.lines import LineMove

MOST_FLOWS = 16
"""Arrows of a figure, those with most games first."""


class Line(NamedTuple):
    """The public moves of a game, with its winning side (empty: none). Of human games also the
    keys of its players' names, how many seats have none, and the uploader.
    """

    game: int
    public_id: str
    winner: str
    moves: tuple[LineMove, ...]
    names: tuple[str, ...] = ()
    unnamed: int = 0
    uploader: str = ""

    @property
    def terms(self) -> list[str]:
        """The terms of the decisions."""
        return [move.terms for move in self.moves if move.terms]


class Continuation(NamedTuple):
    """A next move: its share of the games with the same moves so far, and the share of its games
    that each side won.
    """

    terms: str
    share: Rate
    wins: Mapping[str, Rate]
    games: tuple[tuple[str, int], ...]
    """The public ids of its games, each with the step of the move."""


class Flow(NamedTuple):
    """A movement: in how many of the games that moved a piece from `origin` it went to `to`."""

    origin: str
    to: str
    share: Rate


@dataclass(frozen=True, slots=True)
class FromHere:
    """How games continued from a position. `n_games` were compared, `n_here` have the same moves so
    far. `flows` are from those, or from all games if there are fewer than `FEW` (`is_narrow` is
    false). `known_moves` is how many of the moves another game has too.
    """

    n_games: int
    n_here: int
    n_ended: int
    known_moves: int
    continuations: tuple[Continuation, ...]
    flows: tuple[Flow, ...]
    is_narrow: bool
    here: tuple[Line, ...] = ()
    """The games with the same moves so far."""


def from_here(
    lines: Sequence[Line], played: Sequence[str], spaces: frozenset[str], sides: Iterable[str]
) -> FromHere:
    """Return how the games continued after these moves; flows from the `spaces` with a piece."""
    here = [line for line in lines if line.terms[: len(played)] == list(played)]
    is_narrow = len(here) >= FEW
    flows = _flows(here, spaces, len(played)) if is_narrow else _flows(lines, spaces, None)
    rows = _continuations(here, len(played), tuple(sides))
    return FromHere(
        n_games=len(lines),
        n_here=len(here),
        n_ended=len(here) - sum(row.share.k for row in rows),
        known_moves=max((_common(line.terms, played) for line in lines), default=0),
        continuations=rows,
        flows=flows,
        is_narrow=is_narrow,
        here=tuple(here),
    )


def _common(terms: Sequence[str], played: Sequence[str]) -> int:
    """Return the number of moves that two lines share from their start."""
    same = 0
    for one, other in zip(terms, played, strict=False):
        if one != other:
            break
        same += 1
    return same


def _continuations(
    lines: Sequence[Line], at: int, sides: tuple[str, ...]
) -> tuple[Continuation, ...]:
    by_terms: dict[str, list[tuple[Line, int]]] = defaultdict(list)
    for line in lines:
        decisions = [move for move in line.moves if move.terms]
        if len(decisions) > at:
            by_terms[decisions[at].terms].append((line, decisions[at].number))
    ordered = sorted(by_terms.items(), key=lambda row: (-len(row[1]), row[0]))
    return tuple(
        Continuation(
            terms,
            rate(len(rows), len(lines)),
            {side: _wins([line for line, _ in rows], side) for side in sides},
            tuple((line.public_id, number) for line, number in rows),
        )
        for terms, rows in ordered
    )


def _wins(lines: Sequence[Line], side: str) -> Rate:
    return rate(sum(has_won(line, side) for line in lines), len(lines))


def has_won(line: Line, side: str) -> bool:
    """Return whether a side won a game, alone or with others."""
    return side in line.winner.split("+")


def _flows(lines: Sequence[Line], spaces: frozenset[str], after: int | None) -> tuple[Flow, ...]:
    """Return the movements from spaces: each game counts once. `after` a number of decisions only
    the first movement from each space counts.
    """
    pairs, origins = Counter[tuple[str, str]](), Counter[str]()
    for line in lines:
        found = set(movements(line, spaces, after))
        pairs.update(found)
        origins.update({origin for origin, _ in found})
    most = sorted(pairs.items(), key=lambda row: (-row[1], row[0]))[:MOST_FLOWS]
    return tuple(Flow(origin, to, rate(k, origins[origin])) for (origin, to), k in most)


def movements(line: Line, spaces: frozenset[str], after: int | None) -> Iterable[tuple[str, str]]:
    """Yield the movements of a game from spaces. `after` a number of decisions only the first one
    from each space.
    """
    decided, moved = 0, set[str]()
    for move in line.moves:
        is_later = after is None or decided >= after
        decided += bool(move.terms)
        if not is_later or move.origin not in spaces or move.origin == move.to or not move.to:
            continue
        if after is not None and move.origin in moved:
            continue
        moved.add(move.origin)
        yield move.origin, move.to
