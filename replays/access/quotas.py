"""Quotas: how much an uploader key, and a client address, may upload per day.

A day begins at midnight UTC. Counts are rows (`models.Usage`), so they survive a restart, and all
web processes share them. An address is stored only as a keyed digest that is another one each day.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from replays.access.addresses import client_network


@dataclass(frozen=True, slots=True)
class Quota:
    """What a subject may upload per day; 0: no limit. The subject is a digest, 64 hex digits."""

    subject: str
    max_bytes: int
    max_games: int


def quotas_of(request: HttpRequest, uploader: str) -> list[Quota]:
    """Return the quotas of a client. `uploader` is its key; empty: a new one, which has uploaded
    nothing.
    """
    return list(_quotas(request, uploader))


def _quotas(request: HttpRequest, uploader: str) -> Iterator[Quota]:
    subjects = {"KEY": uploader, "ADDRESS": client_network(request)}
    for kind, subject in subjects.items():
        sizes = (getattr(settings, f"QUOTA_{kind}_{unit}") for unit in ("BYTES", "GAMES"))
        max_bytes, max_games = sizes
        if subject and (max_bytes or max_games):
            day = f"{timezone.now():%Y-%m-%d}"
            digest = salted_hmac(f"replays.quotas.{kind} {day}", subject, algorithm="sha256")
            yield Quota(digest.hexdigest(), max_bytes, max_games)
