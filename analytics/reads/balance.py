"""The balance of seats, and its texts."""

from django.utils.translation import gettext, gettext_noop

from analytics.inference.report import MIN_GAMES, MIN_PLAYERS
from analytics.inference.uploads import OWN_GAMES
from analytics.insight.question import Filters
from analytics.models import BalanceFit
from analytics.reads.sums import SumsReader

_BALANCE = gettext_noop(
    "Win rate at equal skill: the estimated win rate of a seat between players of the same "
    "strength, with its 95 % interval. The model is a mixed logistic model (Bradley–Terry) with "
    "one term for the seat and one strength for each player. Strengths are normally distributed "
    "with an estimated spread. If strong players prefer a seat, the interval can miss the true "
    "value. The model assumes that a player is equally strong in every seat and at all times, "
    "and that games are independent given the strengths. Games with a nameless player, or with "
    "one name on several sides, are excluded. A fit needs at least {least_games} games of at "
    "least {least_players} players."
)
_UPLOADS = gettext_noop(
    "Uploaders are anonymous. An uploader counts as known if the log's “source” is the name of a "
    "player in the game, or if exactly one name plays in nine of ten games of one uploader (with "
    "at least {own_games} games). Players who do not upload their defeats win more of their "
    "uploaded games than their strength and seat predict. The model has a term for this bias, "
    "shown as the win rate of uploaders at equal skill in balanced seats, with its 95 % interval; "
    "without bias it is 50 %. If the interval does not contain 50 %, do not trust the estimates "
    "above. Bias that does not depend on who won (only long games, only good games) is not "
    "detected."
)
VERDICTS = ("ahead", "behind", "unclear", "few")
"""The verdicts of a stored report, for each fit alone."""
UPLOAD_VERDICTS = {
    "unknown": gettext_noop("Unknown: the uploader is not known for any of these games."),
    "few": gettext_noop("Unknown: there are not enough games with a known uploader."),
    "unclear": gettext_noop("No bias detected: the interval contains 50 %."),
    "bias": gettext_noop("Biased: uploaders won too many of their games."),
    "reverse": gettext_noop("Biased the other way: uploaders won too few of their games."),
}


def definitions() -> dict[str, str]:
    """Return the definitions of the fit and of upload bias, in the reader's language."""
    return {
        "BALANCE": gettext(_BALANCE).format(least_games=MIN_GAMES, least_players=MIN_PLAYERS),
        "UPLOADS": gettext(_UPLOADS).format(own_games=OWN_GAMES),
    }


def snapshot_names(kind: str) -> list[str]:
    """Return the names of the snapshots with fits of a kind, newest first."""
    return BalanceFit.snapshot_names(kind=kind)


def fits(reader: SumsReader, kind: str, *, simulated: bool) -> list[BalanceFit]:
    """Return the fits of a kind, most games first."""
    rows = BalanceFit.of(reader.snapshot).filter(kind=kind, is_simulated=simulated)
    return list(rows.order_by("-games", "edition", "mode", "board_digest"))


def is_chosen(fit: BalanceFit, filters: Filters) -> bool:
    """Return whether a fit is about games that match. Fits know no months and no results."""
    if filters.month or filters.first or filters.last or filters.winner or filters.reason:
        return False
    return (
        filters.edition in ("", fit.edition)
        and filters.mode in ("", fit.mode)
        and filters.board in ("", fit.board_digest)
    )
