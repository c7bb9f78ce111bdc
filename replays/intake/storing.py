"""Writing what an intake decided, in the transaction of its caller."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F, Q

from replays.models import (
    Annotation,
    AnnotationSet,
    Board,
    Branch,
    CollectionGame,
    Event,
    Game,
    GameTag,
    IntakeLock,
    PersonName,
    Record,
    Seat,
    SeatLink,
    UploadItem,
)
from replays.models.choices import ShownName
from replays.models.notes import TEXT_MAX
from replays.pipeline import Draft
from replays.signals import games_restored, games_stored, games_withdrawn
from replays.text.names import initials_of

from .announcing import CHANGED, REMOVED, STORED, announce, for_everyone
from .event_tags import store_event_tags
from .intake import Changes
from .merging import Union
from .publishing import number_finished, number_games

_LOG_FIELDS = (
    "digest", "edition", "mode", "board_id", "board_digest", "played_on", "month", "n_events",
    "winner", "reason", "is_finished", "is_simulated", "canonical", "engine_version", "match_key",
    "match_game", "shared_digest", "setup_digest", "part_1", "part_2", "part_3", "is_distinctive",
    "revision", "not_counted", "same_as", "differs_at", "hidden_seats", "initial_seats",
    "names_shown", "statistics",
)  # fmt: skip


def lock_intake() -> None:
    """Let only this transaction store, merge or withdraw games until it ends."""
    rows = IntakeLock.objects.filter(pk=1)
    if not rows.update(revision=F("revision") + 1):
        IntakeLock.objects.bulk_create([IntakeLock(id=1)], ignore_conflicts=True)
        rows.update(revision=F("revision") + 1)


def save_changes(changes: Changes) -> list[int]:
    """Write everything, and announce changes of visible games to statistics. Return the primary
    keys of the new games.
    """
    gone = {younger.pk for younger, _, _ in changes.absorbed}
    _follow_homes(changes)
    new = [game for pk, game in changes.new.items() if pk not in gone]
    changed = [game for pk, game in changes.changed.items() if pk not in gone]
    visible = {game.pk for game in changed if game.is_visible}
    recounted = sorted((changes.recounted - gone) & visible)
    if recounted:  # before their numbers change
        games_withdrawn.send(sender=Game, game_ids=recounted)
    _store_boards(changes.drafts.values())
    for pk, canonical in changes.own_logs.items():
        Record.objects.filter(game_id=pk, log="").update(log=canonical)
    number_games([game for game in new if game.is_visible])
    Game.objects.bulk_create(new)
    finished = {
        game.pk for game in number_finished([game for game in changed if game.pk in visible])
    }
    absorbed = [younger for younger, _, _ in changes.absorbed if younger.pk not in changes.new]
    announce((game, REMOVED, for_everyone(game, REMOVED)) for game in absorbed)
    Game.objects.bulk_update(changed, _LOG_FIELDS)
    store_seats([*new, *changed], changes.drafts)
    store_event_tags(game for game in (*new, *changed) if game.pk in changes.drafts)
    _store_records(changes)
    _store_notes_of_unions(changes)
    for younger, older, union in changes.absorbed:
        if younger.pk not in changes.new:
            _move_rows(younger, older, union.merged.moved[1])
    if recounted:
        games_restored.send(sender=Game, game_ids=recounted)
    if shown := [game.pk for game in new if game.is_visible]:
        games_stored.send(sender=Game, game_ids=shown)
    announce((game, STORED, for_everyone(game, STORED)) for game in new)
    announce(
        (game, CHANGED, for_everyone(game, STORED if game.pk in finished else CHANGED))
        for game in changed
    )
    return [game.pk for game in new]


def _store_notes_of_unions(changes: Changes) -> None:
    """Move notes and variations to the steps of merged logs, and store the notes of records."""
    for pk in changes.rebuilt:
        AnnotationSet.objects.filter(game=pk, edit_key="").delete()
    for game, union in changes.unions:
        if game.pk not in changes.rebuilt:
            _move_steps(game, union.merged.moved[0])
        _store_notes(game, union)
    for pk, step in changes.cut.items():
        Branch.objects.filter(game=pk, game_step__gt=step).delete()
        last = Game.objects.values_list("n_events", flat=True).get(pk=pk)
        Annotation.objects.filter(of__game=pk, step__gt=last).delete()


def _follow_homes(changes: Changes) -> None:
    """Replace games that became part of older ones in what will be written."""
    homes = {younger.pk: older for younger, older, _ in changes.absorbed}

    def home(game: Game) -> Game:
        while game.pk in homes:
            game = homes[game.pk]
        return game

    # a new game that is never stored has no rows whose steps could move
    changes.unions = [(home(game), union) for game, union in changes.unions]
    changes.moved = [(record, home(game)) for record, game in changes.moved]
    for game in (*changes.new.values(), *changes.changed.values()):
        if game.same_as is not None:
            game.same_as = home(game.same_as)
            if game.same_as.pk == game.pk:
                game.same_as, game.not_counted, game.differs_at = None, "", None


def _store_records(changes: Changes) -> None:
    homes = {younger.pk: older for younger, older, _ in changes.absorbed}
    for record in changes.records:
        while record.game_id in homes:
            record.game = homes[record.game_id]
    Record.objects.bulk_create(changes.records)
    replaced = [record.pk for record in changes.replaced]
    Record.objects.filter(pk__in=replaced).update(is_current=False)
    for record, game in changes.moved:
        revisions = Record.objects.filter(game=record.game_id, public_id=record.public_id)
        revisions.update(game=game)
        SeatLink.objects.filter(game=record.game_id, owner=record.owner).update(game=game)
        if record.owner:
            _move_belongings(record, game)
        UploadItem.objects.filter(
            game=record.game_id, upload=record.upload_id, position=record.position
        ).update(game=game)


def _move_belongings(record: Record, game: Game) -> None:
    """Let tags and entries of collections follow the last record of their owner to a game."""
    old, owner = record.game_id, record.owner
    if Record.objects.filter(game=old, owner=owner, is_current=True).exists():
        return
    entries = CollectionGame.objects.filter(game=old, owner=owner)
    both = CollectionGame.objects.filter(game=game).values("collection")
    entries.exclude(collection__in=both).update(game=game)
    taken = GameTag.objects.filter(game=game, owner=owner).values("key")
    GameTag.objects.filter(game=old, owner=owner).exclude(key__in=taken).update(game=game)


def store_seats(games: Sequence[Game], drafts: Mapping[int, Draft]) -> None:
    """Replace the stored seats of games that have a draft."""
    write_seats([(game, drafts[game.pk].seats) for game in games if game.pk in drafts])


def write_seats(wanted: Sequence[tuple[Game, Sequence[Mapping[str, Any]]]]) -> None:
    """Replace the stored seats of games by these. A name that its person hid everywhere is stored
    as a reference to the person; one that the owner hid in the game as its initials, or not at all.
    """
    hidden = PersonName.objects.hidden({seat["name_key"] for _, seats in wanted for seat in seats})
    rows = []
    for game, seats in wanted:
        before = game.hidden_seats, game.initial_seats
        game.hidden_seats = game.initial_seats = 0
        rows += [_seat(game, dict(seat), hidden.get(seat["name_key"])) for seat in seats]
        if (game.hidden_seats, game.initial_seats) != before:
            bits = {"hidden_seats": game.hidden_seats, "initial_seats": game.initial_seats}
            Game.objects.filter(pk=game.pk).update(**bits)
    Seat.objects.filter(game__in=[game.pk for game, _ in wanted]).delete()
    Seat.objects.bulk_create(rows)


def _seat(game: Game, seat: dict[str, Any], person: int | None) -> Seat:
    """Return the row of a seat, and set the bits of the game if its name is hidden."""
    name, bit = seat["name"], 1 << seat["position"]
    choice = game.name_choices.get(seat["role"], ShownName.FULL)
    if name is None or (choice == ShownName.FULL and person is None):
        return Seat(game=game, **seat)
    game.hidden_seats |= bit
    seat |= {"name": None, "name_key": None}
    if choice == ShownName.FULL:
        return Seat(game=game, person_id=person, **seat)
    initials = initials_of(name) if choice == ShownName.INITIALS and person is None else ""
    game.initial_seats |= bit if initials else 0
    return Seat(game=game, initials=initials, **seat)


def _store_boards(drafts: Iterable[Draft]) -> None:
    boards = {draft.board["digest"]: draft.board for draft in drafts if draft.board}
    stored = set(Board.objects.filter(digest__in=boards).values_list("digest", flat=True))
    missing = [Board(**boards[digest]) for digest in sorted(boards) if digest not in stored]
    Board.objects.bulk_create(missing, ignore_conflicts=True)


# ------------------------------------------------------------------------------ notes, variations


def _store_notes(game: Game, union: Union) -> None:
    """Store the notes of a merged record as a set of notes on its game."""
    notes = union.merged.notes
    if not notes:
        return
    rows = AnnotationSet.objects.create(game=game, view="omniscient", n_notes=len(notes))
    Annotation.objects.bulk_create(
        Annotation(of=rows, step=index + 1, text=note[:TEXT_MAX]) for index, note in notes.items()
    )


def _step_after(step: int, moved: Mapping[int, int]) -> int:
    """Return the step of a merged log that a step of one of its records became: the one before the
    next event that both have.
    """
    if step in moved:
        return moved[step]
    return moved[step - 1] + 1 if step - 1 in moved else step


def _move_steps(game: Game, moved: Mapping[int, int]) -> None:
    """Move notes and variations of a game to the steps of its new log."""
    if all(old == new for old, new in moved.items()):
        return
    notes = list(Annotation.objects.filter(of__game=game))
    for note in notes:
        note.step = moved[note.step - 1] + 1 if note.step - 1 in moved else 0
    for note in sorted(notes, key=lambda row: -row.step):  # upwards: each step is free by then
        Annotation.objects.filter(pk=note.pk).update(step=note.step)
    branches = list(Branch.objects.filter(game=game))
    for branch in branches:
        branch.game_step = _step_after(branch.game_step, moved)
    Branch.objects.bulk_update(branches, ["game_step"])


def _move_rows(younger: Game, older: Game, moved: Mapping[int, int]) -> None:
    """Move everything of a game to the older one that it is a part of, and delete its row."""
    _move_steps(younger, moved)
    for rows in (
        Record.objects.filter(game=younger),
        UploadItem.objects.filter(game=younger),
        AnnotationSet.objects.filter(game=younger),
        Branch.objects.filter(game=younger),
    ):
        rows.update(game=older)
    both = CollectionGame.objects.filter(game=older).values("collection")
    CollectionGame.objects.filter(game=younger).exclude(collection__in=both).update(game=older)
    taken = Q(role__in=older.seat_links.values("role")) | Q(key__in=older.seat_links.values("key"))
    SeatLink.objects.filter(game=younger).exclude(taken).update(game=older)
    events = Event.games.through.objects.filter(game=younger).values_list("event_id", flat=True)
    older.events.add(*events)
    older_tags = GameTag.objects.filter(game=older)
    for tag in GameTag.objects.filter(game=younger):
        if not older_tags.filter(owner=tag.owner, key=tag.key).exists():
            GameTag.objects.filter(pk=tag.pk).update(game=older)
    Game.objects.filter(same_as=younger).exclude(pk=older.pk).update(same_as=older)
    Game.objects.filter(pk=younger.pk).delete()  # statistics follow: `replays.apps`
