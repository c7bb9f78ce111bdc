"""What the filters of a page offer: how many games each choice has, and how many players."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Case, F, OuterRef, Subquery, When

from analytics.insight.question import Filters, Simulated
from analytics.models import PlayerCell
from analytics.reads.sums import SumsReader, by_player
from analytics.rollups.players import ALL_PLAYERS
from games.registry import get_kind
from replays.reads import names as name_reads

Ruleset = tuple[str, str]
"""Edition and mode."""


@dataclass(frozen=True, slots=True)
class Facets:
    """How many games there would be with another choice of one filter, the others unchanged: by
    who played, by ruleset, and by board.
    """

    played_by: Mapping[str, int]
    rulesets: Mapping[Ruleset, int]
    boards: Mapping[str, int]

    @property
    def n_all_rulesets(self) -> int:
        """The games of all rulesets."""
        return sum(self.rulesets.values())


def facets_of(reader: SumsReader, kind: str, filters: Filters) -> Facets:
    """Return what the filters offer, from one query."""
    loose = filters.but(edition="", mode="", board="")
    if not filters.is_by_people:
        loose = loose.but(simulated="all")
    counts = reader.count_by(kind, loose, "edition", "mode", "board_digest", "is_simulated")
    players, rulesets, boards = Counter[bool](), Counter[Ruleset](), Counter[str]()
    for (edition, mode, board, is_simulated), n in counts.items():
        has_rules = filters.edition in ("", edition) and filters.mode in ("", mode)
        has_board = filters.board in ("", board)
        has_players = _is_chosen(filters.simulated, is_simulated=is_simulated)
        if has_rules and has_board:
            players[is_simulated] += n
        if has_players and has_board:
            rulesets[edition, mode] += n
        if has_players and has_rules:
            boards[board] += n
    modes = list(get_kind(kind).identity.modes)
    order = sorted(rulesets, key=lambda pair: (pair[0], modes.index(pair[1]), pair[1]))
    by_rules = {pair: rulesets[pair] for pair in order}
    return Facets(by_player(players), by_rules, dict(boards.most_common()))


def _is_chosen(simulated: Simulated, *, is_simulated: bool) -> bool:
    return simulated == "all" or (simulated == "yes") == is_simulated


def count_players(reader: SumsReader, kind: str, filters: Filters) -> int | None:
    """Return how many players played the games that match, merged names as one; None where players
    are not counted by the filters (months, results, and who played).
    """
    if filters.month or filters.first or filters.last or filters.winner or filters.reason:
        return None
    if filters.is_selected:
        return None
    fields = {
        "edition": filters.edition,
        "mode": filters.mode,
        "board_digest": filters.board,
    }
    rows = PlayerCell.of(reader.snapshot).exclude(handle=ALL_PLAYERS).filter(kind=kind)
    rows = rows.filter(**{name: value for name, value in fields.items() if value})
    if filters.simulated != "all":
        rows = rows.filter(is_simulated=filters.simulated == "yes")
    merged = name_reads.aliases()  # of most players there is none, so look before each subquery
    shown = merged.filter(handle=OuterRef("handle")).values("person__handle")[:1]
    is_merged = When(handle__in=merged.values("handle"), then=Subquery(shown))
    players = rows.annotate(player=Case(is_merged, default=F("handle"))).order_by()
    return players.values("player").distinct().count()
