"""Reading the parameters of ratings and balance: human or bot games, never both, and a snapshot or
a set of games.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext

from analytics.insight.question import SET
from analytics.reads.set_fits import MAX_FITTED
from analytics.reads.sums import SumsReader
from analytics.requests.player_filter import PlayerFilter
from analytics.requests.stats import set_of
from analytics.requests.stats_filter import Problem, problems
from replays.access.viewer import STRANGER, Viewer


class SumsChoice(NamedTuple):
    """The sums to read, whether bot games are selected, and what is wrong with the parameters."""

    sums: SumsReader
    is_simulated: bool
    problems: list[Problem]


def read_choice(
    given: QueryDict, snapshots: Sequence[str], *also: str, viewer: Viewer = STRANGER
) -> SumsChoice:
    """Read `simulated`, `snapshot`, one of these names, and `set`, of a viewer. `also` are other
    valid parameters. Raises NoSuchPage for a set of games that the viewer may not see.
    """
    games = set_of(given, viewer)
    form = PlayerFilter(given, also=("snapshot",), snapshots=snapshots)
    for name in ("kind", "edition", "mode"):
        del form.fields[name]
    wrong = problems(given, form, {*form.fields, SET, *also})
    if given.get("simulated") == "all":
        message = gettext("Human and bot games can't be combined here: use no or yes.")
        wrong.append({"parameter": "simulated", "message": message})
    snapshot = given.get("snapshot", "")
    if games is not None and snapshot:
        message = gettext(
            "Snapshots don't contain individual games, so you can't choose a set of games."
        )
        wrong.append({"parameter": SET, "message": message})
    elif games is not None and (n := len(games.public) + len(games.hidden)) > MAX_FITTED:
        message = gettext(
            "This set has {n} games. Balance and ratings are computed for at most {limit}."
        ).format(n=n, limit=MAX_FITTED)
        wrong.append({"parameter": SET, "message": message})
    # some texts are no valid query on PostgreSQL
    sums = SumsReader.of(snapshot if snapshot in snapshots else "", games)
    return SumsChoice(sums, given.get("simulated") == "yes", wrong)
