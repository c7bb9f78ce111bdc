"""The parts of a player's page that are worth sharing: form, favourite roles, rating over time,
recent and best games, and the text of the card.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext

from analytics.forms.addresses import with_params
from analytics.forms.tables import interval
from analytics.insight.player import Counts, Record
from analytics.insight.rounding import percent_of, span, two_digits
from analytics.insight.wilson import FEW, Rate
from analytics.models import Standing
from analytics.reads import ratings as rating_reads
from analytics.reads.players import KindRecord, Player
from analytics.reads.ratings import Rating
from analytics.results_model.scale import CENTRE
from games.registry import get_kind
from replays.text.names import without_direction_marks
from replays.text.terms import result_text

ROWS = 6
X0, X1, Y0, Y1 = 44.0, 704.0, 22.0, 222.0
"""The area of the chart of a rating."""
CI_X0, CI_WIDTH = 4.0, 192.0
WON, LOST = "won", "lost"


class PlayedGame(NamedTuple):
    """A game from the player's side. `result` is won, lost or empty."""

    game: Any
    title: str
    others: str
    result: str
    how: str


def played_games(player: Player, games: QuerySet[Any], limit: int) -> list[PlayedGame]:
    """Return the newest games, as the player sees them."""
    return [played_game(player, game) for game in games[:limit]]


def played_game(player: Player, game: Any) -> PlayedGame:
    """Return a game as the player sees it."""
    kind, seats = get_kind(game.kind), list(game.seats.all())
    own = {seat.role for seat in seats if seat.name_key in player.keys}
    winners = set((game.winner or "").split("+")) - {""}
    result = "" if not winners else WON if own & winners else LOST
    others = [s.shown_name for s in seats if s.shown_name and s.name_key not in player.keys]
    rules = kind.identity.rules_text(game.edition, game.mode)
    outcome, how = result_text(kind, game.winner, game.reason)
    how = how or outcome
    title = f"{kind.title} {rules}".strip()
    return PlayedGame(game, title, ", ".join(others), result, how)


def crest_of(name: str) -> str:
    """Return the first letter of the last word of a name."""
    letters = [word[0] for word in without_direction_marks(name).split() if word]
    return letters[-1].upper() if letters else "?"


def best_games(player: Player, won: QuerySet[Any]) -> list[dict[str, Any]]:
    """Return the newest win, the shortest and the longest one, each game once."""
    chosen: dict[int, dict[str, Any]] = {}
    for label, order in (
        (gettext("Newest win"), "-pk"),
        (gettext("Shortest win"), "n_events"),
        (gettext("Longest win"), "-n_events"),
    ):
        game = won.order_by(order, "-pk").first()
        if game is not None:
            chosen.setdefault(
                game.pk, {"label": label, "kind": game.kind, "row": played_game(player, game)}
            )
    return list(chosen.values())


def favourite_of(records: Sequence[KindRecord]) -> dict[str, Any] | None:
    """Return the role that was played most, and win rates by role, or by ruleset if there is one
    role.
    """
    if not records:
        return None
    record = records[0]
    roles = sorted(record.by_role, key=lambda row: -row.counts.games)
    n = record.whole.counts.games
    text = ""
    if roles:
        first = roles[0]
        text = gettext("{role}, in {k} of {n} games")
        if first.counts.games == n:
            text = ngettext("{role}, in {n} game", "{role}, in all {n} games", n)
        text = text.format(role=first.label, k=first.counts.games, n=n)
    rows = record.by_role if len(roles) > 1 else record.by_ruleset
    decided = [row for row in rows if row.counts.rate.n]
    even = len(record.kind.identity.sides) == 2
    return {
        "kind": record.kind,
        "text": text,
        "bars": [ci_of(row) for row in decided[:ROWS]],
        "reference": f"{CI_X0 + CI_WIDTH / 2:.1f}" if even else "",
    }


def ci_of(row: Record) -> dict[str, Any]:
    """Return a win rate with its interval in the coordinates of a line 200 units wide."""
    rate = row.counts.rate
    ends = {"low": rate.low, "high": rate.high, "middle": rate.value}
    points = {name: f"{CI_X0 + CI_WIDTH * (value or 0):.1f}" for name, value in ends.items()}
    return {
        "label": row.label,
        "n": rate.n,
        "is_few": rate.is_few,
        "percent": percent_of(rate.k, rate.n),
        "interval": interval(rate),
        **points,
    }


