"""Changes by the owner of games: who can see them, names, statistics, deleting and restoring.
Statistics follow in the same transaction (docs/adr/0018).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from replays.access.viewer import Viewer
from replays.intake.intake import Intake
from replays.intake.regrouping import divide
from replays.intake.storing import lock_intake, save_changes
from replays.models import (
    Board,
    CollectionGame,
    Game,
    GameTag,
    RawFile,
    Record,
    Statistics,
    Upload,
    UploadItem,
    Visibility,
)
from replays.models.audience import Audience
from replays.models.raw_bytes import remove_after_commit
from replays.models.visibility import owned
from replays.services.corrections import records_in_order, settle_games
from replays.services.retries import retrying
from replays.signals import owner_left
from replays.text.times import parse_time

from .collections import delete_collections_of
from .errors import Refusal, refusal
from .shown_names import chosen_names
from .states import State, apply_states, state_of, states_of_token, token_of
from .withdrawal import delete_games, refuse_plays

CHANGED_MAX = 200
"""Games of one change."""
STATISTICS_BATCH_SIZE = 50
"""Games of one transaction when all games of an owner are changed."""
DUE_BATCH_SIZE = 100
"""Games that one run of a task publishes or removes."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The games of a change as they are now, and a token that undoes it."""

    games: list[Game]
    undo: str


Wanted = Callable[[Game, State], State]
"""Returns the new state of a game of the viewer, from its present one."""


def parse_audience(
    visibility: str, public_from: str | None = None, statistics: str = Statistics.YES
) -> Audience:
    """Return an audience from its text form; a time without a zone is UTC. Raises Refusal."""
    check_statistics(statistics)
    if visibility not in Visibility.values:
        message = gettext("“{value}” is not valid. Choose public, unlisted or private.")
        raise refusal(422, "visibility", message, value=visibility[:40])
    if not public_from:
        return Audience(visibility, None, statistics)
    if visibility != Visibility.PRIVATE:
        raise refusal(
            422, "public_from", gettext("Only a private game can become public at a later time.")
        )
    return replace(_until(public_from), statistics=statistics)


def check_statistics(statistics: str) -> None:
    """Raise Refusal for an unknown choice about statistics."""
    if statistics not in Statistics.values:
        message = gettext("“{value}” is not valid. Choose yes, rates or no.")
        raise refusal(422, "statistics", message, value=statistics[:40])


def _until(public_from: str) -> Audience:
    when = parse_time(public_from)
    if when is None:
        raise refusal(
            422, "public_from", gettext("The time is not valid. Use the form 2027-01-31T18:00.")
        )
    if when <= timezone.now():
        raise refusal(422, "public_from", gettext("The time must be in the future."))
    return Audience(Visibility.PRIVATE, when)


def change_audience(viewer: Viewer, public_ids: Collection[str], audience: Audience) -> Changed:
    """Change who can see games of the viewer. Raises Refusal if one of them is not the viewer's."""
    return change_games(viewer, public_ids, audience=audience)


def change_games(
    viewer: Viewer,
    public_ids: Collection[str],
    *,
    audience: Audience | None = None,
    names: str | Mapping[str, str] | None = None,
    statistics: str | None = None,
) -> Changed:
    """Change games of the viewer: who can see them (the choice about statistics of `audience` is
    ignored), how names of players are shown (one choice for all of them, or choices by role), and
    how statistics count them; None leaves each unchanged. Raises Refusal.
    """
    if statistics is not None:
        check_statistics(statistics)

    def wanted(game: Game, now: State) -> State:
        shown = replace(audience or now.audience, statistics=statistics or now.audience.statistics)
        chosen = now.names_shown if names is None else chosen_names(game, names)
        return replace(now, audience=shown, names_shown=chosen)

    return _change(viewer, dict.fromkeys(public_ids, wanted))


def change_all_statistics(keys: Collection[str], statistics: str, most: int) -> bool:
    """Change how statistics count all games of an owner with these keys, at most so many at once.
    Return whether all are changed. A game that can't be divided from the logs of others, since the
    current engine can't read them, stays as it is.
    """
    viewer = Viewer(frozenset(keys))
    games = Game.objects.filter(owned(keys), withdrawn_at__isnull=True)
    other = games.exclude(statistics=statistics).order_by("pk")
    ids = list(other.values_list("public_id", flat=True)[: most + 1])
    for start in range(0, min(len(ids), most), STATISTICS_BATCH_SIZE):
        batch = ids[start : min(start + STATISTICS_BATCH_SIZE, most)]
        try:
            change_games(viewer, batch, statistics=statistics)
        except Refusal:
            for public_id in batch:
                with suppress(Refusal):
                    change_games(viewer, [public_id], statistics=statistics)
    return len(ids) <= most


