"""Players: names with their numbers, and the games that these count."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce, Substr

from analytics.forms.habits import HabitTable, with_q_values
from analytics.forms.registry import form_of
from analytics.insight.player import Counts, Record
from analytics.models import PLAYER_COUNTS, Contribution, PlayerCell, Snapshot
from analytics.reads.selected import keys_of_handle
from analytics.reads.set_fits import names_in_set
from analytics.reads.sums import LIVE, SumsReader, by_player
from analytics.rollups.measures import merged, total
from analytics.rollups.players import ALL_PLAYERS, INSTANT, LOST, MAX_FORM, WON
from games.core.contract import GameKind
from games.core.metrics import Habit
from games.core.sums import RateSum
from games.registry import KINDS, get_kind
from replays.reads import names as name_reads
from replays.text.names import handle_of, name_key

PAGE_SIZE = 50
MAX_SPELLINGS = 12
_RULESET = ("edition", "mode", "board_digest", "is_simulated")
_K = RateSum._fields.index("k")


class HabitPath(NamedTuple):
    """The path of a habit's number in the `seat_facts` of a game, for some roles; with `is_won`
    only the won trials of a rate.
    """

    roles: tuple[str, ...]
    path: tuple[str, ...]
    is_won: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A player: a name in logs. `keys` are those of all its names; `games` counts human and bot
    games.
    """

    handle: str
    name: str
    keys: tuple[str, ...]
    games: dict[str, int] = field(default_factory=dict)

    @property
    def is_bot(self) -> bool:
        """Whether the name is in bot games only."""
        return not self.games["no"]

    @property
    def handles(self) -> list[str]:
        """The handles of its keys."""
        return [handle_of(key) for key in self.keys]


class KindRecord(NamedTuple):
    """A player's record in one kind of game: by role (where roles are not alike) and by ruleset."""

    kind: GameKind
    whole: Record
    by_role: list[Record]
    by_ruleset: list[Record]


class Habits(NamedTuple):
    """A player's habits under one ruleset on one board."""

    kind: GameKind
    edition: str
    mode: str
    board: str
    is_simulated: bool
    tables: list[HabitTable]

    @property
    def params(self) -> dict[str, str]:
        """The query parameters that select the games of these habits."""
        params = {"kind": self.kind.slug, "edition": self.edition, "mode": self.mode}
        params |= {"board": self.board, "simulated": "yes" if self.is_simulated else ""}
        return {name: value for name, value in params.items() if value}


def find_player(handle: str) -> Player | None:
    """Return the player with a handle, of any of the names; None where no counted game has the
    name, or it is hidden from public pages.
    """
    keys = keys_of_handle(handle)
    if not keys:
        return None
    games = games_by_bots(map(handle_of, keys))
    if not games:
        return None
    return Player(handle_of(keys[0]), _newest_spelling(keys), keys, by_player(games))


def at_snapshot(player: Player, reader: SumsReader) -> Player:
    """Return a player with the name and the numbers of games in a snapshot; the same for the live
    sums, and if the snapshot does not have the player.
    """
    games = games_by_bots(player.handles, reader)
    if reader.snapshot is None or not games:
        return player
    name = names_by_handle([player.handle], reader.snapshot).get(player.handle, player.name)
    return replace(player, name=name, games=by_player(games))


def games_by_bots(handles: Iterable[str], reader: SumsReader = LIVE) -> dict[bool, int]:
    """Return how many games a player has, by whether they are bot games."""
    rows = PlayerCell.of(reader.snapshot).filter(handle__in=list(handles)).order_by()
    return dict(rows.values_list("is_simulated").annotate(n=Sum("games")))


def _newest_spelling(keys: Iterable[str]) -> str:
    """Return the shown name as its newest game writes it; where no game has it, another of the
    names.
    """
    return _spelling(keys, name_reads.newest_spellings(keys))


def _spelling(keys: Iterable[str], spellings: Mapping[str, str]) -> str:
    return next((spellings[key] for key in keys if key in spellings), next(iter(keys)))


def _named(snapshot: Snapshot | None) -> QuerySet[PlayerCell]:
    """Return the cells of players who may be named now."""
    cells = PlayerCell.of(snapshot).exclude(handle=ALL_PLAYERS)
    cells = cells.exclude(name_key__startswith=name_reads.HIDDEN_PREFIX)
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


def games_by_kind(
    handles: Iterable[str], chosen: Mapping[str, Any], reader: SumsReader = LIVE
) -> dict[str, int]:
    """Return how many games a player has of each kind, in the order of the kinds."""
    cells = PlayerCell.of(reader.snapshot).filter(handle__in=list(handles), **chosen).order_by()
    games = dict(cells.values_list("kind").annotate(n=Sum("games")))
    return {slug: games[slug] for slug in KINDS if slug in games}


def snapshot_names() -> list[str]:
    """Return the names of the snapshots with players, newest first."""
    return PlayerCell.snapshot_names()


