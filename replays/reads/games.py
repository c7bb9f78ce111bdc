"""Queries of games, their steps and logs, and uploads. Other apps use this module."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from games.core.replay import Replay
from games.registry import get_kind, judge
from replays.models import (
    REJECTED,
    Board,
    Game,
    NotCounted,
    RawFile,
    Record,
    Seat,
    Upload,
    UploadItem,
    UploadState,
    Verification,
)
from replays.models.game import POSITION_BITS
from replays.models.identity import is_public_id
from replays.reads.cache import BoundedCache
from replays.reads.game_filter import UNKNOWN_MONTH, GameFilter
from replays.text.masks import without_names

_LISTED = (
    "id", "public_id", "digest", "kind", "edition", "mode", "board_id", "board_digest",
    "played_on", "n_events", "winner", "reason", "is_finished", "is_simulated", "created_at",
    "engine_version", "refused_by", "hidden_seats", "match_key", "match_game", "not_counted",
    "same_as", "differs_at", "revision",
)  # fmt: skip

_MIB = 1024 * 1024
_replays: BoundedCache[Replay] = BoundedCache(max_count=64, max_bytes=8 * _MIB, by_language=False)
"""Replays by digest, weighed by the length of the log; in memory they are several times larger."""
_public_views: BoundedCache[tuple[str, ...]] = BoundedCache(
    max_count=4096, max_bytes=_MIB, by_language=False
)
"""By digest, the views of a game that show no more than the public view."""


class GameMoved(Exception):
    """The game with this id became part of an older one."""

    def __init__(self, old: str, new: str) -> None:
        super().__init__(f"game {old} became part of {new}")
        self.old, self.new = old, new


def game_by_public_id(public_id: str) -> Game:
    """Return a visible game. Raises GameMoved for the id of a game that became part of another one,
    Game.DoesNotExist for unknown and for withdrawn games.
    """
    games = Game.objects.visible().select_related("verdict", "same_as").prefetch_related("seats")
    game = games.filter(public_id=public_id).first()
    if game is not None:
        return game
    merged = Record.objects.filter(public_id=public_id, game__withdrawn_at__isnull=True)
    home = merged.exclude(game__public_id=public_id).values_list("game__public_id", flat=True)
    if new := home.first():
        raise GameMoved(public_id, new)
    raise Game.DoesNotExist


def visible_games() -> QuerySet[Game]:
    """Return all counting games without order, for queries of statistics."""
    return Game.objects.counting().order_by()


def newest_game_before(when: datetime) -> int:
    """Return the highest primary key of the games stored before a time, and below the keys that
    uploads which are still read will give; 0 if there is none.
    """
    games = Game.objects.filter(created_at__lt=when).order_by("-pk")
    newest = games.values_list("pk", flat=True).first() or 0
    unread = Upload.objects.filter(state__in=[UploadState.RECEIVED, UploadState.READING])
    oldest = unread.order_by("pk").values_list("pk", flat=True).first()
    return newest if oldest is None else min(newest, oldest << POSITION_BITS)


def uploaders_of(ids: Iterable[int]) -> dict[int, str]:
    """Return by game the key of its first uploader; empty if unknown."""
    rows = Game.objects.filter(pk__in=list(ids)).values_list("pk", "upload__uploader")
    return {game: uploader or "" for game, uploader in rows}


def games_by_id(ids: Iterable[int]) -> QuerySet[Game]:
    """Return the counting games among these primary keys."""
    return Game.objects.counting().filter(pk__in=list(ids))


class GameRefused(Http404):
    """The current engine refuses the game's log, and nothing of it can be shown."""


def replay_of(game: Game) -> Replay:
    """Return the replay of a game, computed from its log and cached.

    For a finished game that the current engine refuses, it has the steps before the refusal.
    Raises GameRefused if there are none, and for unfinished games, where the refused step is
    secret too.
    """
    return _replays.get(game.shown_key, lambda: _read(game), lambda _: len(game.canonical))