def rating_chart(ratings: Sequence[Rating]) -> dict[str, Any] | None:
    """Return the overall rating with most games over time, with its interval; None with too few
    games, or if all were played at about the same time.
    """
    rating = next((r for r in ratings if r.standing.games >= rating_reads.MINIMUM), None)
    points: list[list[float]] = rating.standing.curve if rating else []
    if rating is None or len(points) < 2:
        return None
    now, centre = rating.standing, CENTRE
    first, last = points[0][0], points[-1][0]
    low = min(centre, *(point[2] for point in points))
    high = max(centre, *(point[3] for point in points))

    def x(day: float) -> float:
        return X0 + (X1 - X0) * (day - first) / (last - first)

    def y(value: float) -> float:
        return Y1 - (Y1 - Y0) * (value - low) / (high - low)

    line = [f"{x(day):.1f} {y(value):.1f}" for day, value, *_ in points]
    upper = [f"{x(point[0]):.1f} {y(point[3]):.1f}" for point in points]
    lower = [f"{x(point[0]):.1f} {y(point[2]):.1f}" for point in reversed(points)]
    step = next((s for s in (50, 100, 200) if high - low < 6 * s), 500)
    ticks = range(int(low // step + 1) * step, int(high) + 1, step)
    return {
        "line": f"M{'L'.join(line)}",
        "band": f"M{'L'.join([*upper, *lower])}z",
        "ticks": [(str(tick), f"{y(tick):.1f}", f"{y(tick) + 5:.1f}") for tick in ticks],
        "centre": f"{y(centre):.1f}",
        "end": f"{y(now.rating):.1f}",
        "end_text": f"{max(y(now.rating) - 12, 14):.1f}",
        "days": [
            (f"{x(day):.1f}", rating_reads.day_of(int(day))[:7], anchor)
            for day, anchor in ((first, "start"), (last, "end"))
        ],
        "n": now.games,
        "now": two_digits(now.rating),
        "span": span(two_digits(now.low), two_digits(now.high)),
        "conclusion": _rating_text(now),
        "kind": rating.kind.slug,
    }


def _rating_text(now: Standing) -> str:
    if now.low > CENTRE:
        return gettext("Clearly above the average of 1500.")
    if now.high < CENTRE:
        return gettext("Clearly below the average of 1500.")
    return gettext("Not clearly different from the average of 1500: the interval includes it.")


class CardText(NamedTuple):
    """The text of a player's card."""

    name: str
    line: str
    big: str
    small: str
    is_bot: bool


def card_text(player: Player, name: str, counts: Counts, favourite: str) -> CardText:
    """Return the text of the card. With few games it has no rate."""
    rate: Rate = counts.rate
    won = gettext("{won} of {n} games won").format(won=counts.won, n=counts.games)
    line = " · ".join(filter(None, (favourite, won)))
    if rate.n < FEW:
        games = ngettext("{n} game", "{n} games", counts.games).format(n=counts.games)
        return CardText(name, favourite, games, "", player.is_bot)
    return CardText(name, line, percent_of(rate.k, rate.n), interval(rate), player.is_bot)


def favourite_role(records: Sequence[KindRecord]) -> str:
    """Return the role that was played most; the game where roles are alike."""
    roles = [(row.counts.games, row.label) for r in records for row in r.by_role]
    if not roles:
        return records[0].kind.title if records else ""
    return max(roles)[1]


def kind_chips(
    counts: Mapping[str, int], current: str, address: str, params: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the choice between the games of a player with several; filters that belong to one of
    them are removed.
    """
    if len(counts) < 2:
        return []
    others = {k: v for k, v in params.items() if k not in ("kind", "edition", "mode", "board")}
    choices = {"": gettext("All"), **{slug: get_kind(slug).title for slug in counts}}
    return [
        {
            "label": label,
            "n": counts[slug] if slug else sum(counts.values()),
            "is_current": slug == current,
            "url": with_params(address, {**others, "kind": slug}),
        }
        for slug, label in choices.items()
    ]
