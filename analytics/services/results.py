"""Fitting the model of results: a job that fits the pools whose games have changed, and stores
what pages show of each fit: balance and ratings.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from analytics.inference.played import Group, Played, is_ranked, model_game
from analytics.inference.uploads import Uploaders, uploaders, uploads_report
from analytics.models import POOL_FIELDS, BalanceFit, Contribution, ResultsFit, Standing
from analytics.reads import counting
from analytics.reads.players import handles_of
from analytics.results_model.games import MODEL_VERSION
from games.registry import KINDS
from replays.reads import games as game_reads

if TYPE_CHECKING:
    from analytics.results_model.balance import GroupResult
    from analytics.results_model.fitted import PoolFit

Pool = tuple[str, bool]
"""A kind of game, and whether its bot games."""
_BATCH_SIZE = 2000
_last_fits: dict[Pool, "PoolFit"] = {}
"""The last fits of this process: in a large pool the next one starts from them."""


class PoolRows(NamedTuple):
    """The rows that are stored of a fit."""

    fit: ResultsFit
    standings: list[Standing]
    balance: list[BalanceFit]


def pools() -> list[Pool]:
    """Return all pools."""
    return [(kind, is_simulated) for kind in KINDS for is_simulated in (False, True)]


def fit_results(*, full: bool = False) -> int:
    """Bring every fit up to date. Return how many pools were fitted. With `full`, pools whose fit
    started from that of earlier games are fitted from nothing.
    """
    revision = counting.ledger_revision()
    due = ResultsFit.objects.exclude(revision=revision, model_version=MODEL_VERSION)
    if full:
        due |= ResultsFit.objects.filter(is_full=False)
    if ResultsFit.objects.exists() and not due.exists():
        return 0
    return sum(_fit_pool(pool, revision, full=full) for pool in pools())


def _fit_pool(pool: Pool, revision: int, *, full: bool) -> bool:
    """Fit a pool unless its stored fit is of the same games. Return whether it was fitted."""
    same = ResultsFit.objects.filter(**pool_fields(pool))
    games = list(ranked_games(pool))
    if not games:
        _delete(pool, revision)
        return False
    known = same.filter(digest=digest_of(games, uploaders(games)), model_version=MODEL_VERSION)
    if known.exclude(is_full=False).exists() or (not full and known.exists()):
        known.filter(revision__lt=revision).update(revision=revision)
        return False
    rows, fit = fitted_rows(pool, games, None if full else _last_fits.get(pool))
    _last_fits[pool] = fit
    rows.fit.revision = revision
    _store(pool, rows)
    return True


def ranked_games(pool: Pool) -> Iterator[Played]:
    """Yield the games of a pool that were decided between sides, with players' handles."""
    kind, is_simulated = pool
    decided = Contribution.objects.filter(cell__kind=kind, cell__is_simulated=is_simulated)
    fields = ("pk", "cell__edition", "cell__mode", "cell__board_digest", "time_key", "seats")
    rows = decided.exclude(cell__winner="").order_by("pk").values_list(*fields)
    batch: list[Played] = []
    for pk, edition, mode, board, time_key, seats in rows.iterator(chunk_size=_BATCH_SIZE):
        if is_ranked(seats):
            batch.append(Played(pk, Group(edition, mode, board), time_key, seats))
        if len(batch) == _BATCH_SIZE:
            yield from with_people(batch)
            batch = []
    yield from with_people(batch)


def with_people(games: Sequence[Played]) -> list[Played]:
    """Return the games with players' handles as names, and with their uploaders."""
    by_game = game_reads.uploaders_of(played.game for played in games)
    return [
        played._replace(uploader=by_game.get(played.game, "")) for played in with_handles(games)
    ]


def with_handles(
    games: Sequence[Played], find: Callable[[set[str]], Mapping[str, str]] = handles_of
) -> list[Played]:
    """Return the games with players' handles instead of the keys of their names, as `find` returns
    them by key, and without seats that take no part in the ranking.
    """
    handles = find({s["name"] for played in games for s in played.seats if s["name"]})
    return [
        played._replace(
            seats=[
                {**seat, "name": handles.get(seat["name"])}
                for seat in played.seats
                if seat["side"] != -1
            ]
        )
        for played in games
    ]


def digest_of(games: Iterable[Played], known: Uploaders) -> str:
    """Return the digest of a fit's input, which does not depend on the order of uploads."""
    lines = sorted(
        json.dumps([model_game(played)._replace(key=""), known.by_game.get(played.game)])
        for played in games
    )
    return sha256("\n".join(lines).encode()).hexdigest()