def _read(game: Game) -> Replay:
    judged = next(judge(shown_log(game).encode("utf-8")))
    if judged.replay is None or (judged.findings and not game.is_finished):
        raise GameRefused("the current engine refuses the log")
    return judged.replay


def shown_log(game: Game) -> str:
    """Return the log in canonical form without hidden names."""
    return public_log(game.canonical, game.hidden_seats)


def can_be_shown(game: Game) -> bool:
    """Return whether the game has a replay to show."""
    try:
        return bool(replay_of(game))
    except GameRefused:
        return False


def last_verification() -> Verification | None:
    """Return the latest finished verification of all games."""
    return Verification.objects.filter(finished_at__isnull=False).first()


def boards_by_digest(digests: Iterable[str]) -> dict[str, Board]:
    """Return boards by digest."""
    return {board.digest: board for board in Board.objects.filter(digest__in=set(digests))}


def games_list(chosen: GameFilter) -> QuerySet[Game]:
    """Return the games of a valid filter, newest first, with the columns of lists."""
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    return (
        Game.objects.visible()
        .filter(filter_condition(chosen))
        .only(*_LISTED)
        .prefetch_related(seats)
    )


def matches_of(games: Iterable[Game]) -> dict[str, list[Game]]:
    """Return all games of the matches of these games, by match key, in order of play."""
    matches: dict[str, list[Game]] = {game.match_key: [] for game in games if game.match_key}
    if matches:
        rows = Game.objects.visible().filter(match_key__in=matches).order_by("match_game", "id")
        for game in rows.only("id", "public_id", "match_key", "match_game"):
            matches[game.match_key].append(game)
    return matches


def n_refused(chosen: GameFilter) -> int:
    """Count the games of a filter that the current engine refuses."""
    return Game.objects.visible().filter(filter_condition(chosen, refused=True)).count()


def filter_condition(
    chosen: GameFilter, *, without: Collection[str] = (), refused: bool | None = None
) -> Q:
    """Return the condition of a valid filter, ignoring the values of some of its fields."""
    values = chosen.cleaned_data | dict.fromkeys(without, "")
    wants_refused = values["refused"] == "yes" if refused is None else refused
    plain = {"kind": "kind", "edition": "edition", "mode": "mode", "reason": "reason"}
    plain |= {"from": "played_on__gte", "to": "played_on__lte"}
    plain |= {"moves": "shared_digest", "setup": "setup_digest"}
    condition = Q(**{field: values[name] for name, field in plain.items() if values[name]})
    if values["finished"]:
        condition &= Q(is_finished=values["finished"] == "yes")
    if values["winner"]:
        condition &= won_by(values["winner"])
    if values["month"]:
        undated = values["month"] == UNKNOWN_MONTH
        condition &= Q(month__isnull=True) if undated else Q(month=values["month"])
    if values["board"]:
        condition &= Q(board_digest=values["board"]) | Q(board_id=values["board"])
    if values["player"]:
        seats = Seat.objects.filter(name_key__contains=values["player"])
        condition &= Q(pk__in=seats.values("game_id"))
    if "simulated" not in without and values["simulated"] != "all":
        condition &= Q(is_simulated=values["simulated"] == "yes")
    return condition & (~Q(refused_by="") if wants_refused else Q(refused_by=""))


def won_by(side: str, of: str = "") -> Q:
    """Match games that a side won, alone or with others. `none`: without a winner (yet); several
    sides as `p1+p3`: exactly these. `of` is the prefix of the `winner` column, such as `game__`.
    """
    winner = f"{of}winner"
    if side == "none":
        return Q(**{f"{winner}__isnull": True}) | Q(**{winner: ""})
    return (
        Q(**{winner: side})
        | Q(**{f"{winner}__contains": f"+{side}+"})
        | Q(**{f"{winner}__startswith": f"{side}+"})
        | Q(**{f"{winner}__endswith": f"+{side}"})
    )


