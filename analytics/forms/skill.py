"""Win rates at equal skill, from the stored fits of balance: conclusions and charts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from analytics.forms.rows import SHARE_TICKS, SHARES, Bar, ChartRow, RowChart
from analytics.insight.conclusions import Conclusion
from analytics.insight.rounding import percent, whole_percent, whole_span
from analytics.insight.verdicts import AHEAD, BEHIND, CANNOT_TELL, EVEN, Verdict
from analytics.models import BalanceFit
from analytics.results_model.games import MIN_EFFECTIVE, MIN_PLAYERS
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
    """Return the seats with an estimate; of two complementary seats the first only."""
    seats = []
    for fit in rows:
        of_fit = all_seats(fit)
        seats += of_fit[:1] if len(fit.report["seats"]) == 2 else of_fit
    return seats


def all_seats(fit: BalanceFit) -> list[SeatAtSkill]:
    """Return the seats of a fit; empty without an estimate."""
    found = []
    for seat in fit.report["seats"]:
        if seat["share"] is None:
            continue
        low, high = seat["low"], seat["high"]
        verdict = Verdict(
            seat["verdict"].replace(" ", "-"), whole_span(low, high), fit.report["comparisons"]
        )
        fair = 1 / len(fit.report["seats"])
        found.append(SeatAtSkill(fit, seat["seat"], fair, seat["share"], low, high, verdict))
    return found


def headline(report: Mapping[str, Any], seats: Sequence[SeatAtSkill], labels: Mapping[str, str],
             reason: str) -> str:  # fmt: skip
    """Return the report on a fit in one sentence; `labels` are those of the seats, `reason` is why
    there is no estimate or no verdict.
    """
    if report["uploads"]["verdict"] in {"bias", "reverse"}:
        return gettext("Cannot tell: which games are uploaded depends on who won (see below).")
    texts = {AHEAD: gettext("{place} is ahead"), BEHIND: gettext("{place} is behind")}
    conclusions = [
        texts[seat.verdict.key].format(place=labels[seat.seat])
        for seat in seats
        if seat.verdict.key in texts
    ]
    if conclusions:
        return gettext("{what}, at equal skill.").format(what=", ".join(conclusions))
    if reason:
        return gettext("Cannot tell. {reason}").format(reason=reason)
    if all(seat.verdict.key == EVEN for seat in seats):
        return gettext("Even at equal skill.")
    return gettext("Cannot tell so far: the intervals include the fair shares.")


def skill_conclusion(
    seats: Sequence[SeatAtSkill],
    kind: GameKind,
    labels: Mapping[str, str],
    n: int,
    n_players: int | None,
) -> Conclusion:
    """Return what the fits of n games say: the surest seat; `labels` are those of the seats."""
    if not seats:
        text = gettext("Skill and role cannot be separated yet.")
        if n_players is not None and n_players < MIN_PLAYERS:
            text = gettext("Too few players: skill and role cannot be separated.")
        return Conclusion(text, Verdict(CANNOT_TELL, gettext("too few games or players")), n)
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
    return Conclusion(sentence, seat.verdict, n)


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
            n=seat.fit.games,
            is_few=False,
        )
        shown.append(row)
    if not shown:
        return None
    title = gettext("Win rate at equal skill")
    return RowChart(tuple(shown), SHARE_TICKS, title, gettext("games"))


def least_text() -> str:
    """Return what an estimate needs."""
    return gettext(
        "An estimate needs {games} effective games, and {players} players in several seats."
    ).format(games=MIN_EFFECTIVE, players=MIN_PLAYERS)
