"""What an owner decides about a game, and writing it. Statistics follow in the same transaction."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing

from replays.intake.announcing import CHANGED, REMOVED, STORED, announce, for_everyone
from replays.intake.publishing import number_stored
from replays.models import Game, Statistics, Visibility
from replays.models.audience import Audience
from replays.services.corrections import settle_copies, settle_games
from replays.signals import games_restored, games_withdrawn, names_changed

from .shown_names import rewrite_names

_SALT = "replays.undo"
_FIELDS = ("visibility", "public_from", "deleted_at", "names_shown", "statistics")


@dataclass(frozen=True, slots=True)
class State:
    """What an owner decides about a game: who can see it and how it counts, since when it is
    deleted, and how its players' names are shown (text form of `Game.name_choices`).
    """

    audience: Audience
    deleted_at: datetime | None = None
    names_shown: str = ""

    def published(self) -> "State":
        """Return the same state of a public game."""
        audience = replace(self.audience, visibility=Visibility.PUBLIC, public_from=None)
        return replace(self, audience=audience)


def state_of(game: Game) -> State:
    """Return the state of a game."""
    audience = Audience(game.visibility, game.public_from, game.statistics)
    return State(audience, game.deleted_at, game.names_shown)


def token_of(games: Iterable[Game]) -> str:
    """Return a signed token with the states of games."""
    rows = [(game.public_id, *map(_plain, _values(state_of(game)))) for game in games]
    return signing.dumps(rows, salt=_SALT, compress=True)


def states_of_token(token: str) -> dict[str, State]:
    """Return the states of a token by the public ids of the games. Raises BadSignature, also if it
    is too old.
    """
    rows = signing.loads(token, salt=_SALT, max_age=timedelta(days=settings.DELETED_DAYS))
    return {name: _read_state(*row) for name, *row in rows}


def _values(state: State) -> tuple[Any, ...]:
    shown = state.audience
    return (
        shown.visibility,
        shown.public_from,
        state.deleted_at,
        state.names_shown,
        shown.statistics,
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _read_state(
    visibility: str,
    public_from: str | None,
    deleted_at: str | None,
    names_shown: str = "",
    statistics: str = Statistics.YES,
) -> State:
    public, deleted = (
        None if text is None else datetime.fromisoformat(text) for text in (public_from, deleted_at)
    )
    return State(Audience(visibility, public, statistics), deleted, names_shown)


def counts(game: Game) -> bool:
    """Return whether the owner lets a game count, and everyone can find it."""
    return game.is_visible and game.statistics != Statistics.NO


def apply_states(states: Iterable[tuple[Game, State]]) -> None:
    """Write new states. The caller holds the lock of the intake."""
    changed = [(game, state_of(game), state) for game, state in states if state_of(game) != state]
    was_visible = {game.pk for game, *_ in changed if game.is_visible}
    was_counted = {game.pk for game, *_ in changed if counts(game)}
    for game, _, state in changed:
        for name, value in zip(_FIELDS, _values(state), strict=True):
            setattr(game, name, value)
        game.save(update_fields=_FIELDS)
    rewrite_names([game for game, old, new in changed if old.names_shown != new.names_shown])
    counted = {game.pk for game, *_ in changed if counts(game)}
    if leaving := sorted(was_counted - counted):
        games_withdrawn.send(sender=Game, game_ids=leaving)
        settle_copies(leaving)
    renamed = [game.pk for game, old, new in changed if _naming(old) != _naming(new)]
    if renamed:
        names_changed.send(sender=Game, game_ids=renamed)
    appeared = [game.pk for game, *_ in changed if game.is_visible and game.pk not in was_visible]
    number_stored(appeared)
    if coming := sorted(counted - was_counted):
        games_restored.send(sender=Game, game_ids=coming)
    announce((game, *_announced(game, old, game.pk in was_visible)) for game, old, _ in changed)
    settle_games({*appeared, *coming, *(game.pk for game, *_ in changed if _may_merge(game))})


def _naming(state: State) -> tuple[str, str]:
    """Return what decides which names statistics show; also those of private games in sets."""
    return state.names_shown, state.audience.statistics


def _announced(game: Game, old: State, was_visible: bool) -> tuple[str, str]:
    """Return what a change of a game's state is for its owners, and for everyone."""
    was_deleted = old.deleted_at is not None
    own, public = CHANGED, ""
    if old.names_shown != game.names_shown:
        public = for_everyone(game, CHANGED)
    if was_deleted != (game.deleted_at is not None):
        own = STORED if was_deleted else REMOVED
    if was_visible != game.is_visible and game.is_finished:
        public = REMOVED if was_visible else STORED
    return own, public


def _may_merge(game: Game) -> bool:
    """Return whether a visible game has no choices that keep it apart from those of others."""
    return game.is_visible and not game.names_shown and game.statistics == Statistics.YES