def played_by_counts(chosen: GameFilter) -> dict[str, int]:
    """Count human games (`no`), bot games (`yes`) and both (`all`) of a filter, ignoring its value
    of `simulated`.
    """
    games = Game.objects.visible().filter(filter_condition(chosen, without=("simulated",)))
    counts = games.aggregate(all=Count("id"), yes=Count("id", filter=Q(is_simulated=True)))
    return {"no": counts["all"] - counts["yes"], **counts}


def filter_choices() -> dict[str, list[str]]:
    """Return the existing editions, reasons and boards."""
    games = Game.objects.listed().order_by()
    return {
        name: sorted(games.exclude(**{name: None}).values_list(name, flat=True).distinct())
        for name in ("edition", "reason", "board_id")
    }


def site_counts() -> dict[str, int]:
    """Return the numbers of the front page: human games, bot games, finished human games, players,
    boards. Worked examples are neither human nor bot games.
    """
    games = Game.objects.listed().order_by()
    seats = Seat.objects.filter(
        game__withdrawn_at__isnull=True, game__refused_by="", game__is_simulated=False
    ).exclude(game__not_counted=NotCounted.EXAMPLE)
    played = Q(is_simulated=False) & ~Q(not_counted=NotCounted.EXAMPLE)
    return games.aggregate(
        n_people=Count("id", filter=played),
        n_simulated=Count("id", filter=Q(is_simulated=True)),
        n_finished=Count("id", filter=played & Q(is_finished=True)),
        n_boards=Count("board_digest", distinct=True),
    ) | {"n_players": seats.values("name_key").exclude(name_key=None).distinct().count()}


def latest_games(limit: int) -> list[Game]:
    """Return the newest human games; if there are none, the newest bot games."""
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    games = Game.objects.listed().only(*_LISTED).prefetch_related(seats)
    return list(games.filter(is_simulated=False)[:limit]) or list(games[:limit])


def upload_by_public_id(public_id: str) -> Upload:
    """Return an upload without its bytes. Raises Upload.DoesNotExist."""
    return Upload.objects.get(public_id=public_id)


def upload_items(upload: Upload, *, after: int = -1, limit: int = 100) -> list[UploadItem]:
    """Return a page of an upload's items after a position, with their games."""
    items = upload.items.filter(position__gt=after).select_related("game").order_by("position")
    items = items.prefetch_related(Prefetch("game__seats", Seat.objects.order_by("position")))
    return list(items.defer("game__canonical", "game__warnings")[:limit])


def upload_of_game(game: Game, public_ids: list[str]) -> Upload | None:
    """Return the latest of these uploads that contains the game, or None."""
    if not public_ids:
        return None
    uploads = Upload.objects.defer("raw").filter(public_id__in=public_ids, items__game=game)
    return uploads.order_by("id").last()


MAX_LINKED_GAMES = 5
"""Games of one upload that its uploader can open one after the other."""


def games_of_upload(upload: Upload) -> list[Game]:
    """Return the visible games of a small upload in the order of the file."""
    if upload.n_games is None or upload.n_games > MAX_LINKED_GAMES:
        return []
    games = Game.objects.visible().filter(items__upload=upload).order_by("items__position")
    return list(games.only("id", "public_id"))


def only_game(upload: Upload) -> Game | None:
    """Return the game of an upload with exactly one, if it is visible."""
    games = Game.objects.visible().filter(items__upload=upload)
    return games.first() if upload.n_games == 1 else None


