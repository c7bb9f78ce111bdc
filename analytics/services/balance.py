"""Fitting the balance of seats: a job that fits again what has changed."""

import json
from collections import defaultdict
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
_BATCH_SIZE = 2000


def fit_balance() -> int:
    """Bring every fit up to date. Return how many were fitted."""
    revision, fitted = counting.ledger_revision(), 0
    if BalanceFit.objects.exists() and not BalanceFit.objects.exclude(revision=revision).exists():
        return 0
    for kind in KINDS:
        for is_simulated in (False, True):
            fitted += _fit_kind(kind, revision, is_simulated=is_simulated)
    return fitted


def _fit_kind(kind: str, revision: int, *, is_simulated: bool) -> int:
    groups = _games(kind, is_simulated=is_simulated)
    sent_by, _ = uploaders(game for games in groups.values() for game in games)
    about, fitted = KINDS[kind], 0
    same: dict[str, Any] = {"kind": kind, "is_simulated": is_simulated}
    current = []
    for (edition, mode, board), games in sorted(groups.items()):
        _, declared = uploaders(games)
        digest = _digest(games, sent_by)
        key: dict[str, Any] = {**same, "edition": edition, "mode": mode, "board_digest": board}
        values: dict[str, Any] = {"revision": revision}
        if not BalanceFit.objects.filter(**key, digest=digest).exists():
            seats = [*about.counting.seats] or [*about.identity.sides]
            values |= {
                "games": len(games),
                "digest": digest,
                "report": report(games, sent_by, declared, seats),
                "fitted_at": timezone.now(),
            }
            fitted += 1
        current.append(BalanceFit.objects.update_or_create(**key, defaults=values)[0].pk)
    BalanceFit.objects.filter(**same).exclude(pk__in=current).delete()
    return fitted


def _games(kind: str, *, is_simulated: bool) -> dict[Group, list[Played]]:
    """Return the decided games of a kind by ruleset and board, in the order of their keys."""
    rows = Contribution.objects.filter(
        cell__kind=kind, cell__is_simulated=is_simulated
    ).exclude(cell__winner="")  # fmt: skip
    fields = ("pk", "cell__edition", "cell__mode", "cell__board_digest", "seats")
    by_group: dict[Group, list[Played]] = defaultdict(list)
    games = rows.order_by("pk").values_list(*fields).iterator(chunk_size=_BATCH_SIZE)
    for pk, edition, mode, board, seats in games:
        if len({seat["side"] for seat in seats} - {-1}) > 1:
            by_group[edition, mode, board].append(Played(pk, seats, ""))
    return {group: _with_people(games) for group, games in by_group.items()}


def _with_people(games: list[Played]) -> list[Played]:
    """Return the games with players' handles as names, and with their uploaders."""
    named = []
    for start in range(0, len(games), _BATCH_SIZE):
        batch = games[start : start + _BATCH_SIZE]
        senders = game_reads.senders_of(played.game for played in batch)
        handles = handles_of({s["name"] for played in batch for s in played.seats if s["name"]})
        for game, seats, _ in batch:
            own = [{**s, "name": handles.get(s["name"])} for s in seats if s["side"] != -1]
            named.append(Played(game, own, senders.get(game, "")))
    return named


def _digest(games: list[Played], sent_by: dict[int, str]) -> str:
    """Return a digest of the input of a report."""
    digest = sha256()
    for game, seats, _ in games:
        part = [game, sent_by.get(game), [[s["name"], s["place"], s["rank"]] for s in seats]]
        digest.update(json.dumps(part).encode())
    return digest.hexdigest()
