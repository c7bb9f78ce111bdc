"""Storing drafts as rows, in one transaction with the counters of their upload."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.utils.translation import gettext_noop

from replays.models import Board, Game, ItemStatus, PersonName, Seat, UploadItem
from replays.pipeline import Draft
from replays.text.names import handle_of

WITHDRAWN: dict[str, Any] = {
    "event": None,
    "line": None,
    "column": None,
    "rule": "log-format",
    "citation": "",
    "code": "withdrawn",
    "message": gettext_noop("This game was withdrawn and can't be uploaded again."),
    "legal": [],
}


def known_games(drafts: Iterable[Draft]) -> dict[str, Game]:
    """Return the stored games among these drafts by digest, including withdrawn ones."""
    return _games_by_digest({draft.digest for draft in drafts if draft.digest})


def _games_by_digest(digests: Iterable[str]) -> dict[str, Game]:
    rows = Game.objects.filter(digest__in=digests).only("id", "digest", "public_id", "withdrawn_at")
    return {game.digest: game for game in rows}


def store_games(drafts: Sequence[Draft], upload_id: int) -> tuple[dict[str, Game], set[str]]:
    """Store new games. Return every accepted draft's game by digest, and the digests of new games.

    Two uploads can contain the same new game at the same time: the unique digest decides which one
    stores it. A game is not stored if another game with the same play was withdrawn. The first game
    of a file gets the highest primary key, so lists (newest first) have the order of the file.
    """
    known = known_games(drafts)
    plays = {draft.play_digest for draft in drafts if draft.play_digest}
    withdrawn_games = Game.objects.filter(play_digest__in=plays, withdrawn_at__isnull=False)
    withdrawn = set(withdrawn_games.values_list("play_digest", flat=True))
    fresh = {
        d.digest: d
        for d in reversed(drafts)
        if d.game and d.digest and d.digest not in known and d.play_digest not in withdrawn
    }
    if not fresh:
        return known, set()
    _store_boards(fresh.values())
    last_first = sorted(fresh.values(), key=lambda draft: draft.position, reverse=True)
    new = [Game(upload_id=upload_id, **(draft.game or {})) for draft in last_first]
    if connection.vendor != "sqlite":  # SQLite has one writing transaction at a time
        _number_and_sort(new)
    Game.objects.bulk_create(new, ignore_conflicts=True)
    public_ids = {game.public_id for game in new}
    stored = _games_by_digest(fresh)
    own = {digest for digest, game in stored.items() if game.public_id in public_ids}
    _store_seats([(stored[digest], fresh[digest]) for digest in sorted(own)])
    return known | stored, own


def _store_seats(games: Sequence[tuple[Game, Draft]]) -> None:
    """Store the seats; a hidden name is stored as a reference to its person."""
    keys = {seat["name_key"] for _, draft in games for seat in draft.seats if seat["name_key"]}
    handles = {handle_of(key): key for key in keys}
    names = PersonName.objects.filter(handle__in=handles, person__left_out_at__isnull=False)
    hidden_people = {handles[h]: pk for h, pk in names.values_list("handle", "person_id")}
    rows = []
    for game, draft in games:
        hidden_seats = 0
        for seat in draft.seats:
            person = hidden_people.get(seat["name_key"])
            if person is not None:
                hidden_seats |= 1 << seat["position"]
                seat = {**seat, "name": None, "name_key": None}
            rows.append(Seat(game=game, person_id=person, **seat))
        if hidden_seats:
            Game.objects.filter(pk=game.pk).update(hidden_seats=hidden_seats)
    Seat.objects.bulk_create(rows)


def _number_and_sort(games: list[Game]) -> None:
    """Set primary keys in the order of the list, then sort by digest: two transactions that store
    the same games then can't deadlock.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [Game._meta.db_table, len(games)],
        )
        ids = sorted(row[0] for row in cursor.fetchall())
    for game, pk in zip(games, ids, strict=True):
        game.pk = pk
    games.sort(key=lambda game: game.digest)


def _store_boards(drafts: Iterable[Draft]) -> None:
    boards = {draft.board["digest"]: draft.board for draft in drafts if draft.board}
    stored = set(Board.objects.filter(digest__in=boards).values_list("digest", flat=True))
    missing = [Board(**boards[digest]) for digest in sorted(boards) if digest not in stored]
    Board.objects.bulk_create(missing, ignore_conflicts=True)


def store_items(drafts: Sequence[Draft], upload_id: int) -> tuple[dict[str, int], list[int]]:
    """Store the games and items of a batch. Return the number of items by status, and the primary
    keys of new games.
    """
    games, new = store_games(drafts, upload_id)
    counted: set[str] = set()
    items = []
    for draft in drafts:
        status, game, findings = _verdict(draft, games, new - counted)
        if status == ItemStatus.STORED and draft.digest:
            counted.add(draft.digest)
        items.append(
            UploadItem(
                upload_id=upload_id,
                position=draft.position,
                label=draft.label,
                status=status,
                game=game,
                findings=findings,
                warnings=draft.warnings,
            )
        )
    UploadItem.objects.bulk_create(items)
    counts = {status.value: sum(item.status == status for item in items) for status in ItemStatus}
    return counts, [games[digest].id for digest in new]


def _verdict(
    draft: Draft, games: dict[str, Game], new: set[str]
) -> tuple[ItemStatus, Game | None, list[dict[str, Any]]]:
    if draft.digest is None:
        return ItemStatus.REFUSED, None, draft.findings
    game = games.get(draft.digest)
    if game is not None and draft.digest in new:
        return ItemStatus.STORED, game, []
    if game is None or game.withdrawn_at is not None:
        return ItemStatus.REFUSED, None, [{"game": draft.position, **WITHDRAWN}]
    return ItemStatus.DUPLICATE, game, []
