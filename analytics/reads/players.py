"""Reads of players: names with their numbers, and the games behind them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from analytics.insight.player import Counts, HabitTable, Record, habit_tables
from analytics.models import (
    PLAYER_COUNTS,
    Contribution,
    PlayerCell,
    PlayerSums,
    Snapshot,
    SnapshotPlayerCell,
)
from analytics.rollups.measures import merged
from analytics.rollups.players import EVERYBODY
from games.core.contract import GameKind
from games.registry import KINDS, get_kind
from replays.reads import names as name_reads
from replays.text.names import handle_of

A_LIST = 50
SPELLINGS = 12


class HabitPlace(NamedTuple):
    """A number of a habit: whose, where it stands in `GameKind.seat_facts` of a role; `is_won`: of
    a rate only what was won.
    """

    roles: tuple[str, ...]
    path: tuple[str, ...]
    is_won: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A name in logs. `keys` are those of its spellings; a bot's name sits in simulated games
    only.
    """

    handle: str
    name: str
    keys: tuple[str, ...]
    games: dict[str, int] = field(default_factory=dict)

    @property
    def is_bot(self) -> bool:
        """Whether it sits in simulated games only."""
        return not self.games["no"]

    @property
    def handles(self) -> list[str]:
        """The handles of its keys."""
        return [handle_of(key) for key in self.keys]


@dataclass(slots=True)
class KindRecord:
    """A player's record in one game: by role (where roles are not alike) and by ruleset."""

    kind: GameKind
    whole: Record
    by_role: list[Record]
    by_ruleset: list[Record]


@dataclass(frozen=True, slots=True)
class Habits:
    """A player's habits under one ruleset on one board."""

    kind: GameKind
    edition: str
    mode: str
    board: str
    is_simulated: bool
    tables: list[HabitTable]

    @property
    def words(self) -> dict[str, str]:
        """The words that choose the games that these habits are of."""
        words = {"kind": self.kind.slug, "edition": self.edition, "mode": self.mode}
        words |= {"board": self.board, "simulated": "yes" if self.is_simulated else ""}
        return {word: said for word, said in words.items() if said}


def find_player(handle: str) -> Player | None:
    """The player of a handle, of any of his names; None where no counted game has such a name, or
    it is left out of public pages.
    """
    key = name_reads.names_of_handles([handle]).get(handle) or _key_of(handle)
    if not key or key.startswith(name_reads.LEFT_OUT):
        return None
    keys = tuple(name_reads.names_beside(key))
    rows = PlayerCell.objects.filter(handle__in=[handle_of(one) for one in keys])
    found = rows.order_by().values("is_simulated").annotate(n=Sum("games"))
    games = {row["is_simulated"]: row["n"] for row in found}
    if not games:
        return None
    people, programs = games.get(False, 0), games.get(True, 0)
    counts = {"no": people, "yes": programs, "all": people + programs}
    return Player(handle_of(keys[0]), _spelled(keys), keys, counts)


def _key_of(handle: str) -> str | None:
    rows = PlayerCell.objects.filter(handle=handle).exclude(handle=EVERYBODY)
    return rows.values_list("name_key", flat=True).first()


def _spelled(keys: Iterable[str]) -> str:
    """What people read for a player: the shown name as its newest game writes it; where no game
    has it, another of the names.
    """
    found = name_reads.newest_spellings(keys)
    return next((found[key] for key in keys if key in found), next(iter(keys)))


def _cells(snapshot: str) -> QuerySet[Any]:
    """Players' cells as they are now, or as they were in a snapshot."""
    if snapshot:
        return SnapshotPlayerCell.objects.filter(snapshot__name=snapshot)
    return PlayerCell.objects.all()


def _named(snapshot: str) -> QuerySet[Any]:
    """Those of players who may be named today."""
    found = _cells(snapshot).exclude(handle=EVERYBODY)
    found = found.exclude(name_key__startswith=name_reads.LEFT_OUT)
    return found.filter(handle__in=_named("").order_by().values("handle")) if snapshot else found


