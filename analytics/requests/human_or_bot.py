"""Reading the parameters of ratings and balance: human or bot games, never both, and a snapshot."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext

from analytics.reads.sums import SumsReader
from analytics.requests.player_filter import PlayerFilter
from analytics.requests.stats_filter import Problem, problems


class SumsChoice(NamedTuple):
    """The sums to read, whether bot games are selected, and what is wrong with the parameters."""

    sums: SumsReader
    is_simulated: bool
    problems: list[Problem]


def read_choice(given: QueryDict, snapshots: Sequence[str], *also: str) -> SumsChoice:
    """Read `simulated` and `snapshot`, one of these names. `also` are other valid parameters."""
    form = PlayerFilter(given, also=("snapshot",), snapshots=snapshots)
    for name in ("kind", "edition", "mode"):
        del form.fields[name]
    wrong = problems(given, form, {*form.fields, *also})
    if given.get("simulated") == "all":
        message = gettext("Human and bot games can't be combined here: use no or yes.")
        wrong.append({"parameter": "simulated", "message": message})
    snapshot = given.get("snapshot", "")
    # some texts are no valid query on PostgreSQL
    sums = SumsReader.named(snapshot if snapshot in snapshots else "")
    return SumsChoice(sums, given.get("simulated") == "yes", wrong)
