"""Reads: games, their steps and logs, uploads. Other apps enter the keep here."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from games.core.record import Record
from games.core.replay import Replay
from games.registry import get_kind, judge
from replays.models import (
    Board,
    Game,
    RawFile,
    Seat,
    Upload,
    UploadItem,
    Verdict,
    Verification,
)
from replays.models.identity import is_public_id
from replays.reads.cache import BoundedCache
from replays.reads.game_filter import UNKNOWN_MONTH, GameFilter
from replays.text.masks import without_names

_LISTED = (
    "id", "public_id", "digest", "kind", "edition", "mode", "board_id", "board_digest",
    "played_on", "n_events", "winner", "reason", "is_finished", "is_simulated", "created_at",
    "engine_version", "refused_by", "hidden_seats", "match_key", "match_game",
)  # fmt: skip

_MIB = 1024 * 1024
_replays: BoundedCache[Replay] = BoundedCache(max_count=64, max_bytes=8 * _MIB, by_language=False)
"""Replays by their games' digests, weighed by the length of the log; in memory they are several
times that.
"""
_public_views: BoundedCache[tuple[str, ...]] = BoundedCache(
    max_count=4096, max_bytes=_MIB, by_language=False
)


def game_by_public_id(public_id: str) -> Game:
    """A game anyone may see. Raises Game.DoesNotExist for unknown and withdrawn ones alike."""
    games = Game.objects.visible().select_related("verdict").prefetch_related("seats")
    return games.get(public_id=public_id)


def visible_games() -> QuerySet[Game]:
    """All games that count, in no order: for those who ask by tables of their own (statistics)."""
    return Game.objects.counting().order_by()


def senders_of(ids: Iterable[int]) -> dict[int, str]:
    """The key of who sent each of these games in first; empty where it is not known."""
    rows = Game.objects.filter(pk__in=list(ids)).values_list("pk", "upload__sender")
    return {game: sender or "" for game, sender in rows}


def games_by_id(ids: Iterable[int]) -> QuerySet[Game]:
    """Games that count, of these primary keys (withdrawn and refused ones left out)."""
    return Game.objects.counting().filter(pk__in=list(ids))


class GameRefused(Http404):
    """The present engine refuses the game's log so that nothing of it can be shown."""


def replay_of(game: Game) -> Replay:
    """The game's replay, recomputed from its stored log; kept for a while.

    Of a finished game that the present engine refuses: the steps before the refusal. Raises
    GameRefused where there is nothing to show; where the game may still be going on, the place of
    the refusal is secret too.
    """
    return _replays.get(game.shown_key, lambda: _read(game), lambda _: len(game.canonical))


def _read(game: Game) -> Replay:
    judged = next(judge(shown_log(game).encode("utf-8")))
    if judged.replay is None or (judged.findings and not game.is_finished):
        raise GameRefused("the present engine refuses the log")
    return judged.replay


def shown_log(game: Game) -> str:
    """The game's log in canonical form, without the names that are left out of public pages."""
    return public_log(game.canonical, game.hidden_seats)


def can_be_shown(game: Game) -> bool:
    """Whether there is anything to show of the game besides its log."""
    try:
        return bool(replay_of(game))
    except GameRefused:
        return False


def verdict_on(game: Game) -> Verdict | None:
    """What the present engine reads otherwise in this game, if anything."""
    found: Verdict | None = getattr(game, "verdict", None)
    return found


def last_verification() -> Verification | None:
    """The last walk of an engine through all stored games that came to its end."""
    return Verification.objects.filter(finished_at__isnull=False).first()


def record_of(game: Game) -> Record:
    """The game's record."""
    return replay_of(game).record


def boards_by_digest(digests: Iterable[str]) -> dict[str, Board]:
    """Boards by their digests."""
    return {board.digest: board for board in Board.objects.filter(digest__in=set(digests))}


def games_list(chosen: GameFilter) -> QuerySet[Game]:
    """The games a valid filter asks for, newest first, each once, with what a list shows."""
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    return Game.objects.visible().filter(_condition(chosen)).only(*_LISTED).prefetch_related(seats)


def matches_of(games: Iterable[Game]) -> dict[str, list[Game]]:
    """The games that belong to the matches of these, by the match's key, in the order of play."""
    keys = {game.match_key for game in games} - {""}
    found: dict[str, list[Game]] = {key: [] for key in keys}
    if keys:
        rows = Game.objects.visible().filter(match_key__in=keys).order_by("match_game", "id")
        for game in rows.only("id", "public_id", "match_key", "match_game"):
            found[game.match_key].append(game)
    return found


def n_refused(chosen: GameFilter) -> int:
    """How many games a filter would find that the present engine refuses."""
    refused = _condition(chosen, refused=True)
    return Game.objects.visible().filter(refused).count()


