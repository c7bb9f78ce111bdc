"""Win rates at equal skill, from the stored fits of balance: findings and charts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from analytics.forms.rows import SHARE_TICKS, SHARES, Bar, ChartRow, RowChart
from analytics.inference.report import MIN_GAMES, MIN_PLAYERS
from analytics.insight.comparing import holm
from analytics.insight.findings import Finding
from analytics.insight.rounding import percent, whole_percent, whole_span
from analytics.insight.verdicts import (
    AHEAD,
    BEHIND,
    CANNOT_TELL,
    EVEN,
    Verdict,
    balance_of,
    compare_interval,
)
from analytics.models import BalanceFit
from games.core.contract import GameKind


@dataclass(frozen=True, slots=True)
class SeatAtSkill:
    """A seat under a ruleset on a board: its win rate at equal skill with its interval, its fair
    share, and the verdict.
    """

    fit: BalanceFit
    seat: str
    fair: float
    value: float
    low: float
    high: float
    verdict: Verdict


def seats_at_skill(rows: Iterable[BalanceFit]) -> list[SeatAtSkill]:
    """Return the seats with an estimate, with verdicts corrected for all of them; of two
    complementary seats the first only.
    """
    estimates = [
        (fit, place, place["fit"])
        for fit in rows
        for place in _independent(fit.report["places"])
        if place["fit"]
    ]
    p_values = {
        str(n): compare_interval(est["value"], est["low"], est["high"], place["even"]).p
        for n, (_, place, est) in enumerate(estimates)
    }
    corrected = holm(p_values)
    seats = []
    for n, (fit, place, est) in enumerate(estimates):
        fair, low, high = place["even"], est["low"], est["high"]
        key = balance_of(low, high, fair, corrected[str(n)])
        verdict = Verdict(key, whole_span(low, high), len(estimates))
        seats.append(SeatAtSkill(fit, place["place"], fair, est["value"], low, high, verdict))
    return seats


def _independent(places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return places[:1] if len(places) == 2 else places


_OPPOSITE = {AHEAD: BEHIND, BEHIND: AHEAD}


def pool_verdicts(pool: Iterable[BalanceFit]) -> dict[tuple[int, str], Verdict]:
    """Return the verdict of each seat with an estimate, by the fit's primary key and the seat,
    corrected for all fits of a pool.
    """
    verdicts = {}
    for seat in seats_at_skill(pool):
        verdicts[seat.fit.pk, seat.seat] = seat.verdict
        places = seat.fit.report["places"]
        for place in places[1:] if len(places) == 2 else ():
            key = _OPPOSITE.get(seat.verdict.key, seat.verdict.key)
            verdicts[seat.fit.pk, place["place"]] = replace(seat.verdict, key=key, interval="")
    return verdicts


def headline(report: Mapping[str, Any], keys: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """Return the report on a fit in one sentence; `keys` are the verdicts by seat, `labels` those
    of the seats.
    """
    if report["uploads"]["verdict"] in {"bias", "reverse"}:
        return gettext("Cannot tell: which games are uploaded depends on who won (see below).")
    texts = {AHEAD: gettext("{place} is ahead"), BEHIND: gettext("{place} is behind")}
    findings = [
        texts[key].format(place=labels[place]) for place, key in keys.items() if key in texts
    ]
    if findings:
        return gettext("{what}, at equal skill.").format(what=", ".join(findings))
    if not keys:
        return gettext("Not enough games or players yet.")
    if all(key == EVEN for key in keys.values()):
        return gettext("Even at equal skill.")
    return gettext("Cannot tell so far: the estimates may be the fair shares.")


def skill_finding(
    seats: Sequence[SeatAtSkill],
    kind: GameKind,
    labels: Mapping[str, str],
    n: int,
    n_players: int | None,
) -> Finding:
    """Return what the fits of n games say: the surest seat; `labels` are those of the seats."""
    if not seats:
        text = gettext("Skill and role cannot be separated yet.")
        if n_players is not None and n_players < MIN_PLAYERS:
            text = gettext("Too few players: skill and role cannot be separated.")
        return Finding(text, Verdict(CANNOT_TELL, gettext("too few games or players")), n)
    order = {AHEAD: 0, BEHIND: 0, EVEN: 1, CANNOT_TELL: 2}
    seat = min(seats, key=lambda s: (order[s.verdict.key], -abs(s.value - s.fair)))
    texts = {
        AHEAD: gettext("{side} is ahead at equal skill: {value} ({rules})."),
        BEHIND: gettext("{side} is behind at equal skill: {value} ({rules})."),
        EVEN: gettext("Even at equal skill: {side} wins {value} ({rules})."),
        CANNOT_TELL: gettext("Too close to call at equal skill: {side} wins {value} ({rules})."),
    }
    sentence = texts[seat.verdict.key].format(
        side=labels.get(seat.seat, seat.seat),
        value=whole_percent(seat.value),
        rules=kind.identity.rules_text(seat.fit.edition, seat.fit.mode),
    )
    return Finding(sentence, seat.verdict, n)


def skill_chart(
    seats: Sequence[SeatAtSkill], kind: GameKind, labels: Mapping[str, str]
) -> RowChart | None:
    """Return a row for each seat with an estimate; None without any."""
    shown = []
    at = SHARES.at
    for seat in seats:
        rules = kind.identity.rules_text(seat.fit.edition, seat.fit.mode)
        row = ChartRow(
            label=f"{labels.get(seat.seat, seat.seat)}, {rules}",
            bar=Bar(at(seat.value), at(seat.low), at(seat.high), at(seat.fair)),
            text=percent(seat.value),
            interval=whole_span(seat.low, seat.high),
            n=seat.fit.report["fitted"],
            is_few=False,
        )
        shown.append(row)
    if not shown:
        return None
    title = gettext("Win rate at equal skill")
    return RowChart(tuple(shown), SHARE_TICKS, title, gettext("games"))


def least_text() -> str:
    """Return what a fit needs."""
    return gettext("A fit needs {games} games by at least {players} players.").format(
        games=MIN_GAMES, players=MIN_PLAYERS
    )
