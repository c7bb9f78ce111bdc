"""The report on the balance of seats under one ruleset, on one board: plain data.

games, nameless, mixed   decided games; those with a nameless player; those with one name on
                         several sides: neither of the last two is in the fit
fitted, players, spread  games and players in the fit; the spread of strengths, in logits
places                   a list: place (the seat), even (the fair share), share [k, n] as played,
                         fit (value, low, high at equal skill; null with too few games),
                         verdict (`ahead`, `behind`, `unclear`, `few`), without (the fit without
                         the pair that met most often, and its games)
uploads                  `analytics.inference.uploads.measure`, with `declared`
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp
from typing import TYPE_CHECKING, Any

from analytics.inference.uploads import Played, measure
from analytics.insight.wilson import FEW

if TYPE_CHECKING:
    from analytics.inference.model import Estimate, Fit

MIN_GAMES, MIN_PLAYERS = 30, 4
"""A fit needs this much: with less, the interval would only repeat the prior."""


def report(
    games: Sequence[Played], sent_by: Mapping[int, str], declared: int, seats: Sequence[str]
) -> dict[str, Any]:
    """Return the report on some decided games; `seats` are those to report on, in order."""
    named = [game for game in games if all(seat["name"] for seat in game.seats)]
    usable = [game for game in named if not _is_mixed(game)]
    pair = _busiest_pair(usable)
    rest = [game for game in usable if not (pair and pair <= _names(game))]
    played = {seat["place"] for game in games for seat in game.seats}
    places = []
    spread = None
    first: Fit | None = None
    for seat in (seat for seat in seats if seat in played):
        whole, without = _fit(usable, sent_by, seat), _fit(rest, sent_by, seat)
        spread = whole.spread if whole else spread
        first = first or whole
        places.append(_place(seat, games, whole, without, len(usable) - len(rest)))
    measured = measure(games, sent_by)
    return {
        "games": len(games),
        "nameless": len(games) - len(named),
        "mixed": len(named) - len(usable),
        "fitted": len(usable),
        "players": len({name for game in usable for name in _names(game)}),
        "spread": spread,
        "places": places,
        "uploads": {**measured, "declared": declared, **_uploads(measured["known"], first)},
    }


def _names(game: Played) -> set[str]:
    return {seat["name"] for seat in game.seats}


def _is_mixed(game: Played) -> bool:
    sides: dict[str, int] = {}
    return any(sides.setdefault(seat["name"], seat["side"]) != seat["side"] for seat in game.seats)


def _busiest_pair(games: Sequence[Played]) -> set[str]:
    """Return the two players on different sides who met most often; on a tie, the first by name."""
    met = Counter[tuple[str, str]]()
    for game in games:
        side = {seat["name"]: seat["side"] for seat in game.seats}
        met.update(pair for pair in combinations(sorted(side), 2) if side[pair[0]] != side[pair[1]])
    if not met:
        return set()
    most = max(met.values())
    return set(min(pair for pair, times in met.items() if times == most))


def _uploads(known: int, fitted: "Fit | None") -> dict[str, Any]:
    if not known:
        return {"fit": None, "verdict": "unknown"}
    if fitted is None or known < FEW:
        return {"fit": None, "verdict": "few"}
    low, high = fitted.upload.low, fitted.upload.high
    verdict = "bias" if low > 0 else "reverse" if high < 0 else "unclear"
    return {"fit": _chances(fitted.upload), "verdict": verdict}


def _fit(games: Sequence[Played], sent_by: Mapping[int, str], place: str) -> "Fit | None":
    from analytics.inference.model import Trial, fit

    trials = []
    for game in games:
        own = tuple(seat["name"] for seat in game.seats if seat["place"] == place)
        others = tuple(seat["name"] for seat in game.seats if seat["place"] != place)
        if own and others:
            won = any(seat["place"] == place and seat["rank"] == 1 for seat in game.seats)
            sender = sent_by.get(game.game)
            sent = 0 if sender is None else 1 if sender in own else -1
            trials.append(Trial(own, others, won, sent))
    players = {name for trial in trials for name in (*trial.own, *trial.others)}
    if len(trials) < MIN_GAMES or len(players) < MIN_PLAYERS:
        return None
    return fit(trials)


def _place(
    place: str, games: Sequence[Played], whole: "Fit | None", without: "Fit | None", n_of_pair: int
) -> dict[str, Any]:
    sides, won = 0, []
    for game in games:
        ranks = {seat["place"]: seat["rank"] for seat in game.seats}
        if place in ranks:
            won.append(ranks[place] == 1)
            sides = max(sides, len({seat["side"] for seat in game.seats}))
    even = 1 / sides
    at_equal_skill = _chances(whole.seat) if whole else None
    return {
        "place": place,
        "even": even,
        "share": [sum(won), len(won)],
        "fit": at_equal_skill,
        "verdict": _verdict(at_equal_skill, even),
        "without": {"fit": _chances(without.seat) if without else None, "games": n_of_pair},
    }


def _verdict(chances: dict[str, float] | None, even: float) -> str:
    if chances is None:
        return "few"
    return "ahead" if chances["low"] > even else "behind" if chances["high"] < even else "unclear"


def _chances(term: "Estimate") -> dict[str, float]:
    """Return the win rate at equal skill that a term means, with its 95 % interval."""
    values = {"value": term.mean, "low": term.low, "high": term.high}
    return {name: 1 / (1 + exp(-logit)) for name, logit in values.items()}
