"""Putting the records of a game together again after one was corrected or split off."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from games.core.replay import Replay
from games.registry import judge
from replays.models import Game, PersonName, Record
from replays.models.game import game_key
from replays.pipeline import Draft, draft_of
from replays.text.names import name_key

from .fingerprint import Fingerprint, tables_fit
from .intake import Intake, mark_repeat
from .matching import Match
from .merging import Union, unite


@dataclass(slots=True)
class _Group:
    """Records of one game: their union, and the records in the order in which they joined. `hidden`
    are the hidden names among those of all records, as keys.
    """

    draft: Draft
    replay: Replay
    records: list[Record]
    hidden: Collection[str]
    unions: list[Union] = field(default_factory=list)

    @property
    def mark(self) -> Fingerprint:
        """The union as uploads are compared with it: without its hidden names."""
        players = self.replay.record.players
        roles = (p.role for p in players if name_key(p.name or "") in self.hidden)
        return Fingerprint(self.replay, frozenset(roles))

    def join(self, record: Record, mark: Fingerprint) -> bool:
        """Add a record, if it is of the same game."""
        ours = self.mark
        is_same_sort = mark.record.simulated == ours.record.simulated
        union = unite(ours, mark) if is_same_sort and tables_fit(ours, mark) else None
        if union is None or union.draft.replay is None:
            return False
        self.draft, self.replay = union.draft, union.draft.replay
        self.records.append(record)
        self.unions.append(union)
        return True


def regroup(intake: Intake, game: Game, records: Sequence[Record]) -> list[Game]:
    """Make a game the union of these current records of it, the one with its id first. Records that
    contradict it become separate games, together where they agree. Return all these games. A
    record that the current engine refuses stays where it is.
    """
    return _regroup(intake, game, _groups(records))


def _regroup(intake: Intake, game: Game, groups: Sequence[_Group]) -> list[Game]:
    if not groups:
        return [game]
    intake.own_log(game)
    first, *apart = groups
    intake.change(game, first.draft)
    _rebuild_notes(intake, game, first)
    return [game, *(_make_game(intake, group) for group in apart)]


def divide(
    intake: Intake, game: Game, stays: Sequence[Record], leaves: Sequence[Record]
) -> tuple[list[Game], list[Game]] | None:
    """Divide the records of a game: those that stay, one of which has its id, and those that leave
    it and become separate games, together where they agree. Return the games of both parts. None,
    and nothing changes, if the current engine refuses a record: it would stay in the wrong part.
    """
    staying, leaving = _groups(stays), _groups(leaves)
    if sum(len(group.records) for group in staying + leaving) < len(stays) + len(leaves):
        return None
    games = _regroup(intake, game, staying)
    return games, [_make_game(intake, group) for group in leaving]


def _groups(records: Sequence[Record]) -> list[_Group]:
    """Unite records where they agree, in their order."""
    groups: list[_Group] = []
    read = [(record, *found) for record in records if (found := _read(record)) is not None]
    hidden = PersonName.objects.hidden(
        seat["name_key"] for _, draft, _ in read for seat in draft.seats
    )
    for record, draft, replay in read:
        mark = Fingerprint(replay)
        if not any(group.join(record, mark) for group in groups):
            groups.append(_Group(draft, replay, [record], hidden))
    return groups


def split_off(intake: Intake, record: Record, decision: str) -> Game | None:
    """Give a record its own game; None if the current engine refuses it."""
    read = _read(record)
    return None if read is None else _make_game(intake, _Group(*read, [record], ()), decision)


def _make_game(intake: Intake, group: _Group, decision: str = "") -> Game:
    """Give records their own game, with the id and the place in lists that the first of them had or
    would have had alone.
    """
    record = group.records[0]
    intake.own_log(record.game)
    game = Game(
        pk=_free_key(intake, record),
        public_id=record.public_id,
        created_at=record.stored_at,
        upload_id=record.upload_id,
        position=record.position,
        decision=decision,
        visibility=record.game.visibility,
        public_from=record.game.public_from,
        names_shown=record.game.names_shown,
        statistics=record.game.statistics,
        withdrawn_at=record.game.withdrawn_at,
        withdrawn_reason=record.game.withdrawn_reason,
        **(group.draft.game or {}),
        **group.mark.game_fields,
    )
    mark_repeat(game, Match(), is_exact=group.replay.is_exact)
    intake.add_game(game, group.draft)
    intake.changes.moved += [(each, game) for each in group.records]
    _rebuild_notes(intake, game, group)
    return game


def _free_key(intake: Intake, record: Record) -> int:
    """Return the key that the game of a record has in the order of lists, or a new one."""
    new = intake.changes.new
    key = game_key(record.upload_id or 0, record.position)
    if record.upload_id and key not in new and not Game.objects.filter(pk=key).exists():
        return key
    highest = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return max(highest, *new, 0) + 1


def _rebuild_notes(intake: Intake, game: Game, group: _Group) -> None:
    """Let the notes of a game's records follow the records."""
    intake.changes.rebuilt.add(game.pk)
    intake.changes.unions += [(game, union) for union in group.unions]


def _read(record: Record) -> tuple[Draft, Replay] | None:
    """Return the log of a record as a draft; None if the current engine refuses it."""
    draft = draft_of(next(judge(record.canonical.encode("utf-8"))), record.owner)
    if draft.replay is None or draft.game is None:
        return None
    return draft, draft.replay
