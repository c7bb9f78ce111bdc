"""What a page says of the balance of places under one ruleset, on one board: plain data.

games, nameless, mixed   decided games; those of them without all names; with one name on
                         several sides: neither is in the fit
fitted, players, spread  games and players in the fit; the spread of strengths, in logits
places                   a list: place, even (the share if places were alike), share [k, n] as it
                         is, fit (value, low, high between equals; null where there is too
                         little), verdict (`ahead`, `behind`, `unclear`, `few`), without (the
                         fit without the pair that met most, and its games)
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

LEAST_GAMES, LEAST_PLAYERS = 30, 4
"""What a fit takes: with less the interval would only repeat what was thought beforehand."""


def report(
    games: Sequence[Played], sent_by: Mapping[int, str], declared: int, places: Sequence[str]
) -> dict[str, Any]:
    """The report of some decided games; `places` are those to tell of, in order."""
    named = [one for one in games if all(seat["name"] for seat in one.seats)]
    usable = [one for one in named if not _is_mixed(one)]
    pair = _busiest_pair(usable)
    rest = [one for one in usable if not (pair and pair <= _names(one))]
    told = []
    spread = None
    seen = {seat["place"] for one in games for seat in one.seats}
    sending: Fit | None = None
    for place in (place for place in places if place in seen):
        whole, without = _fit(usable, sent_by, place), _fit(rest, sent_by, place)
        spread = whole.spread if whole else spread
        sending = sending or whole
        told.append(_place(place, games, whole, without, len(usable) - len(rest)))
    measured = measure(games, sent_by)
    return {
        "games": len(games),
        "nameless": len(games) - len(named),
        "mixed": len(named) - len(usable),
        "fitted": len(usable),
        "players": len({name for one in usable for name in _names(one)}),
        "spread": spread,
        "places": told,
        "uploads": {**measured, "declared": declared, **_sending(measured["known"], sending)},
    }


def _names(one: Played) -> set[str]:
    return {seat["name"] for seat in one.seats}


def _is_mixed(one: Played) -> bool:
    sides: dict[str, int] = {}
    return any(sides.setdefault(seat["name"], seat["side"]) != seat["side"] for seat in one.seats)


def _busiest_pair(games: Sequence[Played]) -> set[str]:
    """The two players on different sides who met most often; of equals the first by name."""
    met = Counter[tuple[str, str]]()
    for one in games:
        side = {seat["name"]: seat["side"] for seat in one.seats}
        met.update(pair for pair in combinations(sorted(side), 2) if side[pair[0]] != side[pair[1]])
    if not met:
        return set()
    most = max(met.values())
    return set(min(pair for pair, times in met.items() if times == most))


def _sending(known: int, found: "Fit | None") -> dict[str, Any]:
    if not known:
        return {"fit": None, "verdict": "unknown"}
    if found is None or known < FEW:
        return {"fit": None, "verdict": "few"}
    low, high = found.sending.low, found.sending.high
    verdict = "bias" if low > 0 else "reverse" if high < 0 else "unclear"
    return {"fit": _chances(found.sending), "verdict": verdict}


def _fit(games: Sequence[Played], sent_by: Mapping[int, str], place: str) -> "Fit | None":
    from analytics.inference.model import Trial, fit

    trials = []
    for one in games:
        own = tuple(seat["name"] for seat in one.seats if seat["place"] == place)
        others = tuple(seat["name"] for seat in one.seats if seat["place"] != place)
        if own and others:
            won = any(seat["place"] == place and seat["rank"] == 1 for seat in one.seats)
            sender = sent_by.get(one.game)
            sent = 0 if sender is None else 1 if sender in own else -1
            trials.append(Trial(own, others, won, sent))
    players = {name for trial in trials for name in (*trial.own, *trial.others)}
    if len(trials) < LEAST_GAMES or len(players) < LEAST_PLAYERS:
        return None
    return fit(trials)


def _place(
    place: str, games: Sequence[Played], whole: "Fit | None", without: "Fit | None", left_out: int
) -> dict[str, Any]:
    share, sides = [0, 0], 0
    for one in games:
        at = {seat["place"]: seat["rank"] == 1 for seat in one.seats}
        if place in at:
            share = [share[0] + at[place], share[1] + 1]
            sides = max(sides, len({seat["side"] for seat in one.seats}))
    even = 1 / sides
    found = _between_equals(whole)
    return {
        "place": place,
        "even": even,
        "share": share,
        "fit": found,
        "verdict": _verdict(found, even),
        "without": {"fit": _between_equals(without), "games": left_out},
    }


def _verdict(found: dict[str, float] | None, even: float) -> str:
    if found is None:
        return "few"
    return "ahead" if found["low"] > even else "behind" if found["high"] < even else "unclear"


def _between_equals(found: "Fit | None") -> dict[str, float] | None:
    """How often the place wins between players of the same strength, with its 95 % interval."""
    return None if found is None else _chances(found.place)


def _chances(one: "Estimate") -> dict[str, float]:
    values = {"value": one.mean, "low": one.low, "high": one.high}
    return {name: 1 / (1 + exp(-logit)) for name, logit in values.items()}
