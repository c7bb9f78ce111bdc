"""Queries of games, their steps and logs, and uploads. Other apps use this module."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from games.core.replay import Replay
from games.registry import get_kind, judge
from replays.access.viewer import STRANGER, Viewer
from replays.models import (
    REJECTED,
    Board,
    Game,
    GameTag,
    NotCounted,
    RawFile,
    Record,
    Seat,
    Statistics,
    Upload,
    UploadItem,
    UploadState,
    Verification,
    Visibility,
)
from replays.models.game import POSITION_BITS
from replays.models.identity import is_public_id
from replays.models.visibility import reachable, visible
from replays.reads.cache import BoundedCache
from replays.reads.game_filter import UNKNOWN_MONTH, GameFilter
from replays.text.masks import without_names

LISTED = (
    "id", "public_id", "digest", "kind", "edition", "mode", "board_id", "board_digest",
    "played_on", "n_events", "winner", "reason", "is_finished", "is_simulated", "created_at",
    "engine_version", "refused_by", "hidden_seats", "match_key", "match_game", "not_counted",
    "same_as", "differs_at", "revision", "visibility", "initial_seats", "names_shown",
    "statistics",
)  # fmt: skip
"""The columns of lists."""

TAGS_CHECKED = 200
"""Tags of games with hidden names that are compared with these names for one list."""
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


def game_by_public_id(public_id: str, viewer: Viewer = STRANGER) -> Game:
    """Return a game that a viewer can reach. Raises GameMoved for the id of a game that became part
    of another one, Game.DoesNotExist for all others.
    """
    games = reachable_games(viewer).select_related("verdict", "same_as", "event_tag")
    games = games.prefetch_related("seats")
    try:
        return games.get(public_id=public_id)  # not `first`: sorting by wide rows is slow in Django
    except Game.DoesNotExist:
        pass
    merged = Record.objects.filter(
        reachable(viewer.keys, "game__", is_staff=viewer.is_staff), public_id=public_id
    )
    home = merged.exclude(game__public_id=public_id).values_list("game__public_id", flat=True)
    if new := home.first():
        raise GameMoved(public_id, new)
    raise Game.DoesNotExist


def reachable_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the games whose addresses answer to a viewer."""
    return Game.objects.reachable(viewer.keys, is_staff=viewer.is_staff)


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
    return public_log(game.canonical, game.hidden_seats, game.initial_seats)


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
        .only(*LISTED)
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
        masked = Board.objects.filter(is_masked=True).values("digest")
        by_id = Q(board_id=values["board"]) & ~Q(board_digest__in=masked)
        condition &= Q(board_digest=values["board"]) | by_id
    if values["tag"]:
        condition &= Q(pk__in=_tagged(values["tag"]).values("game_id"))
    if values["player"]:
        seats = Seat.objects.filter(name_key__contains=values["player"])
        condition &= Q(pk__in=seats.values("game_id"))
    if "simulated" not in without and values["simulated"] != "all":
        condition &= Q(is_simulated=values["simulated"] == "yes")
    return condition & (~Q(refused_by="") if wants_refused else Q(refused_by=""))


def _tagged(key: str) -> QuerySet[GameTag]:
    """Return the tags with a key, without those that contain a hidden name of their game. Beyond
    `TAGS_CHECKED` tags of games with hidden names, none of these is returned.
    """
    tags = GameTag.objects.filter(key=key)
    of_hiding = tags.filter(visible("game__"), game__hidden_seats__gt=0).select_related("game")
    rows = of_hiding.only("label", "game__hidden_seats", "game__canonical").order_by("-pk")
    shown = [tag.pk for tag in rows[:TAGS_CHECKED] if tag.shown_label == tag.label]
    return tags.filter(Q(game__hidden_seats=0) | Q(pk__in=shown))


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
    masked = Board.objects.filter(is_masked=True).values("digest")
    games = Game.objects.listed().exclude(board_digest__in=masked).order_by()
    return {
        name: sorted(games.exclude(**{name: None}).values_list(name, flat=True).distinct())
        for name in ("edition", "reason", "board_id")
    }


