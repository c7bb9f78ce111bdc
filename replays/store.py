"""Drafts → rows, in one transaction with the counters that tell of them."""

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
    """The games already stored among these drafts, by digest (withdrawn ones too)."""
    digests = {draft.digest for draft in drafts if draft.digest}
    if not digests:
        return {}
    rows = Game.objects.filter(digest__in=digests).only("id", "digest", "public_id", "withdrawn_at")
    return {game.digest: game for game in rows}


def withdrawn_plays(drafts: Iterable[Draft]) -> set[str]:
    """The plays among these drafts of which a game was withdrawn: another note or name on the same
    game does not bring it back.
    """
    plays = {draft.play_digest for draft in drafts if draft.play_digest}
    gone = Game.objects.filter(play_digest__in=plays, withdrawn_at__isnull=False)
    return set(gone.values_list("play_digest", flat=True))


def store_games(drafts: Sequence[Draft], upload_id: int) -> tuple[dict[str, Game], set[str]]:
    """Store what is new; give every accepted draft's game by digest, and the digests that are ours.

    Two uploads may hold the same new game at the same moment: the unique digest decides, the other
    one finds it there. The first game of the file gets the highest primary key, so that lists, the
    newest first, show a file's games in its own order.
    """
    known = known_games(drafts)
    gone = withdrawn_plays(drafts)
    fresh = {
        d.digest: d
        for d in reversed(drafts)
        if d.game and d.digest and d.digest not in known and d.play_digest not in gone
    }
    if not fresh:
        return known, set()
    _store_boards(fresh.values())
    from_last = sorted(fresh.values(), key=lambda draft: draft.position, reverse=True)
    made = [Game(upload_id=upload_id, **(draft.game or {})) for draft in from_last]
    if connection.vendor != "sqlite":  # there one transaction writes at a time
        _number_and_sort(made)
    Game.objects.bulk_create(made, ignore_conflicts=True)
    public_ids = {game.public_id for game in made}
    rows = Game.objects.filter(digest__in=fresh).only("id", "digest", "public_id", "withdrawn_at")
    found = {game.digest: game for game in rows}
    ours = {digest for digest, game in found.items() if game.public_id in public_ids}
    _store_seats([(found[digest], fresh[digest]) for digest in sorted(ours)])
    return known | found, ours


def _store_seats(games: Sequence[tuple[Game, Draft]]) -> None:
    """Store who sat where; who is left out of public pages has no name there."""
    keys = {seat["name_key"] for _, draft in games for seat in draft.seats if seat["name_key"]}
    left_out = people_left_out(keys)
    rows = []
    for game, draft in games:
        hidden = 0
        for seat in draft.seats:
            person = left_out.get(seat["name_key"])
            if person is None:
                rows.append(Seat(game=game, **seat))
            else:
                hidden |= 1 << seat["position"]
                rows.append(
                    Seat(game=game, person_id=person, **{**seat, "name": None, "name_key": None})
                )
        if hidden:
            Game.objects.filter(pk=game.pk).update(hidden_seats=hidden)
    Seat.objects.bulk_create(rows)


def people_left_out(keys: Iterable[str]) -> dict[str, int]:
    """Of these names' keys those that are left out of public pages, with their person."""
    wanted = {handle_of(key): key for key in keys}
    rows = PersonName.objects.filter(handle__in=wanted, person__left_out_at__isnull=False)
    return {wanted[handle]: person for handle, person in rows.values_list("handle", "person_id")}


def _number_and_sort(made: list[Game]) -> None:
    """Give primary keys in the order of the list, and bring it into that of the digests: two
    transactions that store the same games then never wait for each other in a ring.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [Game._meta.db_table, len(made)],
        )
        ids = sorted(row[0] for row in cursor.fetchall())
    for game, pk in zip(made, ids, strict=True):
        game.pk = pk
    made.sort(key=lambda game: game.digest)


def _store_boards(drafts: Iterable[Draft]) -> None:
    boards = {draft.board["digest"]: draft.board for draft in drafts if draft.board}
    there = set(Board.objects.filter(digest__in=boards).values_list("digest", flat=True))
    missing = [Board(**boards[digest]) for digest in sorted(boards) if digest not in there]
    if missing:
        Board.objects.bulk_create(missing, ignore_conflicts=True)


def store_items(drafts: Sequence[Draft], upload_id: int) -> tuple[dict[str, int], list[int]]:
    """Store a batch's games and items. Gives how many of each status there were, and the primary
    keys of new games.
    """
    games, ours = store_games(drafts, upload_id)
    counted: set[str] = set()
    items = []
    for draft in drafts:
        status, game, findings = _verdict(draft, games, ours - counted)
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
    return counts, [games[digest].id for digest in ours]


def _verdict(
    draft: Draft, games: dict[str, Game], ours: set[str]
) -> tuple[ItemStatus, Game | None, list[dict[str, Any]]]:
    if draft.digest is None:
        return ItemStatus.REFUSED, None, draft.findings
    game = games.get(draft.digest)
    if game is not None and draft.digest in ours:
        return ItemStatus.STORED, game, []
    if game is None or game.withdrawn_at is not None:
        return ItemStatus.REFUSED, None, [{"game": draft.position, **WITHDRAWN}]
    return ItemStatus.DUPLICATE, game, []
