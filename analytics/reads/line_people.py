"""How many people the rates of "From here" rest on (docs/adr/0016)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings

from analytics.insight.continuations import FromHere, Line, has_won, movements
from analytics.insight.people import People

if TYPE_CHECKING:
    from analytics.insight.clusters import Players


@dataclass(frozen=True)
class LinePeople:
    """The people of the share of each next move, of its win rates by move and side, and of the
    flows by both spaces. Empty for bot games, which rest on no people.
    """

    shares: Mapping[str, People | None]
    wins: Mapping[tuple[str, str], People | None]
    flows: Mapping[tuple[str, str], People | None]


NO_PEOPLE = LinePeople({}, {}, {})


def people_of_lines(
    answer: FromHere,
    lines: Sequence[Line],
    n_played: int,
    spaces: frozenset[str],
    sides: Iterable[str],
    most: int | None = None,
) -> LinePeople:
    """Return the people of an answer about human games. `lines`, `n_played` moves, `spaces` and
    `sides` are those of `from_here`; only of the first `most` next moves, if it is given.
    """
    here, players = answer.here, _players(answer.here)
    following = [_terms_at(line, n_played) for line in here]
    everyone = [True] * len(here)
    shares, wins = {}, {}
    for row in answer.continuations[:most]:
        chosen = [terms == row.terms for terms in following]
        shares[row.terms] = _people(players, chosen, everyone)
        for side in sides:
            won = [has_won(line, side) for line in here]
            wins[row.terms, side] = _people(players, won, chosen)
    return LinePeople(shares, wins, _of_flows(answer, lines, n_played, spaces))


def _of_flows(
    answer: FromHere, lines: Sequence[Line], n_played: int, spaces: frozenset[str]
) -> dict[tuple[str, str], People | None]:
    base, after = (answer.here, n_played) if answer.is_narrow else (lines, None)
    moved = [set(movements(line, spaces, after)) for line in base]
    players = _players(base)
    return {
        (flow.origin, flow.to): _people(
            players,
            [(flow.origin, flow.to) in its for its in moved],
            [any(origin == flow.origin for origin, _ in its) for its in moved],
        )
        for flow in answer.flows
    }


def _terms_at(line: Line, at: int) -> str:
    """Return the decision after some decisions; empty if the game ended before."""
    terms = line.terms
    return terms[at] if len(terms) > at else ""


def _players(lines: Sequence[Line]) -> "Players":
    from analytics.insight.clusters import number_players

    return number_players((line.names, line.unnamed, line.uploader) for line in lines)


def _people(players: "Players", happened: Sequence[bool], counted: Sequence[bool]) -> People | None:
    """Return the people of the share of the counted games in which something happened."""
    import numpy as np

    from analytics.insight.clusters import people_of

    sizes = np.array(counted, dtype=np.float64)
    if not sizes.any():
        return None
    totals = np.array(happened, dtype=np.float64) * sizes
    return people_of(players, totals, sizes, cap=settings.UPLOADER_CAP)