def _condition(
    chosen: GameFilter, *, with_simulated: bool = True, refused: bool | None = None
) -> Q:
    asked = chosen.cleaned_data
    wants_refused = asked["refused"] == "yes" if refused is None else refused
    plain = {"kind": "kind", "edition": "edition", "mode": "mode", "reason": "reason"}
    plain |= {"from": "played_on__gte", "to": "played_on__lte"}
    condition = Q(**{field: asked[word] for word, field in plain.items() if asked[word]})
    if asked["finished"]:
        condition &= Q(is_finished=asked["finished"] == "yes")
    if asked["winner"]:
        condition &= won_by(asked["winner"])
    if asked["month"]:
        undated = asked["month"] == UNKNOWN_MONTH
        condition &= Q(month__isnull=True) if undated else Q(month=asked["month"])
    if asked["board"]:
        condition &= Q(board_digest=asked["board"]) | Q(board_id=asked["board"])
    if asked["player"]:
        condition &= _same_player(asked["player"])
    if with_simulated and asked["simulated"] != "all":
        condition &= Q(is_simulated=asked["simulated"] == "yes")
    return condition & (~Q(refused_by="") if wants_refused else Q(refused_by=""))


def won_by(side: str, of: str = "") -> Q:
    """Games that a side won, alone or with others; `none`: nobody won (yet). Several sides as
    `p1+p3`: exactly these. A condition on any model with a `winner` of this spelling, or with one
    under `of` (`game__`).
    """
    winner = f"{of}winner"
    if side == "none":
        return Q(**{f"{winner}__isnull": True}) | Q(**{winner: ""})
    found = Q(**{winner: side}) | Q(**{f"{winner}__contains": f"+{side}+"})
    for end, text in (("startswith", f"{side}+"), ("endswith", f"+{side}")):
        found |= Q(**{f"{winner}__{end}": text})
    return found


def _same_player(key: str) -> Q:
    """Games in which somebody's name key holds this text (a condition on Game, each game once)."""
    return Q(pk__in=Seat.objects.filter(name_key__contains=key).values("game_id"))


def played_by_counts(chosen: GameFilter) -> dict[str, int]:
    """How many games the filter finds of people, of programs and of both, whatever it says about
    `simulated`.
    """
    games = Game.objects.visible().filter(_condition(chosen, with_simulated=False))
    counts = games.aggregate(all=Count("id"), yes=Count("id", filter=Q(is_simulated=True)))
    return {"no": counts["all"] - counts["yes"], **counts}


def filter_choices() -> dict[str, list[str]]:
    """What there is to choose from: editions, ways of winning, boards."""
    games = Game.objects.counting().order_by()
    return {
        word: sorted(
            games.filter(**{f"{word}__isnull": False}).values_list(word, flat=True).distinct()
        )
        for word in ("edition", "reason", "board_id")
    }


def site_counts() -> dict[str, int]:
    """The numbers of the front page: games of people, simulated games, finished ones, players,
    boards.
    """
    games = Game.objects.counting().order_by()
    seats = Seat.objects.filter(
        game__withdrawn_at__isnull=True, game__refused_by="", game__is_simulated=False
    )
    return games.aggregate(
        n_people=Count("id", filter=Q(is_simulated=False)),
        n_simulated=Count("id", filter=Q(is_simulated=True)),
        n_finished=Count("id", filter=Q(is_simulated=False, is_finished=True)),
        n_boards=Count("board_digest", distinct=True),
    ) | {"n_players": seats.values("name_key").exclude(name_key=None).distinct().count()}


def latest_games(limit: int) -> list[Game]:
    """The newest games of people; where there are none yet, the newest simulated ones."""
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    games = Game.objects.counting().only(*_LISTED).prefetch_related(seats)
    return list(games.filter(is_simulated=False)[:limit]) or list(games[:limit])


def upload_by_public_id(public_id: str) -> Upload:
    """An upload, without its bytes. Raises Upload.DoesNotExist."""
    return Upload.objects.get(public_id=public_id)


def upload_items(upload: Upload, *, after: int = -1, limit: int = 100) -> list[UploadItem]:
    """An upload's items from after a position on, with the games anyone may see."""
    items = upload.items.filter(position__gt=after).select_related("game").order_by("position")
    items = items.prefetch_related(Prefetch("game__seats", Seat.objects.order_by("position")))
    return list(items.defer("game__canonical", "game__warnings")[:limit])


def upload_of_game(game: Game, public_ids: list[str]) -> Upload | None:
    """The last of these uploads that held the game, or None."""
    if not public_ids:
        return None
    found = Upload.objects.defer("raw").filter(public_id__in=public_ids, items__game=game)
    return found.order_by("id").last()


A_HANDFUL = 5  # games of one upload that a person looks at one after the other