def delete_own(viewer: Viewer, public_ids: Collection[str]) -> Changed:
    """Delete games of the viewer, who can restore them for some days; also those that staff hid.
    Raises Refusal.
    """
    now = timezone.now()
    return _change(
        viewer,
        dict.fromkeys(public_ids, lambda _, state: replace(state, deleted_at=now)),
        takes_hidden=True,
    )


def restore_own(viewer: Viewer, public_ids: Collection[str]) -> Changed:
    """Restore deleted games of the viewer. Those that staff hid stay hidden. Raises Refusal."""
    return _change(
        viewer,
        dict.fromkeys(public_ids, lambda _, state: replace(state, deleted_at=None)),
        takes_hidden=True,
    )


def undo_change(viewer: Viewer, token: str) -> Changed:
    """Undo a change of the viewer's games. Raises Refusal for a token that is not valid any more,
    and if one of the games is not the viewer's.
    """
    try:
        states = states_of_token(token)
    except signing.BadSignature as error:
        message = gettext("This change can no longer be undone.")
        raise refusal(422, "undo", message) from error
    wanted = {name: partial(_earlier, state) for name, state in states.items()}
    return _change(viewer, wanted, takes_hidden=True)


def _earlier(earlier: State, game: Game, now: State) -> State:
    """Return an earlier state. A game that is deleted again can be restored for as long as after
    its first deletion. Of a game that staff hid, only a deletion is undone.
    """
    if game.withdrawn_at is not None:
        earlier = replace(now, deleted_at=earlier.deleted_at)
    is_deleted_again = earlier.deleted_at is not None and now.deleted_at is None
    return replace(earlier, deleted_at=timezone.now()) if is_deleted_again else earlier


@retrying
def _change(viewer: Viewer, wanted: Mapping[str, Wanted], *, takes_hidden: bool = False) -> Changed:
    if len(wanted) > CHANGED_MAX:
        message = gettext("Change at most {most} games at once.")
        raise refusal(422, "too_many", message, most=CHANGED_MAX)
    with transaction.atomic():
        lock_intake()
        parts: list[tuple[Game, State]] = []
        divided: list[Game] = []
        for game, wanted_state in _own_games(viewer, wanted, takes_hidden=takes_hidden):
            now = state_of(game)
            if wanted_state(game, now) == now:  # no reason to divide it
                parts.append((game, now))
                continue
            own_part, left = _own_part(game, viewer.keys)
            divided += left
            parts += [(own, _due(wanted_state(own, state_of(own)))) for own in own_part]
        undo = token_of(own for own, _ in parts)
        apply_states(parts)
        settle_games(game.pk for game in divided)
        homes = Record.objects.filter(public_id__in=[own.public_id for own, _ in parts])
        games = Game.objects.filter(pk__in=homes.values("game_id")).prefetch_related("seats")
    return Changed(list(games), undo)


def _own_games(
    viewer: Viewer, wanted: Mapping[str, Wanted], *, takes_hidden: bool
) -> list[tuple[Game, Wanted]]:
    """Return the viewer's games with these ids, locked, also deleted ones and those that are part
    of another one, and with `takes_hidden` those that staff hid. Raises Refusal, the same for
    unknown games and for those of others.
    """
    own = Record.objects.filter(owner__in=viewer.keys, is_current=True)
    if not takes_hidden:
        own = own.filter(game__withdrawn_at__isnull=True)
    rows = own.filter(Q(public_id__in=list(wanted)) | Q(game__public_id__in=list(wanted)))
    states: dict[int, Wanted] = {}
    found = set()
    for name, home, game_id in rows.values_list("public_id", "game__public_id", "game_id"):
        for public_id in {name, home} & wanted.keys():
            states[game_id] = wanted[public_id]
            found.add(public_id)
    if missing := sorted(wanted.keys() - found):
        message = gettext("None of your games has this id: {ids}.")
        raise refusal(404, "not_found", message, ids=", ".join(missing)[:200])
    games = Game.objects.select_for_update().filter(pk__in=states).order_by("pk")
    return [(game, states[game.pk]) for game in games]


