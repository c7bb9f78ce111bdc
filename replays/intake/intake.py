"""Taking in the judged logs of one uploader: what each of them is, in memory; `save` writes it.

So a dry run does the same as an upload, and a batch can contain several records of one game.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop

from games.core.record import counted_part
from replays.models import Game, ItemStatus, NotCounted, PersonName, Record
from replays.models.audience import PUBLIC, Audience
from replays.models.choices import stricter, strictest_names
from replays.models.game import game_key
from replays.pipeline import Draft

from .candidates import Candidates
from .fingerprint import Fingerprint, tables_fit
from .matching import Choices, Match, choices_of, find_match, is_gone
from .merging import Union, unite

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


DELETED: dict[str, Any] = WITHDRAWN | {
    "code": "deleted",
    "message": gettext_noop("You deleted this game. Restore it in “My games”."),
}

WIDER: dict[str, Any] = WITHDRAWN | {
    "code": "visible_to_more",
    "message": gettext_noop(
        "This log continues your unfinished game, which more people can see. "
        "First change who can see that game in “My games”."
    ),
}

MAX_RECORDS = 20
"""Current records of a game."""


@dataclass(slots=True)
class Verdict:
    """The result for one log: its status, its game if there is one, why it was refused, and what it
    added to a stored game.
    """

    status: ItemStatus
    game: Game | None = None
    findings: list[dict[str, Any]] = field(default_factory=list)
    added: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Changes:
    """What an intake will write.

    `drafts` are the logs of new and changed games, `recounted` the changed games that add other
    numbers to statistics. `own_logs` are logs of games before their first change, `replaced`
    records with a later revision. `unions` are merged records with their games; of the
    `rebuilt` games they are all. `cut` says up to which step a corrected log is as before.
    `absorbed` are games, the older ones that they became part of, and the unions; `moved`
    are records that become a separate game.
    """

    new: dict[int, Game] = field(default_factory=dict)
    changed: dict[int, Game] = field(default_factory=dict)
    recounted: set[int] = field(default_factory=set)
    drafts: dict[int, Draft] = field(default_factory=dict)
    own_logs: dict[int, str] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)
    replaced: list[Record] = field(default_factory=list)
    unions: list[tuple[Game, Union]] = field(default_factory=list)
    rebuilt: set[int] = field(default_factory=set)
    cut: dict[int, int] = field(default_factory=dict)
    absorbed: list[tuple[Game, Game, Union]] = field(default_factory=list)
    moved: list[tuple[Record, Game]] = field(default_factory=list)


class Intake:
    """Decides for each log of a batch what it is. The caller holds the lock of the intake. New
    games are for the `audience`; if that is not everyone, they are compared with no other games.
    """

    def __init__(
        self,
        owner: str,
        upload_id: int,
        drafts: Sequence[Draft],
        marks: Sequence[Fingerprint] = (),
        audience: Audience = PUBLIC,
    ) -> None:
        self.audience = audience
        self.owner = owner
        self.upload_id = upload_id
        self._marks = {d.position: Fingerprint(d.replay) for d in drafts if d.game and d.replay}
        self.candidates = Candidates(owner, [*self._marks.values(), *marks])
        self.changes = Changes()

    def mark(self, draft: Draft) -> Fingerprint:
        """Return the fingerprint of an accepted log of the batch."""
        return self._marks[draft.position]

    def take(self, draft: Draft) -> Verdict:
        """Return what a log is, and prepare its storing."""
        if draft.game is None:
            is_unreadable = draft.is_unreadable
            status = ItemStatus.UNREADABLE if is_unreadable else ItemStatus.REFUSED
            return Verdict(status, findings=draft.findings)
        mark = self.mark(draft)
        duplicates = self.candidates.duplicates(mark)
        visible = [record for record in duplicates if record.game.is_present]
        own = [record for record in visible if self.owner and record.owner == self.owner]
        earlier = None if own else self._earlier_state(mark)
        if visible and earlier is None:
            return Verdict(ItemStatus.DUPLICATE, (own or visible)[0].game)
        if any(self._is_own_deleted(record) for record in duplicates):
            return Verdict(ItemStatus.REFUSED, findings=[{"game": draft.position, **DELETED}])
        is_withdrawn = len(visible) < len(duplicates)
        if is_withdrawn or (mark.replay.is_over and is_gone(mark, self.candidates)):
            finding = {"game": draft.position, **WITHDRAWN}
            return Verdict(ItemStatus.REFUSED, findings=[finding])
        if earlier is not None:
            if earlier.game.visibility in self.audience.wider:
                return Verdict(ItemStatus.REFUSED, findings=[{"game": draft.position, **WIDER}])
            return self._continue(earlier, draft, mark)
        is_compared = mark.replay.is_over and self.audience.is_public
        choices = Choices(statistics=self.audience.statistics, owner=self.owner)
        match = find_match(mark, self.candidates, choices) if is_compared else Match()
        if match.game is not None:
            union = self._unite(match.game, mark)
            if union is not None:
                return self._merge(match.game, union, draft, mark)
            match = Match(same_as=match.game, contradicts=True)
        return self._store(draft, mark, match)

    def _is_own_deleted(self, record: Record) -> bool:
        is_own = bool(self.owner) and record.owner == self.owner
        return is_own and record.game.deleted_at is not None

    def _earlier_state(self, mark: Fingerprint) -> Record | None:
        """Return the owner's unfinished record that this log continues."""
        for record in self.candidates.unfinished(mark):
            other = self.candidates.mark_of(record.game)
            if other is not None and tables_fit(mark, other):
                return record
        return None

    # ------------------------------------------------------------------------------------- storing

    def _store(self, draft: Draft, mark: Fingerprint, match: Match) -> Verdict:
        game = Game(
            pk=game_key(self.upload_id, draft.position),
            upload_id=self.upload_id or None,
            position=draft.position,
            visibility=self.audience.visibility,
            public_from=self.audience.public_from,
            statistics=self.audience.statistics,
            **(draft.game or {}),
            **mark.game_fields,
        )
        mark_repeat(game, match, is_exact=mark.replay.is_exact)
        self.add_game(game, draft)
        self.add_record(game, draft, mark, public_id=game.public_id)
        return Verdict(ItemStatus.STORED, game)

    def add_game(self, game: Game, draft: Draft) -> None:
        """Add a new game."""
        self.changes.new[game.pk] = game
        self.changes.drafts[game.pk] = draft

    def add_record(
        self, game: Game, draft: Draft, mark: Fingerprint, public_id: str = "", log: str = ""
    ) -> Record:
        """Add a record of the owner to a game."""
        record = Record(
            game=game,
            owner=self.owner,
            upload_id=self.upload_id or None,
            position=draft.position,
            is_finished=mark.replay.is_over,
            text_digest=mark.text_digest,
            play_digest=mark.play.digest,
            log=log,
            **({"public_id": public_id} if public_id else {}),
        )
        self.changes.records.append(record)
        self.candidates.add_new(record, mark)
        return record

    # ------------------------------------------------------------------------------------- merging

    def _unite(self, game: Game, mark: Fingerprint) -> Union | None:
        other = self.candidates.mark_of(game)
        return None if other is None else unite(other, mark)

    def _merge(self, game: Game, union: Union, draft: Draft, mark: Fingerprint) -> Verdict:
        """Add a record to a game. A game has at most so many: more tell nothing new."""
        n_new = sum(record.game_id == game.pk for record in self.changes.records)
        stored = Record.objects.filter(game=game.pk, is_current=True)
        if n_new + stored.count() >= MAX_RECORDS:
            return Verdict(ItemStatus.MERGED, game)
        self.own_log(game)
        self.add_record(game, draft, mark, log=(draft.game or {})["canonical"])
        self.changes.unions.append((game, union))
        self.change(game, union.draft)
        return Verdict(ItemStatus.MERGED, game, added=union.added)

    def own_log(self, game: Game) -> None:
        """Give the records of a game their own logs before the game's log changes."""
        self.changes.own_logs.setdefault(game.pk, game.canonical)
        for record in self.changes.records:
            if record.game_id == game.pk and not record.log:
                record.log = game.canonical

    def change(self, game: Game, draft: Draft) -> None:
        """Give a game another log."""
        fields = draft.game or {}
        if fields["canonical"] == game.canonical:
            return
        if counts_differently(game, fields) and game.pk not in self.changes.new:
            self.changes.recounted.add(game.pk)
        for name, value in fields.items():
            if name != "warnings":
                setattr(game, name, value)
        if game.hidden_seats or game.names_shown:  # its names may be other ones now
            _hide_names(game, draft)
        game.revision += 1
        is_exact = draft.replay is None or draft.replay.is_exact
        if is_exact == (game.not_counted == NotCounted.INCOMPLETE):
            self._mark_repeat(game, Match(), is_exact=is_exact)
        self.changes.drafts[game.pk] = draft
        if game.pk not in self.changes.new:
            self.changes.changed[game.pk] = game
        mark = self.candidates.mark_of(game)
        for name, value in (mark.game_fields if mark else {}).items():
            setattr(game, name, value)
        self.candidates.add_game(game)

    # -------------------------------------------------------------------------- continuing, merging

    def _continue(self, earlier: Record, draft: Draft, mark: Fingerprint) -> Verdict:
        """Replace an unfinished record by a later state of the same game."""
        game = earlier.game
        self.count_less(game, self.audience.statistics)
        self.replace(earlier, draft, mark)
        self.change(game, draft)
        if not mark.replay.is_over or not game.is_visible:
            return Verdict(ItemStatus.CONTINUED, game)
        other = self.settle(game, mark)
        if other is None or other.pk == game.pk:
            return Verdict(ItemStatus.CONTINUED, game)
        return Verdict(ItemStatus.MERGED, other)

    def replace(self, earlier: Record, draft: Draft, mark: Fingerprint) -> Record:
        """Make a log the next revision of a record; return it."""
        self.own_log(earlier.game)
        earlier.is_current = False
        if earlier.pk:
            self.changes.replaced.append(earlier)
        canonical = (draft.game or {})["canonical"]
        game, public_id = earlier.game, earlier.public_id
        return self.add_record(game, draft, mark, public_id=public_id, log=canonical)

    def settle(self, game: Game, mark: Fingerprint, *, older_only: bool = False) -> Game | None:
        """Compare a game that has become comparable with the others. Return the game that it became
        part of, or itself if another one became part of it; None if it stays apart. With
        `older_only`, matches with younger games change nothing.
        """
        match = find_match(mark, self.candidates, choices_of(game), own=game)
        other = match.game or match.same_as
        if other is None and not game.not_counted:
            return None
        if older_only and (other is None or self.candidates.is_older(game, other)):
            return None
        self._mark_repeat(game, match, is_exact=mark.replay.is_exact)
        if match.game is None:
            return None
        is_older = self.candidates.is_older(game, match.game)
        older, younger = (game, match.game) if is_older else (match.game, game)
        return older if self.absorb(older, younger) else None

    def _hide_more(self, game: Game, names_shown: str, draft: Draft) -> None:
        """Hide the names in a game that a choice about another log of it hides."""
        strict = strictest_names(game.names_shown, names_shown)
        if strict != game.names_shown:
            game.names_shown = strict
            self.changes.drafts[game.pk] = draft  # its seats are stored again
            if game.pk not in self.changes.new:
                self.changes.changed[game.pk] = game

    def count_less(self, game: Game, statistics: str) -> None:
        """Let statistics count less of a game, if a choice about another log of it says so."""
        strict = stricter(game.statistics, statistics)
        if strict != game.statistics:
            game.statistics = strict
            if game.pk not in self.changes.new:
                self.changes.changed[game.pk] = game
                self.changes.recounted.add(game.pk)

    def forget_repeat(self, game: Game) -> None:
        """Note on a game that is not over that no other one counts instead."""
        if game.same_as_id is not None:
            self._mark_repeat(game, Match(), is_exact=True)

    def _mark_repeat(self, game: Game, match: Match, *, is_exact: bool) -> None:
        """Note on a stored game that another one counts instead, or none."""
        before = game.not_counted
        mark_repeat(game, match, is_exact=is_exact)
        if game.pk not in self.changes.new:
            self.changes.changed[game.pk] = game
            if game.not_counted != before:
                self.changes.recounted.add(game.pk)

    def absorb(self, older: Game, younger: Game) -> bool:
        """Make a younger game part of an older one; return False if their union is not valid."""
        mark = self.candidates.mark_of(younger)
        union = None if mark is None else self._unite(older, mark)
        if union is None or mark is None:
            is_exact = mark is None or mark.replay.is_exact
            match = Match(same_as=older, contradicts=True)
            self._mark_repeat(younger, match, is_exact=is_exact)
            return False
        self.own_log(older)
        self.own_log(younger)
        self.changes.unions.append((older, union))
        self.changes.absorbed.append((younger, older, union))
        self.candidates.remove(younger)
        self._hide_more(older, younger.names_shown, union.draft)
        self.count_less(older, younger.statistics)
        if not younger.not_counted:  # the play keeps counting
            is_exact = union.draft.replay is None or union.draft.replay.is_exact
            self._mark_repeat(older, Match(), is_exact=is_exact)
        self.change(older, union.draft)
        return True