def site_counts() -> dict[str, int]:
    """Return the numbers of the front page: human games, bot games, finished human games, players,
    boards. Worked examples are neither human nor bot games. Games whose owner lets them count in no
    statistics are not among them, nor the players of those that count in rates only.
    """
    games = Game.objects.listed().exclude(statistics=Statistics.NO).order_by()
    seats = Seat.objects.filter(
        visible("game__"),
        game__refused_by="",
        game__is_simulated=False,
        game__statistics=Statistics.YES,
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
    games = Game.objects.listed().only(*LISTED).prefetch_related(seats)
    return list(games.filter(is_simulated=False)[:limit]) or list(games[:limit])


def reachable_uploads(viewer: Viewer) -> QuerySet[Upload]:
    """Return the uploads whose addresses answer to a viewer: all but the private ones of others."""
    if viewer.is_staff:
        return Upload.objects.all()
    return Upload.objects.exclude(~Q(uploader__in=viewer.keys), visibility=Visibility.PRIVATE)


def upload_by_public_id(public_id: str, viewer: Viewer = STRANGER) -> Upload:
    """Return an upload that a viewer can reach, without its bytes. Raises Upload.DoesNotExist."""
    return _as_seen(reachable_uploads(viewer).get(public_id=public_id), viewer)


def _as_seen(upload: Upload, viewer: Viewer) -> Upload:
    """Return an upload without the names of its files for others, if a name in one of its games is
    hidden: files are often called after the players.
    """
    games = Game.objects.filter(items__upload=upload, hidden_seats__gt=0)
    if not viewer.is_staff and not viewer.owns([upload.uploader]) and games.exists():
        upload.filename, upload.skipped_files = "", []
    return upload


def upload_items(
    upload: Upload, viewer: Viewer, *, after: int = -1, limit: int = 100
) -> list[UploadItem]:
    """Return a page of an upload's items after a position, with the games that a viewer can reach
    (else None).
    """
    items = upload.items.filter(position__gt=after).select_related("game").order_by("position")
    items = items.prefetch_related(Prefetch("game__seats", Seat.objects.order_by("position")))
    rows = list(items.defer("game__canonical", "game__warnings")[:limit])
    games = reachable_games(viewer).filter(pk__in=[row.game_id for row in rows if row.game_id])
    found = set(games.values_list("pk", flat=True))
    is_own = viewer.owns([upload.uploader])
    for row in rows:
        if row.game_id not in found:
            row.game = None
        elif row.game is not None and row.game.hidden_seats and not is_own:
            row.label, row.warnings = "", row.game.without_hidden_names(row.warnings)
    return rows


def upload_of_game(game: Game, public_ids: list[str]) -> Upload | None:
    """Return the latest of these uploads that contains the game, or None."""
    if not public_ids:
        return None
    uploads = Upload.objects.defer("raw").filter(public_id__in=public_ids, items__game=game)
    return uploads.order_by("id").last()


MAX_LINKED_GAMES = 5
"""Games of one upload that its uploader can open one after the other."""


def games_of_upload(upload: Upload, viewer: Viewer) -> list[Game]:
    """Return the games of a small upload that a viewer can reach, in the order of the file."""
    if upload.n_games is None or upload.n_games > MAX_LINKED_GAMES:
        return []
    games = reachable_games(viewer).filter(items__upload=upload).order_by("items__position")
    return list(games.only("id", "public_id"))


def only_game(upload: Upload, viewer: Viewer) -> Game | None:
    """Return the game of an upload with exactly one, if a viewer can reach it."""
    games = reachable_games(viewer).filter(items__upload=upload)
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
    warnings: list[dict[str, Any]] = game.without_hidden_names(game.warnings)
    return warnings if game.is_finished else []


def is_log_open(game: Game) -> bool:
    """Return whether the whole log is public; it contains all secrets of the game."""
    return game.is_finished


def upload_bytes(upload: Upload, limit: int) -> bytes:
    """Return the bytes of an upload as received; empty if they are more than `limit`."""
    file = RawFile.objects.filter(pk=upload.raw_id, size__lte=limit).first()
    return b"" if file is None else file.data()


def is_file_removed(upload: Upload) -> bool:
    """Return whether the bytes of an upload were removed, since it was refused."""
    return RawFile.objects.filter(pk=upload.raw_id, removed_at__isnull=False).exists()


def uploads_by_public_id(public_ids: Iterable[str], viewer: Viewer) -> list[Upload]:
    """Return the uploads with these ids that a viewer can reach, oldest first."""
    valid = filter(is_public_id, public_ids)
    uploads = reachable_uploads(viewer).filter(public_id__in=valid).order_by("id")
    return [_as_seen(upload, viewer) for upload in uploads]


def refused_items(upload: Upload, limit: int) -> list[UploadItem]:
    """Return the first refused items of an upload."""
    return list(upload.items.filter(status__in=REJECTED).order_by("position")[:limit])


def public_log(canonical: str, hidden_seats: int, initial_seats: int = 0) -> str:
    """Return a log as published: the canonical form without hidden names, with initials for some.
    Every publication of a log uses this function.
    """
    if not hidden_seats:
        return canonical
    hidden, initials = (
        [n for n in range(bits.bit_length()) if bits >> n & 1]
        for bits in (hidden_seats, initial_seats)
    )
    return without_names(canonical, hidden, initials)