def _own_part(game: Game, keys: Collection[str]) -> tuple[list[Game], list[Game]]:
    """Return the games that have only records of an owner: the game itself, or after dividing it
    from the records of others, which keep their own visibility; and the games that were divided
    from it, of the owner or of others. Raises Refusal.
    """
    records = records_in_order(game)
    own = [record for record in records if record.owner in keys]
    others = [record for record in records if record.owner not in keys]
    if not others:
        return [game], []
    intake = Intake("", 0, [])
    intake.candidates.use(game)
    is_holder = records[0] in own
    stays, leaves = (own, others) if is_holder else (others, own)
    parts = divide(intake, game, stays, leaves)
    if parts is None:
        message = gettext(
            "The current engine can't read a log of this game, so your log can't be separated."
        )
        raise refusal(422, "unreadable", message)
    save_changes(intake.changes)
    part, rest = parts if is_holder else reversed(parts)
    for rows in (CollectionGame.objects.filter(game=game), GameTag.objects.filter(game=game)):
        of_part = rows.filter(owner__in=keys)
        of_part.update(game=part[0])
        rows.exclude(owner__in=keys).update(game=rest[0])
    return part, parts[1]


def _due(state: State) -> State:
    """Return a state as public if its time has passed."""
    when = state.audience.public_from
    is_due = state.deleted_at is None and when is not None and when <= timezone.now()
    return state.published() if is_due else state


@retrying
def publish_due() -> int:
    """Make the next private games public whose time has come; return how many. Lists and statistics
    change in the same transaction.
    """
    due = Game.objects.present().filter(public_from__lte=timezone.now())
    if not due.exists():
        return 0
    with transaction.atomic():
        lock_intake()
        games = list(due.select_for_update().order_by("public_from")[:DUE_BATCH_SIZE])
        apply_states([(game, state_of(game).published()) for game in games])
    return len(games)


@retrying
def remove_deleted() -> int:
    """Remove games that were deleted so long ago that they can't be restored any more, with their
    files and boards where no other game needs them; return how many.
    """
    before = timezone.now() - timedelta(days=settings.DELETED_DAYS)
    with transaction.atomic():
        lock_intake()
        games = Game.objects.filter(deleted_at__lte=before).order_by("deleted_at")
        rows = list(games.values_list("pk", "board_digest")[:DUE_BATCH_SIZE])
        ids = [pk for pk, _ in rows]
        uploads = set(Record.objects.filter(game__in=ids).values_list("upload_id", flat=True))
        UploadItem.objects.filter(game__in=ids).update(label="", warnings=[], added={})
        refuse_plays(ids)
        removed = delete_games(ids)
        remove_files(uploads - {None})
        boards = Board.objects.filter(digest__in={digest for _, digest in rows})
        boards.exclude(digest__in=Game.objects.values("board_digest")).delete()
    return removed


@retrying
def delete_uploads(keys: Collection[str]) -> int:
    """Permanently delete everything that an owner with these keys sent; return how many games. A
    game that others sent too stays with their records only. If the current engine can't read one of
    them, it stays whole, and the owner's records in it have no owner any more.
    """
    with transaction.atomic():
        lock_intake()
        games = Game.objects.filter(records__owner__in=keys).distinct()
        by_others = Record.objects.filter(is_current=True).exclude(owner__in=keys)
        shared = games.filter(pk__in=by_others.values("game_id"))
        ids = set(games.values_list("pk", flat=True)) - set(shared.values_list("pk", flat=True))
        for game in shared:
            with suppress(Refusal):
                ids |= {own.pk for own in _own_part(game, keys)[0]}
        refuse_plays(ids)
        n = delete_games(ids)
        delete_collections_of(keys)
        Record.objects.filter(owner__in=keys, is_current=False).delete()
        Record.objects.filter(owner__in=keys).update(owner="", upload=None)
        remove_files(Upload.objects.filter(uploader__in=keys).values_list("pk", flat=True))
        owner_left.send(sender=Game, keys=keys, new_key="")
    return n


def remove_files(upload_ids: Iterable[int | None]) -> None:
    """Remove uploads that no game came from any more, and their bytes if no other upload has the
    same. Files are locked before the last check, as an upload of the same bytes locks them.
    """
    needed = Record.objects.filter(upload__isnull=False).values("upload_id")
    uploads = Upload.objects.filter(pk__in=list(upload_ids)).exclude(pk__in=needed)
    files = RawFile.objects.filter(pk__in=list(uploads.values_list("raw_id", flat=True)))
    list(files.select_for_update().order_by("pk").values_list("pk", flat=True))
    uploads.delete()
    unneeded = files.exclude(pk__in=Upload.objects.values("raw_id"))
    remove_after_commit(list(unneeded.values_list("location", flat=True)))
    unneeded.delete()