def list_players(
    chosen: Mapping[str, Any], key: str, sort: str, snapshot: str = ""
) -> QuerySet[Any, Any]:
    """Players with their counts, those of whose names one holds a text; by games, most first, or by
    name. A row's `handle` is that of the shown name.
    """
    shown = name_reads.aliases().filter(handle=OuterRef("handle")).values("person__handle")[:1]
    named = _named(snapshot)
    named = named.annotate(player=Coalesce(Subquery(shown), F("handle")))
    rows = named.filter(**chosen).order_by()
    if key:
        fit = named.filter(name_key__contains=key).values("player")
        rows = rows.filter(player__in=fit)
    order = ("name", "player") if sort == "name" else ("-n_games", "name", "player")
    sums = {f"n_{name}": Sum(name) for name in PLAYER_COUNTS}
    listed: QuerySet[Any, Any] = rows.values("player").annotate(name=Min("name_key"), **sums)
    return listed.order_by(*order)


def cells_of(
    handles: Iterable[str], chosen: Mapping[str, Any], snapshot: str = ""
) -> list[PlayerSums]:
    """A player's cells among those chosen."""
    return list(_cells(snapshot).filter(handle__in=list(handles), **chosen).defer("name_key"))


def snapshots() -> list[str]:
    """The snapshots in which players are kept, the newest first."""
    return Snapshot.names_in(SnapshotPlayerCell.objects.all())


def counts_of(cells: Iterable[PlayerSums]) -> Counts:
    """How the games of some cells ended."""
    total = Counts()
    for cell in cells:
        total = total.plus([getattr(cell, name) for name in PLAYER_COUNTS])
    return total


def records_of(cells: list[PlayerSums]) -> list[KindRecord]:
    """The record in each game, most games first."""
    kinds = sorted({cell.kind for cell in cells})
    found = [_kind_record(get_kind(slug), [c for c in cells if c.kind == slug]) for slug in kinds]
    return sorted(found, key=lambda one: -one.whole.counts.games)


def _kind_record(kind: GameKind, cells: list[PlayerSums]) -> KindRecord:
    words = {"kind": kind.slug}
    roles = [role for role in kind.roles if any(cell.role == role for cell in cells)]
    by_role = [
        Record(
            kind.roles[role],
            counts_of(cell for cell in cells if cell.role == role),
            {**words, "role": role},
        )
        for role in roles
    ]
    by_ruleset = []
    for edition, mode in sorted({(cell.edition, cell.mode) for cell in cells}):
        title = kind.rules_words(edition, mode)
        of_rules = {**words, **({"edition": edition} if edition else {}), "mode": mode}
        inside = [cell for cell in cells if (cell.edition, cell.mode) == (edition, mode)]
        for role in roles if kind.rated_apart else ("",):
            seats = [cell for cell in inside if role in ("", cell.role)]
            if seats:
                label = f"{title}, {kind.roles[role]}" if role else title
                more = {"role": role} if role else {}
                by_ruleset.append(Record(label, counts_of(seats), {**of_rules, **more}))
    is_apart = kind.rated_apart or len({cell.mode for cell in cells}) == 1
    return KindRecord(
        kind,
        Record(kind.title, counts_of(cells), words),
        by_role if is_apart else [],
        by_ruleset,
    )


def habits_of(cells: list[PlayerSums], kind: GameKind, snapshot: str = "") -> Habits | None:
    """The habits in a game: under the ruleset and on the board that most of the cells' games
    have.
    """
    games: dict[tuple[str, str, str, bool], int] = {}
    for cell in cells:
        if cell.kind == kind.slug and cell.sums.get("habits"):
            place = (cell.edition, cell.mode, cell.board_digest, cell.is_simulated)
            games[place] = games.get(place, 0) + cell.games
    if not games:
        return None
    place = min(games, key=lambda one: (-games[one], one))
    edition, mode, board, is_simulated = place
    same = {"kind": kind.slug, "edition": edition, "mode": mode, "board_digest": board}
    mine = [
        cell
        for cell in cells
        if cell.kind == kind.slug
        and (cell.edition, cell.mode, cell.board_digest, cell.is_simulated) == place
    ]
    everybody = _cells(snapshot).filter(handle=EVERYBODY, is_simulated=is_simulated, **same)
    tables = habit_tables(kind, _by_role(mine), _by_role(everybody))
    return Habits(kind, edition, mode, board, is_simulated, tables)


