"""Fitting the balance of places: a job that fits anew what has changed."""

import json
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.utils import timezone

from analytics.inference.report import report
from analytics.inference.uploads import Played, uploaders
from analytics.models import BalanceFit, Contribution
from analytics.reads import counting
from analytics.reads.players import handles_of
from games.registry import KINDS
from replays.reads import games as game_reads

Group = tuple[str, str, str]
"""Edition, mode, board."""
_A_READING = 2000


def fit_balance() -> int:
    """Bring every fit up to date; gives how many were fitted anew."""
    revision, fitted = counting.ledger_revision(), 0
    if BalanceFit.objects.exists() and not BalanceFit.objects.exclude(revision=revision).exists():
        return 0
    for kind in KINDS:
        for is_simulated in (False, True):
            fitted += _fit_kind(kind, revision, is_simulated=is_simulated)
    return fitted


def _fit_kind(kind: str, revision: int, *, is_simulated: bool) -> int:
    groups = _games(kind, is_simulated=is_simulated)
    sent_by, _ = uploaders(one for of in groups.values() for one in of)
    about, fitted = KINDS[kind], 0
    same: dict[str, Any] = {"kind": kind, "is_simulated": is_simulated}
    kept = []
    for (edition, mode, board), games in sorted(groups.items()):
        _, declared = uploaders(games)
        digest = _digest(games, sent_by)
        place: dict[str, Any] = {**same, "edition": edition, "mode": mode, "board_digest": board}
        row = BalanceFit.objects.filter(**place).first()
        if row is None or row.digest != digest:
            told = report(
                games, sent_by, declared, [*about.counting.seats] or [*about.identity.sides]
            )
            values: dict[str, Any] = {"games": len(games), "digest": digest, "report": told}
            values |= {"revision": revision, "fitted_at": timezone.now()}
            row, _ = BalanceFit.objects.update_or_create(**place, defaults=values)
            fitted += 1
        else:
            BalanceFit.objects.filter(pk=row.pk).update(revision=revision)
        kept.append(row.pk)
    BalanceFit.objects.filter(**same).exclude(pk__in=kept).delete()
    return fitted


def _games(kind: str, *, is_simulated: bool) -> dict[Group, list[Played]]:
    """The decided games of a kind, in the order of their primary keys, by ruleset and board."""
    rows = Contribution.objects.filter(
        cell__kind=kind, cell__is_simulated=is_simulated
    ).exclude(cell__winner="")  # fmt: skip
    fields = ("pk", "cell__edition", "cell__mode", "cell__board_digest", "seats")
    found: dict[Group, list[Played]] = defaultdict(list)
    for pk, edition, mode, board, seats in _in_parts(rows.order_by("pk").values_list(*fields)):
        if len({seat["side"] for seat in seats} - {-1}) > 1:
            found[edition, mode, board].append(Played(pk, seats, ""))
    return {group: _with_people(games) for group, games in found.items()}


def _in_parts(rows: Any) -> Iterator[tuple[Any, ...]]:
    yield from rows.iterator(chunk_size=_A_READING)


def _with_people(games: list[Played]) -> list[Played]:
    """The games with players for names, and with who sent them."""
    found = []
    for start in range(0, len(games), _A_READING):
        part = games[start : start + _A_READING]
        senders = game_reads.senders_of(one.game for one in part)
        handles = handles_of({s["name"] for one in part for s in one.seats if s["name"]})
        for one in part:
            seats = [{**s, "name": handles.get(s["name"])} for s in one.seats if s["side"] != -1]
            found.append(Played(one.game, seats, senders.get(one.game, "")))
    return found


def _digest(games: list[Played], sent_by: dict[int, str]) -> str:
    """A digest of all that a report is made of."""
    parts = (
        [one.game, sent_by.get(one.game), [[s["name"], s["place"], s["rank"]] for s in one.seats]]
        for one in games
    )
    digest = sha256()
    for part in parts:
        digest.update(json.dumps(part).encode())
    return digest.hexdigest()