def counts_of(cells: Iterable[PlayerCell]) -> Counts:
    """Return how the games of some cells ended."""
    rows = [[getattr(cell, name) for name in PLAYER_COUNTS] for cell in cells]
    return Counts(*map(sum, zip(*rows, strict=True)))


def records_of(cells: list[PlayerCell]) -> list[KindRecord]:
    """Return the record in each kind of game, most games first."""
    kinds = sorted({cell.kind for cell in cells})
    records = [_kind_record(get_kind(slug), [c for c in cells if c.kind == slug]) for slug in kinds]
    return sorted(records, key=lambda record: -record.whole.counts.games)


def _kind_record(kind: GameKind, cells: list[PlayerCell]) -> KindRecord:
    titles, separate = kind.identity.roles, kind.counting.seats_rated_separately
    roles = [role for role in titles if any(cell.role == role for cell in cells)]

    def record(label: str, **params: str) -> Record:
        selected = {name: value for name, value in params.items() if value}
        matching = (c for c in cells if all(getattr(c, n) == v for n, v in selected.items()))
        return Record(label, counts_of(matching), {"kind": kind.slug, **selected})

    by_role = [record(titles[role], role=role) for role in roles]
    by_ruleset = []
    for edition, mode in sorted({(cell.edition, cell.mode) for cell in cells}):
        title = kind.identity.rules_text(edition, mode)
        for role in roles if separate else ("",):
            label = f"{title}, {titles[role]}" if role else title
            by_ruleset.append(record(label, edition=edition, mode=mode, role=role))
    has_roles = separate or len({cell.mode for cell in cells}) == 1
    by_ruleset = [record for record in by_ruleset if record.counts.games]
    return KindRecord(kind, record(kind.title), by_role if has_roles else [], by_ruleset)


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
    columns = dict(zip(_RULESET, ruleset, strict=True))
    all_players = list(
        PlayerCell.of(reader.snapshot).filter(handle=ALL_PLAYERS, kind=kind.slug, **columns)
    )
    own = [cell for cell in own if _ruleset(cell) == ruleset]
    tables: list[HabitTable] = []
    for habit in kind.counting.habits:
        if sums := _habit_sums(own, habit):
            others = merged(_habit_sums(all_players, habit), sums, -1)
            title = f"{kind.identity.roles[habit.roles[0]]}: " if len(habit.roles) == 1 else ""
            tables += form_of(habit.metric).habit_tables(habit, title, sums, others)
    return Habits(kind, *ruleset, with_q_values(tables))


def _ruleset(cell: PlayerCell) -> tuple[str, str, str, bool]:
    return cell.edition, cell.mode, cell.board_digest, cell.is_simulated


def _habit_sums(cells: Iterable[PlayerCell], habit: Habit) -> dict[str, Any]:
    habits = (cell.sums.get("habits", {}) for cell in cells if cell.role in habit.roles)
    return total(of_role.get(habit.metric.key, {}) for of_role in habits)


def opponents_in(cells: Iterable[PlayerCell], own: Iterable[str]) -> dict[str, list[int]]:
    """Return games, ahead and level against each other player over some cells, by the keys of their
    shown names, without the player's `own` names.
    """
    by_name = total(cell.sums.get("vs", {}) for cell in cells)
    shown = name_reads.shown_names(by_name)
    return total({shown[name]: games} for name, games in by_name.items() if name not in set(own))


def drilldown_games(
    player: Player,
    chosen: Mapping[str, Any],
    *,
    role: str,
    result: str,
    against: Iterable[str],
    habit: HabitPath | None = None,
) -> QuerySet[Any]:
    """Return the games that a player's number counts, newest first."""
    teams = {
        mode: sides
        for kind in KINDS.values()
        for mode in kind.identity.modes
        if (sides := kind.counting.partners_in(mode))
    }
    games = name_reads.games_of_names(
        player.keys,
        [role] if role else [],
        result=result,
        among=_values_of(player, "role"),
        against=against,
        teams=teams,
    ).filter(**chosen)
    if habit is None:
        return games.filter(pk__in=Contribution.objects.values("pk"))
    return games.annotate(is_counted=_is_counted(player, habit)).filter(is_counted=True)


def _is_counted(player: Player, habit: HabitPath) -> Subquery:
    """Return whether a game is counted and adds to a player's habit. As a subquery it is evaluated
    for the listed games only; as a join, for every game before the first is returned.
    """
    condition = Q(pk__in=[])
    for role in habit.roles:
        *parents, key = (role, *habit.path)
        column = "__".join(["habits", *parents])
        hit = Q(**{f"{column}__{key}__{_K}": 1} if habit.is_won else {f"{column}__has_key": key})
        sat = name_reads.seats_of(player.keys, [role]).filter(game=OuterRef("pk"))
        condition |= hit & Q(Exists(sat))
    rows = Contribution.objects.filter(pk=OuterRef("pk")).filter(condition)
    return Subquery(rows.annotate(is_counted=Value(True)).values("is_counted")[:1])


