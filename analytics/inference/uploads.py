"""Who sent games in, as far as anything is known of it, and what that does to who wins.

Nobody says who he is. A log may name who recorded it (`source`), and a browser or program that
sends keeps a key: where one name, and one only, sits in nearly all games of a key, it is taken for
the sender's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

OWN_GAMES, OWN_SHARE = 5, 0.9
"""A name is a sender's from so many of the sender's games on, in so large a share of them."""
Seat = Mapping[str, Any]


class Played(NamedTuple):
    """A decided game: its seats (`analytics.rollups.players`) with `name` a player's handle or
    None, and the key of who sent it in (empty: not known).
    """

    game: int
    seats: Sequence[Seat]
    sender: str


def uploaders(games: Iterable[Played]) -> tuple[dict[int, str], int]:
    """Who sent each game in, where that is known and sat there: game → handle; and for how many of
    them the log itself says so.
    """
    games = list(games)
    own = _names_of_senders(games)
    found, declared = {}, 0
    for one in games:
        names = [seat["name"] for seat in one.seats]
        said = [seat["name"] for seat in one.seats if seat.get("recorded") and seat["name"]]
        if said:
            found[one.game] = said[0]
            declared += 1
        elif (sender := own.get(one.sender)) and sender in names:
            found[one.game] = sender
    return found, declared


def _names_of_senders(games: Iterable[Played]) -> dict[str, str]:
    n, sat = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for one in games:
        if one.sender:
            n[one.sender] += 1
            sat[one.sender].update({seat["name"] for seat in one.seats if seat["name"]})
    found = {}
    for sender, count in n.items():
        often = [name for name, times in sat[sender].items() if times >= OWN_SHARE * count]
        if count >= OWN_GAMES and len(often) == 1:
            found[sender] = often[0]
    return found


def measure(games: Sequence[Played], sent_by: Mapping[int, str]) -> dict[str, Any]:
    """How often who sent a game in had won it, beside how often the same people win in games that
    others sent; and how often each place wins, by where the sender sat. Shares are [k, n].
    """
    own, elsewhere = [0, 0], [0, 0]
    people = {sent_by[one.game] for one in games if one.game in sent_by}
    places: dict[str, dict[str, list[int]]] = {}
    for one in games:
        sender = sent_by.get(one.game)
        sat = next((seat["place"] for seat in one.seats if seat["name"] == sender), None)
        for seat in one.seats:
            won = seat["rank"] == 1
            if sender and seat["name"] == sender:
                _add(own, won=won)
            elif seat["name"] in people:
                _add(elsewhere, won=won)
        for place, won in {seat["place"]: seat["rank"] == 1 for seat in one.seats}.items():
            column = "unknown" if sender is None else "there" if sat == place else "opposite"
            rows = places.setdefault(place, {c: [0, 0] for c in ("there", "opposite", "unknown")})
            _add(rows[column], won=won)
    known = sum(one.game in sent_by for one in games)
    return {
        "known": known,
        "unknown": len(games) - known,
        "own": own,
        "elsewhere": elsewhere,
        "places": places,
    }


def _add(share: list[int], *, won: bool) -> None:
    share[0] += won
    share[1] += 1
