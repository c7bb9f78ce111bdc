"""The balance of seats, and its texts."""

from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext, pgettext

from analytics.inference.uploads import OWN_GAMES
from analytics.insight.question import Filters
from analytics.insight.rounding import decimal
from analytics.models import BalanceFit, ResultsFit
from analytics.reads.set_fits import NOTHING, has_failed, set_results
from analytics.reads.sums import SumsReader
from analytics.results_model.games import MIN_EFFECTIVE, MIN_PLAYERS
from games.core.contract import GameKind

_BALANCE = gettext_noop(
    "Win rate at equal skill: the estimated share of wins of a seat between players of the same "
    "strength, with its 95 % interval; the shares of a ruleset on a board add up to 100 %, and a "
    "shared win counts in parts. Adjusted for players' strength and for strong players' "
    "preference for a seat. One model (Plackett–Luce) of all decided games of a board game, human "
    "and bot games apart, gives balance and ratings: it has an effect for each seat, similar on "
    "all boards of a ruleset, and for each player a strength that changes over time and "
    "differences between roles. A nameless player is of average strength. An estimate needs at "
    "least {least_games} effective games, which are the games left after the players are "
    "separated from the seats, and at least {least_players} players who have played several "
    "seats. If players choose the role that they are better at, the effect is that of the roles "
    "as these players play them."
)
_SENSITIVITY = gettext_noop(
    "A seat is called ahead or behind only if that also holds without the two opponents who met "
    "most often, and without the most active uploader."
)
_UPLOADS = gettext_noop(
    "Uploaders are anonymous. An uploader counts as known if the log's “source” is the name of a "
    "player in the game, or if exactly one name plays in nine of ten games of one uploader (with "
    "at least {own_games} games). Players who do not upload their defeats win more of their "
    "uploaded games than their strength and seat predict. A separate model (Bradley–Terry) has a "
    "term for this bias, shown as the win rate of uploaders at equal skill in balanced seats, "
    "with its 95 % interval; without bias it is 50 %. If the interval does not contain 50 %, do "
    "not trust the estimates above. Bias that does not depend on who won (only long games, only "
    "good games) is not detected. In a snapshot only uploaders that a log names are known."
)
VERDICTS = ("ahead", "behind", "even", "cannot tell")
"""The verdicts of a stored report."""
REASONS = [
    "few_effective_games",
    "few_players_on_several_sides",
    "depends_on_one_pair",
    "depends_on_one_uploader",
    None,
]
"""Why a stored report has no estimate or no verdict (spec 5.3)."""
UPLOAD_VERDICTS = {
    "unknown": gettext_noop("Unknown: the uploader is not known for any of these games."),
    "few": gettext_noop("Unknown: there are not enough games with a known uploader."),
    "unclear": gettext_noop("No bias detected: the interval contains 50 %."),
    "bias": gettext_noop("Biased: uploaders won too many of their games."),
    "reverse": gettext_noop("Biased the other way: uploaders won too few of their games."),
}


def definitions() -> dict[str, str]:
    """Return the definitions of the fit and of upload bias, in the reader's language."""
    balance = gettext(_BALANCE).format(least_games=MIN_EFFECTIVE, least_players=MIN_PLAYERS)
    return {
        "BALANCE": f"{balance} {gettext(_SENSITIVITY)}",
        "UPLOADS": gettext(_UPLOADS).format(own_games=OWN_GAMES),
    }


def seat_label(kind: GameKind, seat: str) -> str:
    """Return the label of a seat: a role, or a position in the turn order; empty for all seats."""
    return {**kind.identity.sides, **kind.counting.seats}.get(seat, seat)


def snapshot_names(kind: str) -> list[str]:
    """Return the names of the snapshots with fits of a kind, newest first."""
    return BalanceFit.snapshot_names(kind=kind)


def fits(reader: SumsReader, kind: str, *, simulated: bool) -> list[BalanceFit]:
    """Return the fits of a kind, most games first; of a set none while its fit is not made."""
    if reader.games is not None:
        stored = set_results(reader.games, kind, simulated=simulated) or NOTHING
        return sorted(
            stored.balance,
            key=lambda fit: (-fit.games, fit.edition, fit.mode, fit.board_digest),
        )
    rows = BalanceFit.of(reader.snapshot).filter(kind=kind, is_simulated=simulated)
    return list(rows.order_by("-games", "edition", "mode", "board_digest"))


def results_fit(reader: SumsReader, kind: str, *, simulated: bool) -> ResultsFit | None:
    """Return the fit of results that balance and ratings are views of; None without games, and of
    a set while it is not made.
    """
    if reader.games is not None:
        stored = set_results(reader.games, kind, simulated=simulated)
        return stored.fit if stored else None
    return ResultsFit.of(reader.snapshot).filter(kind=kind, is_simulated=simulated).first()


def set_state(reader: SumsReader, kind: str, *, simulated: bool) -> str:
    """Return whether the fit of a set is not made: `computing`, or `failed` if no attempt made it.
    Empty if it is made, and for all games.
    """
    games = reader.games
    if games is None or set_results(games, kind, simulated=simulated) is not None:
        return ""
    return "failed" if has_failed(games, kind, simulated=simulated) else "computing"


def is_chosen(fit: BalanceFit, filters: Filters) -> bool:
    """Return whether a fit is about games that match. Fits know no months and no results."""
    if filters.month or filters.first or filters.last or filters.winner or filters.reason:
        return False
    return (
        filters.edition in ("", fit.edition)
        and filters.mode in ("", fit.mode)
        and filters.board in ("", fit.board_digest)
    )


def reason_text(report: dict[str, Any]) -> str:
    """Return why a report has no estimate, or calls no seat ahead or behind; empty if it does."""
    n = report["players_on_several_sides"]
    if report["reason"] == "few_players_on_several_sides":
        return ngettext(
            "Only {n} player has played several seats; at least {needed} are needed.",
            "Only {n} players have played several seats; at least {needed} are needed.",
            n,
        ).format(n=n, needed=MIN_PLAYERS)
    if report["reason"] == "few_effective_games":
        return gettext("Only {n} effective games; at least {needed} are needed.").format(
            n=decimal(report["effective_games"]), needed=MIN_EFFECTIVE
        )
    if report["reason"] == "depends_on_one_pair":
        return gettext("The result depends on one pair of players.")
    if report["reason"] == "depends_on_one_uploader":
        return gettext("The result depends on one uploader.")
    return ""


def needed_text(report: dict[str, Any]) -> str:
    """Return how many more games a verdict needs (`CHANCE`); empty where that is not known."""
    n = report["needed"]
    if n is None:
        return ""
    return ngettext(
        "With about {n} more game like these, the chance of a verdict is 60 %.",
        "With about {n} more games like these, the chance of a verdict is 60 %.",
        n,
    ).format(n=n)


def players_text(report: dict[str, Any]) -> str:
    """Return how many players a report rests on."""
    n = report["players"]
    several = report["players_on_several_sides"]
    players = ngettext("{n} player", "{n} players", n).format(n=n)
    of_them = ngettext(
        "{n} of them in several seats", "{n} of them in several seats", several
    ).format(n=several)
    effective = pgettext("games", "{n} effective games").format(
        n=decimal(report["effective_games"])
    )
    parts = [f"{players}, {of_them}", effective]
    if n_of_pair := report["largest_pair"]:
        parts.append(gettext("most frequent pair: {n}").format(n=n_of_pair))
    if n_of_uploader := report["largest_uploader"]:
        parts.append(gettext("most active uploader: {n}").format(n=n_of_uploader))
    return "; ".join(parts)