def _hide_names(game: Game, draft: Draft) -> None:
    """Set which names of a changed log are hidden. A game with a name that its owner hid belongs to
    no match: other games of the match would show the name.
    """
    hidden = PersonName.objects.hidden(seat["name_key"] for seat in draft.seats)
    game.hidden_seats = 0
    for seat in draft.seats:
        is_chosen = seat["name"] is not None and seat["role"] in game.name_choices
        if is_chosen or seat["name_key"] in hidden:
            game.hidden_seats |= 1 << seat["position"]
        if is_chosen:
            game.match_key, game.match_game = "", None


def counts_differently(game: Game, fields: dict[str, Any]) -> bool:
    """Return whether another log of a game changes anything that is counted."""
    one, other = (json.loads(canonical) for canonical in (game.canonical, fields["canonical"]))
    return counted_part(one) != counted_part(other)


def mark_repeat(game: Game, match: Match, *, is_exact: bool) -> None:
    """Note on a game that another one with its moves counts instead, or none; and that a log that
    lacks moves never counts alone (docs/adr/0015). A decision of an administrator stays.
    """
    if game.decision:
        return
    game.same_as, game.differs_at = match.same_as, match.differs_at
    game.not_counted = "" if is_exact else NotCounted.INCOMPLETE
    if match.same_as is not None:
        reason = NotCounted.CONTRADICTION if match.contradicts else NotCounted.SAME_MOVES
        game.not_counted = reason