def games_of_upload(upload: Upload) -> list[Game]:
    """The games anyone may see of an upload that held a handful, in the order of the file."""
    if upload.n_games is None or upload.n_games > A_HANDFUL:
        return []
    games = Game.objects.visible().filter(items__upload=upload).order_by("items__position")
    return list(games.only("id", "public_id"))


def only_game(upload: Upload) -> Game | None:
    """The game of an upload that held exactly one, if it may be seen: where its sender would go."""
    if upload.n_games != 1:
        return None
    return Game.objects.visible().filter(items__upload=upload).first()


def steps_of(game: Game, view: str, *, belief: bool = False) -> Iterator[dict[str, Any]]:
    """The step objects of the log-format page, as a view may know them."""
    return get_kind(game.kind).display.steps(replay_of(game), view, belief)


def _views_public_views_than_public(game: Game) -> tuple[str, ...]:
    kind, played = get_kind(game.kind), replay_of(game)
    public = list(kind.display.steps(played, "public", False))
    return tuple(
        v
        for v in kind.identity.views_in(game.mode)
        if list(kind.display.steps(played, v, False)) == public
    )


def open_views(game: Game) -> tuple[str, ...]:
    """The views anyone may take, the one shown first in front.

    A finished game is open in every view. An unfinished one may still be going on: only the public
    view and those that know no more than it are open, since its log would tell one side what the
    other must not know.
    """
    if game.is_finished:
        return get_kind(game.kind).identity.views_in(game.mode)
    is_open = _public_views.get(
        game.digest, lambda: _views_public_views_than_public(game), lambda views: 100 * len(views)
    )
    return tuple(sorted(is_open, key=lambda view: view != "public"))


def played_alike(game: Game, most: int = 5) -> list[Game]:
    """Other games anyone may see in which the very same was played: probably copies of this one,
    with other notes or names.
    """
    if not game.is_finished:  # that two hold the same secrets is a secret too
        return []
    alike = Game.objects.visible().filter(play_digest=game.play_digest).exclude(pk=game.pk)
    return list(alike.order_by("pk")[:most])


def open_warnings(game: Game) -> list[dict[str, Any]]:
    """A game's warnings, for anyone; none while it may still be going on, since they come from the
    whole log.
    """
    return game.warnings if game.is_finished else []


def is_log_open(game: Game) -> bool:
    """Whether anyone may have the whole log: it holds every secret of the game."""
    return game.is_finished


def upload_bytes(upload: Upload, most: int) -> bytes:
    """An upload's bytes as they came; nothing where they are more than `most`."""
    found = RawFile.objects.filter(pk=upload.raw_id, size__lte=most).values_list(
        "content", flat=True
    )
    return bytes(found.first() or b"")


def uploads_by_public_id(public_ids: Iterable[str]) -> list[Upload]:
    """The uploads there are of these, in the order they came."""
    found = Upload.objects.filter(public_id__in=[one for one in public_ids if is_public_id(one)])
    return list(found.order_by("id"))


def refused_items(upload: Upload, *, after: int = -1, limit: int = 100) -> list[UploadItem]:
    """An upload's refused items from after a position on."""
    refused = upload.items.filter(status="refused", position__gt=after)
    return list(refused.order_by("position")[:limit])


_OPEN = (
    "pk", "public_id", "edition", "mode", "board_digest", "month", "winner", "reason",
    "is_finished", "is_simulated", "n_events", "canonical", "hidden_seats",
)  # fmt: skip


def open_games(kind: str, after: int, limit: int) -> list[dict[str, Any]]:
    """The next games of a kind, by primary key, whose log everybody may have: finished, visible,
    and read by the present engine.
    """
    games = _all_open().filter(kind=kind, pk__gt=after).order_by("pk")
    return list(games.values(*_OPEN)[:limit])


def n_open_games(ids: Sequence[int]) -> int:
    """How many of these games everybody may have now."""
    parts = (ids[start : start + 500] for start in range(0, len(ids), 500))
    return sum(_all_open().filter(pk__in=part).count() for part in parts)


def _all_open() -> QuerySet[Game]:
    return Game.objects.counting().filter(is_finished=True)


def hidden_among(ids: Sequence[int]) -> dict[int, int]:
    """Which seats of these games are left out of public pages now, of those that have such."""
    found: dict[int, int] = {}
    for start in range(0, len(ids), 500):
        rows = Game.objects.filter(pk__in=ids[start : start + 500], hidden_seats__gt=0)
        found |= dict(rows.values_list("pk", "hidden_seats"))
    return found


def public_log(canonical: str, hidden_seats: int) -> str:
    """A log as everybody may have it: the canonical form, with the names left out that are to be
    left out of public pages. The one place that decides it.
    """
    if not hidden_seats:
        return canonical
    positions = [n for n in range(hidden_seats.bit_length()) if hidden_seats >> n & 1]
    return without_names(canonical, positions)