def fitted_rows(
    pool: Pool, games: Sequence[Played], previous: "PoolFit | None" = None
) -> tuple[PoolRows, "PoolFit"]:
    """Return the rows of the fit of a pool's games, which are not stored yet, and the fit itself.
    In a large pool it starts from a `previous` fit.
    """
    from analytics.results_model.balance import balance
    from analytics.results_model.fitted import REFIT_PARAMETERS, fit_pool
    from analytics.results_model.needed import games_needed
    from analytics.results_model.report import variances

    results = [model_game(played) for played in games]
    fit = previous.updated(results) if previous else fit_pool(results)
    is_full = previous is None or fit.design.parameters.n <= REFIT_PARAMETERS
    known = uploaders(games)
    fields = pool_fields(pool)
    row = ResultsFit(
        **fields,
        model_version=MODEL_VERSION,
        digest=digest_of(games, known),
        is_full=is_full,
        revision=0,
        fitted_at=timezone.now(),
        games=len(games),
        variances={name: sd for name, sd in variances(fit, "").items() if name != "pool"},
    )
    groups = balance(fit)
    reports = _balance_rows(fields, groups, games, known, games_needed(fit, groups))
    return PoolRows(row, _standings(fields, fit), reports), fit


def _standings(fields: Mapping[str, Any], fit: "PoolFit") -> list[Standing]:
    from analytics.results_model.curves import curves
    from analytics.results_model.ratings import ratings

    over_time = curves(fit)
    rows = []
    for row in ratings(fit, ""):
        points = [] if row["role"] else over_time.get(row["player"], [])
        rating, low, high = _rounded((row["rating"], row["low"], row["high"]))
        standing = Standing(
            **fields,
            handle=row["player"],
            role=row["role"] or "",
            component=row["component"],
            games=row["games"],
            rating=rating,
            low=low,
            high=high,
            curve=[[day, *_rounded(numbers)] for day, *numbers in points],
        )
        rows.append(standing)
    return rows


def _rounded(numbers: Iterable[float]) -> list[float]:
    """Return numbers with six decimals: further ones depend on the order in which the handles of
    players are sorted, so they would change when a name is hidden.
    """
    return [round(number, 6) for number in numbers]


def _balance_rows(
    fields: Mapping[str, Any],
    results: Sequence["GroupResult"],
    games: Sequence[Played],
    known: Uploaders,
    needed: Mapping[str, int | None],
) -> list[BalanceFit]:
    from analytics.results_model.balance import largest_parts, n_comparisons

    by_group: dict[Group, list[Played]] = defaultdict(list)
    for played in games:
        by_group[played.group].append(played)
    by_label = {group.label: group for group in by_group}
    common = {"comparisons": n_comparisons(results)}
    rows = []
    for result in results:
        group = by_label[result.group]
        body = result.to_json("")
        report = {name: part for name, part in body.items() if name not in ("pool", "group")}
        of_pair, of_uploader = largest_parts([model_game(game) for game in by_group[group]])
        report |= {"largest_pair": of_pair, "largest_uploader": of_uploader}
        report["needed"] = needed.get(result.group)
        row = BalanceFit(
            **fields,
            edition=group.edition,
            mode=group.mode,
            board_digest=group.board,
            games=len(by_group[group]),
            report={**report, **common, "uploads": uploads_report(by_group[group], known)},
        )
        rows.append(row)
    return rows


def _store(pool: Pool, rows: PoolRows) -> None:
    """Replace the stored rows of a pool, unless those of a later state are stored."""
    same = pool_fields(pool)
    values = {
        field.name: getattr(rows.fit, field.name)
        for field in ResultsFit._meta.concrete_fields
        if field.name not in ("id", "snapshot", *POOL_FIELDS)
    }
    revision = values["revision"]
    with transaction.atomic():
        # the first statement writes, so that SQLite waits instead of failing half-way
        rows.fit.revision = 0
        ResultsFit.objects.bulk_create([rows.fit], ignore_conflicts=True)
        if not ResultsFit.objects.filter(**same, revision__lte=revision).update(**values):
            return
        Standing.objects.filter(**same).delete()
        BalanceFit.objects.filter(**same).delete()
        Standing.objects.bulk_create(rows.standings, batch_size=500)
        BalanceFit.objects.bulk_create(rows.balance, batch_size=500)


def _delete(pool: Pool, revision: int) -> None:
    """Delete the rows of a pool without games, unless those of a later state are stored."""
    _last_fits.pop(pool, None)
    same = pool_fields(pool)
    with transaction.atomic():
        if ResultsFit.objects.filter(**same, revision__lte=revision).delete()[0]:
            Standing.objects.filter(**same).delete()
            BalanceFit.objects.filter(**same).delete()


def pool_fields(pool: Pool) -> dict[str, Any]:
    """Return the values of `POOL_FIELDS` by name."""
    return dict(zip(POOL_FIELDS, pool, strict=True))
