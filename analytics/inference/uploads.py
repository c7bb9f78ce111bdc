"""Who uploaded games, as far as it is known, and how that biases the win rates.

Uploaders are anonymous. A log may name its recorder (`source`), and a browser or program that
uploads has a key: if exactly one name plays in nearly all games of a key, it counts as the
uploader's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from analytics.inference.played import Played
from analytics.insight.wilson import FEW

if TYPE_CHECKING:
    from .model import Fit

MIN_GAMES, MIN_PLAYERS = 30, 4
"""An estimate of upload bias needs this much: with less, it would only repeat the prior."""
OWN_GAMES, OWN_SHARE = 5, 0.9
"""A name is an uploader's from this many of the uploader's games on, in this share of them."""


class Uploaders(NamedTuple):
    """The uploader of each game, where it is known and played in it: game → handle; and the games
    whose log names the uploader.
    """

    by_game: Mapping[int, str]
    declared: frozenset[int]


def uploaders(games: Iterable[Played]) -> Uploaders:
    """Return the known uploaders of games, whose seats have handles as names."""
    games = list(games)
    by_uploader = _names_of_uploaders(games)
    by_game, declared = {}, set()
    for played in games:
        names = [seat["name"] for seat in played.seats]
        recorders = [seat["name"] for seat in played.seats if seat.get("recorded") and seat["name"]]
        if recorders:
            by_game[played.game] = recorders[0]
            declared.add(played.game)
        elif (name := by_uploader.get(played.uploader)) and name in names:
            by_game[played.game] = name
    return Uploaders(by_game, frozenset(declared))


def uploads_report(games: Sequence[Played], known: Uploaders) -> dict[str, Any]:
    """Return how uploaders bias the games of one group: `measure`, and

    declared   games whose log names the uploader
    fit        the share of uploaders in their uploads at equal skill and fair seats, with its 95 %
               interval (value, low, high); null with too few games
    verdict    `bias`, `reverse`, `unclear`, `few`, `unknown`
    """
    measured = measure(games, known.by_game)
    declared = sum(played.game in known.declared for played in games)
    result = {**measured, "declared": declared, "fit": None}
    if not measured["known"]:
        return {**result, "verdict": "unknown"}
    fitted = _fit(games, known.by_game) if measured["known"] >= FEW else None
    if fitted is None:
        return {**result, "verdict": "few"}
    term = fitted.upload
    verdict = "bias" if term.low > 0 else "reverse" if term.high < 0 else "unclear"
    logits = {"value": term.mean, "low": term.low, "high": term.high}
    share = {name: 1 / (1 + exp(-logit)) for name, logit in logits.items()}
    return {**result, "fit": share, "verdict": verdict}


def _fit(games: Sequence[Played], sent_by: Mapping[int, str]) -> "Fit | None":
    """Return the model of the first seat against the others; None with too few games."""
    from .model import Trial, fit

    first = min(seat["place"] for played in games for seat in played.seats)
    trials = []
    for played in games:
        if any(not seat["name"] for seat in played.seats) or _is_mixed(played):
            continue
        own = tuple(seat["name"] for seat in played.seats if seat["place"] == first)
        others = tuple(seat["name"] for seat in played.seats if seat["place"] != first)
        if own and others:
            won = any(seat["place"] == first and seat["rank"] == 1 for seat in played.seats)
            uploader = sent_by.get(played.game)
            sent = 0 if uploader is None else 1 if uploader in own else -1
            trials.append(Trial(own, others, won, sent))
    players = {name for trial in trials for name in (*trial.own, *trial.others)}
    if len(trials) < MIN_GAMES or len(players) < MIN_PLAYERS:
        return None
    return fit(trials)


def _is_mixed(played: Played) -> bool:
    """Return whether one name is on several sides."""
    sides: dict[str, int] = {}
    return any(
        sides.setdefault(seat["name"], seat["side"]) != seat["side"] for seat in played.seats
    )


def _names_of_uploaders(games: Iterable[Played]) -> dict[str, str]:
    n, played = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for game in games:
        if game.uploader:
            n[game.uploader] += 1
            played[game.uploader].update({seat["name"] for seat in game.seats if seat["name"]})
    names = {}
    for uploader, count in n.items():
        frequent = [name for name, times in played[uploader].items() if times >= OWN_SHARE * count]
        if count >= OWN_GAMES and len(frequent) == 1:
            names[uploader] = frequent[0]
    return names


def measure(games: Sequence[Played], sent_by: Mapping[int, str]) -> dict[str, Any]:
    """Return how often uploaders won the games they uploaded, and how often they win in games that
    others uploaded; and how often each seat wins, by the seat of the uploader. Shares are [k, n].
    """
    own, elsewhere = [0, 0], [0, 0]
    uploaders_here = {sent_by[game.game] for game in games if game.game in sent_by}
    places: dict[str, dict[str, list[int]]] = {}
    for game in games:
        uploader = sent_by.get(game.game)
        own_seat = next((seat["place"] for seat in game.seats if seat["name"] == uploader), None)
        for seat in game.seats:
            won = seat["rank"] == 1
            if uploader and seat["name"] == uploader:
                _add(own, won=won)
            elif seat["name"] in uploaders_here:
                _add(elsewhere, won=won)
        for place, won in {seat["place"]: seat["rank"] == 1 for seat in game.seats}.items():
            column = "unknown" if uploader is None else "there" if own_seat == place else "opposite"
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
