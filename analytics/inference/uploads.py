"""Who uploaded games, as far as it is known, and how that biases the win rates.

Uploaders are anonymous. A log may name its recorder (`source`), and a browser or program that
uploads has a key: if exactly one name plays in nearly all games of a key, it counts as the
uploader's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

OWN_GAMES, OWN_SHARE = 5, 0.9
"""A name is an uploader's from this many of the uploader's games on, in this share of them."""
Seat = Mapping[str, Any]


class Played(NamedTuple):
    """A decided game: its seats (`analytics.rollups.players`) with a player's handle or None as
    `name`, and the key of the uploader (empty if unknown).
    """

    game: int
    seats: Sequence[Seat]
    sender: str


def uploaders(games: Iterable[Played]) -> tuple[dict[int, str], int]:
    """Return the uploader of each game, where it is known and played in it: game → handle; and the
    number of games whose log names the uploader.
    """
    games = list(games)
    by_sender = _names_of_senders(games)
    by_game, declared = {}, 0
    for game, seats, sender in games:
        names = [seat["name"] for seat in seats]
        recorders = [seat["name"] for seat in seats if seat.get("recorded") and seat["name"]]
        if recorders:
            by_game[game] = recorders[0]
            declared += 1
        elif (name := by_sender.get(sender)) and name in names:
            by_game[game] = name
    return by_game, declared


def _names_of_senders(games: Iterable[Played]) -> dict[str, str]:
    n, played = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for game in games:
        if game.sender:
            n[game.sender] += 1
            played[game.sender].update({seat["name"] for seat in game.seats if seat["name"]})
    names = {}
    for sender, count in n.items():
        frequent = [name for name, times in played[sender].items() if times >= OWN_SHARE * count]
        if count >= OWN_GAMES and len(frequent) == 1:
            names[sender] = frequent[0]
    return names


def measure(games: Sequence[Played], sent_by: Mapping[int, str]) -> dict[str, Any]:
    """Return how often uploaders won the games they uploaded, and how often they win in games that
    others uploaded; and how often each seat wins, by the seat of the uploader. Shares are [k, n].
    """
    own, elsewhere = [0, 0], [0, 0]
    uploaders_here = {sent_by[game.game] for game in games if game.game in sent_by}
    places: dict[str, dict[str, list[int]]] = {}
    for game in games:
        sender = sent_by.get(game.game)
        own_seat = next((seat["place"] for seat in game.seats if seat["name"] == sender), None)
        for seat in game.seats:
            won = seat["rank"] == 1
            if sender and seat["name"] == sender:
                _add(own, won=won)
            elif seat["name"] in uploaders_here:
                _add(elsewhere, won=won)
        for place, won in {seat["place"]: seat["rank"] == 1 for seat in game.seats}.items():
            column = "unknown" if sender is None else "there" if own_seat == place else "opposite"
            rows = places.setdefault(place, {c: [0, 0] for c in ("there", "opposite", "unknown")})
            _add(rows[column], won=won)
    known = sum(game.game in sent_by for game in games)
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
