"""Fitting the model of results to sets of games: a page requests a fit, a job makes it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from analytics.inference.played import Group, Played, is_ranked
from analytics.models import KEY_FIELDS, Contribution, HiddenContribution, SetFit
from analytics.reads.set_fits import (
    MAX_ATTEMPTS,
    NOTHING,
    SetResults,
    fit_digest,
    to_data,
)
from analytics.services import notifications
from analytics.services.results import fitted_rows, with_people
from replays.reads.keys import key_list
from replays.reads.sets import GameSet

MAX_WAITING = 200
"""Requests that wait at the same time; further ones are made when a page is opened again."""
STORED_DAYS = 7


def request_set_fit(games: GameSet, kind: str, *, simulated: bool) -> None:
    """Request the fit of a set, unless it is made or requested."""
    digest = fit_digest(games, kind, simulated=simulated)
    if SetFit.objects.filter(pk=digest).exists() or _waiting().count() >= MAX_WAITING:
        return
    row = SetFit(
        digest=digest,
        kind=kind,
        is_simulated=simulated,
        public=games.public,
        hidden=games.hidden,
    )
    SetFit.objects.bulk_create([row], ignore_conflicts=True)
    notifications.enqueue_set_fits()


def fit_sets() -> int:
    """Make the requested fits, the oldest request first, and remove old ones. Return how many were
    made.
    """
    before = timezone.now() - timedelta(days=STORED_DAYS)
    SetFit.objects.filter(requested_at__lt=before).delete()
    n = 0
    for row in _waiting().order_by("requested_at").iterator():
        # counted first, so that one that ends its process does not stop the others for ever
        mine = SetFit.objects.filter(pk=row.pk, data__isnull=True, attempts=row.attempts)
        if mine.update(attempts=F("attempts") + 1):
            data = to_data(_fitted(row))
            SetFit.objects.filter(pk=row.pk).update(data=data, public=[], hidden=[])
            n += 1
    return n


def _waiting() -> QuerySet[SetFit]:
    return SetFit.objects.filter(data__isnull=True, attempts__lt=MAX_ATTEMPTS)


def _fitted(row: SetFit) -> SetResults:
    games = with_people(sorted(_ranked_games(row), key=lambda played: played.game))
    if not games:
        return NOTHING
    rows, _ = fitted_rows((row.kind, row.is_simulated), games)
    return SetResults(rows.fit, tuple(rows.standings), tuple(rows.balance))


def _ranked_games(row: SetFit) -> Iterator[Played]:
    """Yield the games of a request that were decided between sides."""
    columns = [f"cell__{name}" for name in KEY_FIELDS]
    public = Contribution.objects.filter(pk__in=key_list(row.public), kind=row.kind)
    hidden = HiddenContribution.objects.filter(pk__in=key_list(row.hidden), kind=row.kind)
    hidden = hidden.filter(digest=F("game__digest"))
    fields = ("pk", "time_key", "seats")
    rows: list[tuple[Any, ...]] = list(public.values_list(*fields, *columns))
    rows += ((*row, *key) for *row, key in hidden.values_list(*fields, "key"))
    for pk, time_key, seats, *values in rows:
        key = dict(zip(KEY_FIELDS, values, strict=True))
        if key["winner"] and key["is_simulated"] == row.is_simulated and is_ranked(seats):
            group = Group(key["edition"], key["mode"], key["board_digest"])
            yield Played(pk, group, time_key, seats)