def last_results(player: Player, games: QuerySet[Any]) -> list[str]:
    """Return the results of the last decided ones of some live games, by date, the newest last.
    Games of the same instant, or without a date, are in the order of their uploads.
    """
    decided = games.filter(winner__isnull=False).exclude(winner="")
    decided = decided.annotate(instant=Substr("contribution__time_key", 1, INSTANT))
    last = decided.order_by("-instant", "-kind", "-is_simulated", "-pk")[:MAX_FORM]
    return [WON if _has_won(player, game) else LOST for game in reversed(last)]


def _has_won(player: Player, game: Any) -> bool:
    winners = set(game.winner.split("+"))
    return any(seat.role in winners for seat in game.seats.all() if seat.name_key in player.keys)


def stored_results(cells: Iterable[PlayerCell]) -> list[str] | None:
    """Return the same from the cells of a snapshot of a dump; None for a snapshot of a recount,
    which does not have them.
    """
    cells = list(cells)
    if not any("form" in cell.sums for cell in cells) and any(c.won + c.lost for c in cells):
        return None
    results: dict[tuple[Any, ...], str] = {}
    for cell in cells:
        for instant, game, result in cell.sums.get("form", ()):
            key = instant, cell.kind, cell.is_simulated, game
            results[key] = WON if WON in (result, results.get(key)) else LOST
    return [results[key] for key in sorted(results)[-MAX_FORM:]]


def bots_among(handles: Iterable[str]) -> set[str]:
    """Return the handles of these players who are in bot games only, whatever their name."""
    wanted = list(handles)
    merged_names = name_reads.names_of_people(wanted)
    names = {handle: [handle, *map(handle_of, merged_names.get(handle, ()))] for handle in wanted}
    every = [each for of_one in names.values() for each in of_one]
    cells = PlayerCell.of(None).filter(handle__in=every, is_simulated=False).order_by()
    human = set(cells.values_list("handle", flat=True).distinct())
    return {handle for handle, of_one in names.items() if human.isdisjoint(of_one)}


def boards_of(player: Player) -> set[str]:
    """Return the digests of the boards of a player's games."""
    return _values_of(player, "board_digest")


def _values_of(player: Player, field: str) -> set[str]:
    cells = PlayerCell.objects.filter(handle__in=player.handles).order_by()
    return set(cells.values_list(field, flat=True).distinct())


def handles_of(keys: Iterable[str]) -> dict[str, str]:
    """Return the handles of the players of some names, by the names' keys."""
    return {key: handle_of(shown) for key, shown in name_reads.shown_names(keys).items()}


def names_by_handle(handles: Iterable[str], snapshot: Snapshot | None = None) -> dict[str, str]:
    """Return the shown names of players, by their handles, without hidden players and those without
    a counted game; as they were written in a snapshot that has names, else as in the newest game.
    """
    written = snapshot.names if snapshot else {}
    names = name_reads.names_of_people(wanted := list(handles))
    every = {*wanted, *(handle_of(key) for keys in names.values() for key in keys)}
    rows = PlayerCell.objects.filter(handle__in=every).order_by()
    counted = dict(rows.values_list("handle", "name_key").distinct())
    names |= {each: [counted[each]] for each in wanted if each in counted and each not in names}
    names = {
        handle: keys
        for handle, keys in names.items()
        if not keys[0].startswith(name_reads.HIDDEN_PREFIX)
        and any(handle_of(key) in counted for key in keys)
    }
    own = {  # else it was split off since
        handle: written[handle]
        for handle, keys in names.items()
        if name_key(written.get(handle, "")) in keys
    }
    rest = {handle: keys for handle, keys in names.items() if handle not in own}
    spellings = name_reads.newest_spellings(key for keys in rest.values() for key in keys)
    return own | {handle: _spelling(keys, spellings) for handle, keys in rest.items()}


def names_of_reader(handles: Iterable[str], reader: SumsReader) -> dict[str, str]:
    """Return the shown names of players by handle, as `names_by_handle`; of a set also those who
    play in its games that are not public.
    """
    wanted = set(handles)
    names = names_by_handle(wanted, reader.snapshot)
    if reader.games is not None:
        names |= names_in_set(reader.games, wanted - names.keys())
    return names


def names_as_written(players: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the names of players as the newest games write them, from the keys of their names by
    handle: the shown name, whose handle that is, if it has a game.
    """
    spellings = name_reads.newest_spellings(key for keys in players.values() for key in keys)
    return {
        handle: _spelling(sorted(keys, key=lambda key: handle_of(key) != handle), spellings)
        for handle, keys in players.items()
    }


def names_of(keys: Iterable[str], snapshot: Snapshot | None = None) -> dict[str, str]:
    """Return the shown names of players by the keys of their names, as `names_by_handle`."""
    by_handle = {handle_of(key): key for key in keys}
    names = names_by_handle(by_handle, snapshot)
    return {by_handle[handle]: name for handle, name in names.items()}