def steps_of(game: Game, view: str, *, belief: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the steps as the log format defines them, as seen by a view."""
    return get_kind(game.kind).display.steps(replay_of(game), view, belief)


def _public_views_of(game: Game) -> tuple[str, ...]:
    kind, played = get_kind(game.kind), replay_of(game)
    public = list(kind.display.steps(played, "public", False))
    return tuple(
        v
        for v in kind.identity.views_in(game.mode)
        if list(kind.display.steps(played, v, False)) == public
    )


def open_views(game: Game) -> tuple[str, ...]:
    """Return the views that anyone may use, the default first.

    A finished game is open in every view. An unfinished game may still be in progress: only the
    public view and views that show no more are open, since others reveal secrets to the players.
    """
    if game.is_finished:
        return get_kind(game.kind).identity.views_in(game.mode)
    views = _public_views.get(
        game.digest, lambda: _public_views_of(game), lambda views: 100 * len(views)
    )
    return tuple(sorted(views, key=lambda view: view != "public"))


def copies_of(game: Game) -> list[Game]:
    """Return up to five visible games that statistics exclude because this one counts instead."""
    copies = Game.objects.visible().filter(same_as=game).exclude(not_counted="")
    return list(copies.order_by("pk").only("id", "public_id", "not_counted", "differs_at")[:5])


def open_warnings(game: Game) -> list[dict[str, Any]]:
    """Return the public warnings of a game; none if it is unfinished, since they are about the
    whole log.
    """
    return game.warnings if game.is_finished else []


def is_log_open(game: Game) -> bool:
    """Return whether the whole log is public; it contains all secrets of the game."""
    return game.is_finished


def upload_bytes(upload: Upload, limit: int) -> bytes:
    """Return the bytes of an upload as received; empty if they are more than `limit`."""
    files = RawFile.objects.filter(pk=upload.raw_id, size__lte=limit)
    return bytes(files.values_list("content", flat=True).first() or b"")


def uploads_by_public_id(public_ids: Iterable[str]) -> list[Upload]:
    """Return the existing uploads with these ids, oldest first."""
    valid = filter(is_public_id, public_ids)
    return list(Upload.objects.filter(public_id__in=valid).order_by("id"))


def refused_items(upload: Upload, limit: int) -> list[UploadItem]:
    """Return the first refused items of an upload."""
    return list(upload.items.filter(status__in=REJECTED).order_by("position")[:limit])


_OPEN = (
    "pk", "public_id", "edition", "mode", "board_digest", "month", "winner", "reason",
    "is_finished", "is_simulated", "n_events", "canonical", "hidden_seats", "not_counted",
    "position",
)  # fmt: skip


def open_games(kind: str, after: int, limit: int) -> list[dict[str, Any]]:
    """Return a page of the games of a kind whose log is public, by primary key. Those with
    `not_counted` are in no statistics.
    """
    games = _all_open().filter(kind=kind, pk__gt=after).order_by("pk")
    return list(games.values(*_OPEN)[:limit])


def n_open_games(ids: Sequence[int]) -> int:
    """Count the games among these whose log is public now."""
    parts = (ids[start : start + 500] for start in range(0, len(ids), 500))
    return sum(_all_open().filter(pk__in=part).count() for part in parts)


def _all_open() -> QuerySet[Game]:
    return Game.objects.listed().filter(is_finished=True)


def still_public(public_ids: Iterable[str]) -> set[str]:
    """Return which of these ids still lead to a finished game that was not withdrawn, also as a
    part of another one.
    """
    public: set[str] = set()
    ids = iter(public_ids)
    while part := list(islice(ids, 500)):
        games = Game.objects.visible().filter(public_id__in=part, is_finished=True)
        records = Record.objects.filter(
            public_id__in=part, game__withdrawn_at__isnull=True, game__is_finished=True
        )
        for rows in (games, records):
            public.update(rows.order_by().values_list("public_id", flat=True))
    return public


def hidden_among(ids: Sequence[int]) -> dict[int, int]:
    """Return the hidden seats, as bits, of the games among these that have any."""
    hidden: dict[int, int] = {}
    for start in range(0, len(ids), 500):
        rows = Game.objects.filter(pk__in=ids[start : start + 500], hidden_seats__gt=0)
        hidden |= dict(rows.values_list("pk", "hidden_seats"))
    return hidden


def public_log(canonical: str, hidden_seats: int) -> str:
    """Return a log as published: the canonical form without hidden names. Every publication of a
    log uses this function.
    """
    if not hidden_seats:
        return canonical
    positions = [n for n in range(hidden_seats.bit_length()) if hidden_seats >> n & 1]
    return without_names(canonical, positions)
