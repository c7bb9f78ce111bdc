"""Pages about the fit of balance and ratings, of all games or of a set: reading the request, and
the context around the numbers.
"""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from analytics import services
from analytics.forms.addresses import with_params
from analytics.reads import balance as balance_reads
from analytics.reads.sums import SumsReader
from analytics.requests.human_or_bot import SumsChoice, read_choice
from analytics.requests.stats import NoSuchPage
from replays.access.viewer import viewer_of
from replays.requests.http import note_shown


def read_sums(request: HttpRequest, kind: str, snapshots: Sequence[str], *also: str) -> SumsChoice:
    """Read a request; `also` are valid parameters of the page. The fit of a set that is not made is
    requested. Raises Http404 for a set that the viewer may not see.
    """
    try:
        choice = read_choice(request.GET, snapshots, *also, viewer=viewer_of(request))
    except NoSuchPage as error:
        raise Http404 from error
    if (games := choice.sums.games) is not None:
        note_shown(request, games)
        if not choice.problems:
            services.request_set_fit(games, kind, simulated=choice.is_simulated)
    return choice


def sums_params(sums: SumsReader) -> dict[str, str]:
    """Return the query parameters of the snapshot or the set of games that are read."""
    given = {"snapshot": sums.name, "set": str(sums.games or "")}
    return {name: value for name, value in given.items() if value}


def pool_context(route: str, kind: str, sums: SumsReader, *, simulated: bool) -> dict[str, Any]:
    """Return the context of a page with this route about human or bot games: its addresses, the set
    of games, and whether its fit is being made.
    """
    own = sums_params(sums)
    human, bot = own, {**own, "simulated": "yes"}
    now = bot if simulated else human
    path = reverse(route, args=[kind])
    return {
        "is_simulated": simulated,
        "scope": sums.games,
        "set_state": balance_reads.set_state(sums, kind, simulated=simulated),
        "kind_address": with_params(reverse("stats-kind", args=[kind]), {**now, "snapshot": ""}),
        "human_address": with_params(path, human),
        "simulated_address": with_params(path, bot),
        "downloads": {
            "JSON": with_params(reverse(f"api-{route}", args=[kind]), {**now, "snapshot": ""}),
            "CSV": with_params(reverse(f"api-{route}-csv", args=[kind]), {**now, "snapshot": ""}),
        },
    }


def has_bot_games(sums: SumsReader, kind: str, *, has_fit: bool) -> bool:
    """Return whether there are bot games to show: those of a set are fitted on request."""
    if sums.games is not None:
        return bool(sums.count_by_player(kind)["yes"])
    return has_fit
