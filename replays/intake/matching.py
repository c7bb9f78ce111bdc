"""Deciding which stored game a finished log is a record of (docs/adr/0015)."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.play import differences
from replays.models import Game, Record, Statistics, Visibility

from .candidates import Candidates
from .fingerprint import Fingerprint, same_table, tables_fit

MAX_DIFFERENCES = 2
"""Events in which two records of one game may contradict each other and still be recognized."""


@dataclass(frozen=True, slots=True)
class Match:
    """How a finished log relates to the stored games.

    `game` is the one it is a record of. Otherwise `same_as` is the game with the same moves at
    another table, or with `contradicts` the one that it contradicts; `differs_at` is the index of
    the first such event in the log (None: the union of both is not a valid log).
    """

    game: Game | None = None
    same_as: Game | None = None
    contradicts: bool = False
    differs_at: int | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What the owner of a log chose about it. Games of different owners, one of which has choices
    about names or statistics, are not united: the choices are about the owner's log only. `owner`
    is empty if the game has records of several owners, or of none.
    """

    names_shown: str = ""
    statistics: str = Statistics.YES
    owner: str = ""

    @property
    def is_default(self) -> bool:
        """Whether nothing was chosen."""
        return not self.names_shown and self.statistics == Statistics.YES

    def allow_union(self, other: "Choices") -> bool:
        """Return whether logs with these choices may become one game."""
        is_one_owner = self.owner != "" and self.owner == other.owner
        return is_one_owner or (self.is_default and other.is_default)


def choices_of(game: Game) -> Choices:
    """Return the choices of the owner of a stored game."""
    owners: set[str] = set()
    if game.names_shown or game.statistics != Statistics.YES:
        rows = Record.objects.filter(game=game.pk, is_current=True)
        owners = set(rows.values_list("owner", flat=True))
    owner = owners.pop() if len(owners) == 1 else ""
    return Choices(game.names_shown, game.statistics, owner)


@dataclass(frozen=True, slots=True)
class _Compared:
    game: Game
    mark: Fingerprint
    differs_at: int | None
    fits: bool
    is_distinctive: bool


def find_match(
    mark: Fingerprint,
    candidates: Candidates,
    choices: Choices = Choices(),
    own: Game | None = None,
) -> Match:
    """Compare a finished log, about which its owner made choices, with the stored games, except for
    `own`.
    """
    found = list(_compare(mark, candidates.with_shared_digest(mark), candidates, own))
    same = [it for it in found if it.differs_at is None]
    merging = [it for it in same if (it.fits and it.is_distinctive) or same_table(it.mark, mark)]
    merging = [it for it in merging if _may_unite(choices, it.game)]
    if merging:
        return Match(game=_preferred(merging))
    found = [it for it in found if it.game.statistics != Statistics.NO]
    copies = [it for it in found if it.differs_at is None and it.is_distinctive]
    if copies:
        return Match(same_as=_counted(_preferred(copies)))
    clashes = [it for it in found if it.differs_at is not None]
    if not clashes and mark.is_distinctive:
        clashes = list(_compare(mark, candidates.with_a_part(mark), candidates, own))
    clashes = [it for it in clashes if it.differs_at is not None and it.fits and it.is_distinctive]
    clashes = [it for it in clashes if it.game.statistics != Statistics.NO]
    if clashes:
        game = _preferred(clashes)
        differs_at = next(it.differs_at for it in clashes if it.game is game)
        return Match(same_as=_counted(game), contradicts=True, differs_at=differs_at)
    return Match()


def is_gone(mark: Fingerprint, candidates: Candidates) -> bool:
    """Return whether a public game with this distinctive play was withdrawn or deleted (3.8), or
    was removed after staff had hidden it.
    """
    if mark.is_distinctive and candidates.is_refused(mark):
        return True
    for game in candidates.with_shared_digest(mark):
        if _is_gone(game) and game.is_simulated == mark.record.simulated:
            other = candidates.mark_of(game)
            is_same = other is not None and differences(mark.play, other.play) == []
            if is_same and (mark.is_distinctive or game.is_distinctive):
                return True
    return False


def _is_gone(game: Game) -> bool:
    return not game.is_present and game.visibility == Visibility.PUBLIC


def _compare(
    mark: Fingerprint, games: Iterable[Game], candidates: Candidates, own: Game | None
) -> Iterable[_Compared]:
    for game in games:
        is_other = own is None or game.pk != own.pk
        if not is_other or not game.is_visible or not game.is_finished:
            continue
        if game.is_simulated != mark.record.simulated:
            continue
        if not (mark.is_distinctive or game.is_distinctive or mark.has_time):
            continue
        other = candidates.mark_of(game)
        differing = None if other is None else differences(mark.play, other.play)
        if other is None or differing is None or len(differing) > MAX_DIFFERENCES:
            continue
        differs_at = differing[0].ours if differing else None
        fits = tables_fit(mark, other)
        is_distinctive = mark.is_distinctive or other.is_distinctive
        yield _Compared(game, other, differs_at, fits, is_distinctive)


def _may_unite(choices: Choices, game: Game) -> bool:
    is_plain = not game.names_shown and game.statistics == Statistics.YES
    return choices.is_default if is_plain else choices.allow_union(choices_of(game))


def _preferred(found: list[_Compared]) -> Game:
    """Return the oldest game that counts, else the oldest."""
    return next((it.game for it in found if not it.game.not_counted), found[0].game)


def _counted(game: Game) -> Game:
    """Return the game that counts instead of one that does not."""
    return game.same_as if game.not_counted and game.same_as is not None else game
