"""Reads of the balance of places, and the words it is told in."""

from typing import Any

from django.utils.translation import gettext, gettext_noop

from analytics.inference.report import MIN_GAMES, MIN_PLAYERS
from analytics.inference.uploads import OWN_GAMES
from analytics.models import BalanceFit, Snapshot
from analytics.reads.sums import SumsReader

_BALANCE = gettext_noop(
    "Between equals: how often a place would win between players of the same strength. The "
    "model is a mixed logistic one (Bradley–Terry): one term for the place, one strength "
    "for each player, strengths normal with a spread that is found along with them, so that "
    "a place is not called strong because strong players like to sit there. The interval is "
    "a 95 % one. The model takes a player as equally strong at every place and at all "
    "times, and games as independent given the strengths. Games with a nameless seat, or "
    "with one name on several sides, are not in it. From {least_games} games of at least "
    "{least_players} players on there is a fit."
)
_UPLOADS = gettext_noop(
    "Nobody says who uploads. It is taken to be known where the log's “source” is the name "
    "of somebody at the table, or where of all games of one sender (at least {own_games}) "
    "one name, and one only, sits in nine of ten. Whoever keeps defeats to himself has won "
    "more of the games he sent in than his strength and place would let him: the model has "
    "a term for it, shown as how often a sender would win between equals at even places, "
    "with its 95 % interval; half would be no bias. Where the interval leaves out half the "
    "shares above are not to be trusted. Bias that does not go by who won (only long games, "
    "only good ones) is not seen so."
)
VERDICTS = {
    "ahead": gettext_noop("ahead"),
    "behind": gettext_noop("behind"),
    "unclear": gettext_noop("cannot tell yet: the interval holds the even share"),
    "few": gettext_noop("cannot tell yet: too few games or players"),
}
UPLOAD_VERDICTS = {
    "unknown": gettext_noop("Cannot tell: of none of these games is it known who sent it in."),
    "few": gettext_noop(
        "Cannot tell yet: too few games, or too few of which it is known who sent them in."
    ),
    "unclear": gettext_noop("No bias is seen: the interval holds half."),
    "bias": gettext_noop("Biased: who sends games in has won too many of them."),
    "reverse": gettext_noop("Biased the other way: who sends games in has won too few of them."),
}


def definitions() -> dict[str, str]:
    """What the fit means, and what is seen of uploads, in the reader's language."""
    return {
        "BALANCE": gettext(_BALANCE).format(least_games=MIN_GAMES, least_players=MIN_PLAYERS),
        "UPLOADS": gettext(_UPLOADS).format(own_games=OWN_GAMES),
    }


def snapshot_names(kind: str) -> list[str]:
    """Return the names of the snapshots with fits of a kind, newest first."""
    return Snapshot.names_in(BalanceFit.in_snapshots().filter(kind=kind))


def fits(reader: SumsReader, kind: str, *, simulated: bool) -> list[BalanceFit]:
    """Return the fits of a kind, most games first."""
    rows = BalanceFit.of(reader.snapshot).filter(kind=kind, is_simulated=simulated)
    return list(rows.order_by("-games", "edition", "mode", "board_digest"))


def headline(report: dict[str, Any], words: dict[str, str]) -> str:
    """The report in one sentence; `words` name the places."""
    found = [one for one in report["places"] if one["verdict"] in {"ahead", "behind"}]
    if report["uploads"]["verdict"] in {"bias", "reverse"}:
        return gettext("Cannot tell: what is uploaded depends on who won (below).")
    if not found:
        few = all(one["verdict"] == "few" for one in report["places"])
        if few:
            return gettext("Cannot tell yet: too few games or players.")
        return gettext("Cannot tell yet: every interval holds the even share.")
    ahead = gettext("{place} is ahead")
    behind = gettext("{place} is behind")
    said = [
        (ahead if one["verdict"] == "ahead" else behind).format(place=words[one["place"]])
        for one in found
    ]
    return gettext("{what}, between players of the same strength.").format(what=", ".join(said))
