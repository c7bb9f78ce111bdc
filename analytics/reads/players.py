"""Reads of players: names with their numbers, and the games behind them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from analytics.insight.player import Counts, HabitTable, Record, habit_tables
from analytics.models import PLAYER_COUNTS, Contribution, PlayerCell, Snapshot
from analytics.reads.sums import LIVE, SumsReader, by_player
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
    return Player(handle_of(keys[0]), _spelled(keys), keys, by_player(games))


def _key_of(handle: str) -> str | None:
    rows = PlayerCell.objects.filter(handle=handle).exclude(handle=EVERYBODY)
    return rows.values_list("name_key", flat=True).first()


def _spelled(keys: Iterable[str]) -> str:
    """What people read for a player: the shown name as its newest game writes it; where no game
    has it, another of the names.
    """
    found = name_reads.newest_spellings(keys)
    return next((found[key] for key in keys if key in found), next(iter(keys)))


def _named(snapshot: Snapshot | None) -> QuerySet[PlayerCell]:
    """Return the cells of players who may be named now."""
    cells = PlayerCell.of(snapshot).exclude(handle=EVERYBODY)
    cells = cells.exclude(name_key__startswith=name_reads.LEFT_OUT)
    return cells.filter(handle__in=_named(None).order_by().values("handle")) if snapshot else cells


def list_players(
    chosen: Mapping[str, Any], key: str = "", sort: str = "", reader: SumsReader = LIVE
) -> QuerySet[Any, Any]:
    """Return the players with a name that contains `key`, with their counts; sorted by games, most
    first, or by name. A row's `player` is the handle of the shown name.
    """
    shown = name_reads.aliases().filter(handle=OuterRef("handle")).values("person__handle")[:1]
    named = _named(reader.snapshot).annotate(player=Coalesce(Subquery(shown), F("handle")))
    rows = named.filter(**chosen).order_by()
    if key:
        matching = named.filter(name_key__contains=key).values("player")
        rows = rows.filter(player__in=matching)
    order = ("name", "player") if sort == "name" else ("-n_games", "name", "player")
    sums = {f"n_{name}": Sum(name) for name in PLAYER_COUNTS}
    listed: QuerySet[Any, Any] = rows.values("player").annotate(name=Min("name_key"), **sums)
    return listed.order_by(*order)


def cells_of(
    handles: Iterable[str], chosen: Mapping[str, Any], reader: SumsReader = LIVE
) -> list[PlayerCell]:
    """Return the chosen cells of a player."""
    cells = PlayerCell.of(reader.snapshot).filter(handle__in=list(handles), **chosen)
    return list(cells.defer("name_key"))


def snapshot_names() -> list[str]:
    """Return the names of the snapshots with players, newest first."""
    return Snapshot.names_in(PlayerCell.in_snapshots())


def counts_of(cells: Iterable[PlayerCell]) -> Counts:
    """How the games of some cells ended."""
    total = Counts()
    for cell in cells:
        total = total.plus([getattr(cell, name) for name in PLAYER_COUNTS])
    return total


def records_of(cells: list[PlayerCell]) -> list[KindRecord]:
    """The record in each game, most games first."""
    kinds = sorted({cell.kind for cell in cells})
    found = [_kind_record(get_kind(slug), [c for c in cells if c.kind == slug]) for slug in kinds]
    return sorted(found, key=lambda one: -one.whole.counts.games)


def _kind_record(kind: GameKind, cells: list[PlayerCell]) -> KindRecord:
    words = {"kind": kind.slug}
    roles = [role for role in kind.identity.roles if any(cell.role == role for cell in cells)]
    by_role = [
        Record(
            kind.identity.roles[role],
            counts_of(cell for cell in cells if cell.role == role),
            {**words, "role": role},
        )
        for role in roles
    ]
    by_ruleset = []
    for edition, mode in sorted({(cell.edition, cell.mode) for cell in cells}):
        title = kind.identity.rules_text(edition, mode)
        of_rules = {**words, **({"edition": edition} if edition else {}), "mode": mode}
        inside = [cell for cell in cells if (cell.edition, cell.mode) == (edition, mode)]
        for role in roles if kind.counting.seats_rated_separately else ("",):
            seats = [cell for cell in inside if role in ("", cell.role)]
            if seats:
                label = f"{title}, {kind.identity.roles[role]}" if role else title
                more = {"role": role} if role else {}
                by_ruleset.append(Record(label, counts_of(seats), {**of_rules, **more}))
    is_apart = kind.counting.seats_rated_separately or len({cell.mode for cell in cells}) == 1
    return KindRecord(
        kind,
        Record(kind.title, counts_of(cells), words),
        by_role if is_apart else [],
        by_ruleset,
    )


def habits_of(cells: list[PlayerCell], kind: GameKind, reader: SumsReader = LIVE) -> Habits | None:
    """Return the habits in a game, under the ruleset and on the board that most of the cells' games
    have.
    """
    games: Counter[tuple[str, str, str, bool]] = Counter()
    own = [cell for cell in cells if cell.kind == kind.slug]
    for cell in own:
        if cell.sums.get("habits"):
            games[_ruleset(cell)] += cell.games
    if not games:
        return None
    ruleset = min(games, key=lambda each: (-games[each], each))
    edition, mode, board, is_simulated = ruleset
    everybody = PlayerCell.of(reader.snapshot).filter(
        handle=EVERYBODY, kind=kind.slug, edition=edition, mode=mode, board_digest=board,
        is_simulated=is_simulated,
    )  # fmt: skip
    mine = _by_role(cell for cell in own if _ruleset(cell) == ruleset)
    return Habits(kind, *ruleset, habit_tables(kind, mine, _by_role(everybody)))


def _ruleset(cell: PlayerCell) -> tuple[str, str, str, bool]:
    return cell.edition, cell.mode, cell.board_digest, cell.is_simulated


def _by_role(cells: Iterable[PlayerCell]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for cell in cells:
        found[cell.role] = merged(found.get(cell.role, {}), cell.sums.get("habits", {}))
    return found


def opponents_in(cells: Iterable[PlayerCell], own: Iterable[str]) -> dict[str, list[int]]:
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
    teams = {
        mode: kind.counting.partners_in(mode)
        for kind in KINDS.values()
        for mode in kind.identity.modes
    }
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