def _by_role(cells: Iterable[PlayerSums]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for cell in cells:
        found[cell.role] = merged(found.get(cell.role, {}), cell.sums.get("habits", {}))
    return found


def opponents_in(cells: Iterable[PlayerSums], own: Iterable[str]) -> dict[str, list[int]]:
    """Games, ahead and level against each other player, by the keys of their shown names, over some
    cells; `own` names are no opponents.
    """
    total: dict[str, Any] = {}
    for cell in cells:
        total = merged(total, cell.sums.get("vs", {}))
    shown, mine = name_reads.shown_names(total), set(own)
    found: dict[str, list[int]] = {}
    for name, leaf in total.items():
        if name not in mine:
            have = found.get(shown[name], [0, 0, 0])
            found[shown[name]] = [a + b for a, b in zip(have, leaf, strict=True)]
    return found


def games_behind(
    player: Player,
    chosen: Mapping[str, Any],
    *,
    role: str,
    result: str,
    against: Iterable[str],
    habit: HabitPlace | None = None,
) -> QuerySet[Any]:
    """The games of a player behind a number, newest first."""
    roles = [role] if role else []
    teams = {mode: kind.partners_in(mode) for kind in KINDS.values() for mode in kind.modes}
    games = name_reads.games_of_names(
        player.keys,
        roles,
        result=result,
        among=_roles_of(player),
        against=against,
        teams={mode: sides for mode, sides in teams.items() if sides},
    )
    if habit is None:
        return games.filter(**chosen, pk__in=Contribution.objects.values("pk"))
    return games.filter(**chosen).annotate(is_so=_is_so(player, habit)).filter(is_so=True)


def _is_so(player: Player, habit: HabitPlace) -> Subquery:
    """Whether a game is counted and adds to a player's habit. It is asked of each game as it is
    listed: as a join a database asks it of every game there is before it gives the first.
    """
    condition = Q(pk__in=[])
    for role in habit.roles:
        path = (role, *habit.path)
        hit = (
            Q(**{f"habits__{'__'.join(path)}__1": 1})
            if habit.is_won
            else Q(**{f"habits__{'__'.join(path[:-1])}__has_key": path[-1]})
        )
        sat = name_reads.seats_of(player.keys, [role]).filter(game=OuterRef("pk"))
        condition |= hit & Q(Exists(sat))
    found = Contribution.objects.filter(pk=OuterRef("pk")).filter(condition)
    return Subquery(found.annotate(is_so=Value(True)).values("is_so")[:1])


def _roles_of(player: Player) -> list[str]:
    cells = PlayerCell.objects.filter(handle__in=player.handles).order_by()
    return list(cells.values_list("role", flat=True).distinct())


def boards_of(player: Player) -> set[str]:
    """The digests of the boards a player's games were played on."""
    cells = PlayerCell.objects.filter(handle__in=player.handles).order_by()
    return set(cells.values_list("board_digest", flat=True).distinct())


def handles_of(keys: Iterable[str]) -> dict[str, str]:
    """The handles of the players that names belong to, by the names' keys."""
    return {key: handle_of(shown) for key, shown in name_reads.shown_names(keys).items()}


def names_by_handle(handles: Iterable[str]) -> dict[str, str]:
    """What people read for players, by their handles; missing is who is left out, and of whom no
    counted game is left.
    """
    put_together = name_reads.names_of_handles(wanted := list(handles))
    names = {handle: name_reads.names_beside(key) for handle, key in put_together.items()}
    every = {*wanted, *(handle_of(key) for keys in names.values() for key in keys)}
    rows = PlayerCell.objects.filter(handle__in=every).order_by()
    counted = dict(rows.values_list("handle", "name_key").distinct())
    names |= {one: [counted[one]] for one in wanted if one in counted and one not in names}
    return {
        handle: _spelled(keys)
        for handle, keys in names.items()
        if not keys[0].startswith(name_reads.LEFT_OUT)
        and any(handle_of(key) in counted for key in keys)
    }


def names_of(keys: Iterable[str]) -> dict[str, str]:
    """What people read for the keys of names; who is left out of public pages is missing."""
    by_handle = {handle_of(key): key for key in keys}
    return {by_handle[handle]: name for handle, name in names_by_handle(by_handle).items()}
