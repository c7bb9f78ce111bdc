"""Balance and ratings of a set of games: the stored fit of the games that a viewer may see.

A fit is stored under a digest of these games and of what is counted of them, so a viewer never gets
the fit of another viewer's games (docs/adr/0026). It contains handles, and names are read when it
is shown. A job makes it (`analytics.services.set_fits`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from analytics.models import BalanceFit, ResultsFit, SetFit, Standing
from analytics.results_model.games import MODEL_VERSION
from replays.reads import names as name_reads
from replays.reads.cache import BoundedCache
from replays.reads.sets import GameSet
from replays.text.names import handle_of

MAX_FITTED = 5_000
"""The model is not fitted to larger sets."""
MAX_ATTEMPTS = 3
"""Jobs that begin a fit before it counts as failed."""
_MAX_READ, _MAX_BYTES, _BYTES_A_ROW = 20, 50_000_000, 2_000


@dataclass(frozen=True, slots=True)
class SetResults:
    """The fit of the decided games of a set, and what pages show of it: rows that are not stored as
    such. Without a decided game `fit` is None and the others are empty.
    """

    fit: ResultsFit | None
    standings: tuple[Standing, ...]
    balance: tuple[BalanceFit, ...]


NOTHING = SetResults(None, (), ())
_read: BoundedCache[SetResults] = BoundedCache(_MAX_READ, _MAX_BYTES, by_language=False)


def fit_digest(games: GameSet, kind: str, *, simulated: bool) -> str:
    """Return the digest under which the fit of a set is stored: of the games of a kind that its
    viewer may see, of the versions that count and fit them, and of the names.
    """
    names = name_reads.names_version()
    parts = (games.digest, games.version, kind, simulated, MODEL_VERSION, names)
    return sha256(repr(parts).encode()).hexdigest()


def set_results(games: GameSet, kind: str, *, simulated: bool) -> SetResults | None:
    """Return the stored fit of a set; None while it is not made."""
    digest = fit_digest(games, kind, simulated=simulated)
    data = SetFit.objects.filter(pk=digest).values_list("data", flat=True)

    def read() -> SetResults:
        stored = data.first()
        return _results(stored) if stored else NOTHING

    if not data.filter(data__isnull=False).exists():
        return None
    return _read.get(digest, read, _weigh)


def has_failed(games: GameSet, kind: str, *, simulated: bool) -> bool:
    """Return whether all attempts to fit a set ended without a result."""
    rows = SetFit.objects.filter(pk=fit_digest(games, kind, simulated=simulated))
    return rows.filter(data__isnull=True, attempts__gte=MAX_ATTEMPTS).exists()


def to_data(results: SetResults) -> dict[str, Any]:
    """Return results as `SetFit.data` stores them."""
    return {
        "fit": _values(results.fit) if results.fit else None,
        "standings": [_values(row) for row in results.standings],
        "balance": [_values(row) for row in results.balance],
    }


def _values(row: Any) -> dict[str, Any]:
    names = (field.name for field in row._meta.concrete_fields)
    values = {name: getattr(row, name) for name in names if name not in ("id", "snapshot")}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
    }


def _results(data: Mapping[str, Any]) -> SetResults:
    fit = data["fit"]
    return SetResults(
        ResultsFit(**{**fit, "fitted_at": datetime.fromisoformat(fit["fitted_at"])})
        if fit
        else None,
        tuple(Standing(**row) for row in data["standings"]),
        tuple(BalanceFit(**row) for row in data["balance"]),
    )


def _weigh(results: SetResults) -> int:
    return _BYTES_A_ROW * (1 + len(results.standings) + len(results.balance))


def names_in_set(games: GameSet, handles: Iterable[str]) -> dict[str, str]:
    """Return the names of players by handle, of those who play in games of a set that are not
    public: for viewers of the set only.
    """
    wanted = set(handles)
    if not wanted or not games.hidden:
        return {}
    written = name_reads.names_among(games.hidden)
    shown = name_reads.shown_names(written)
    names: dict[str, str] = {}
    for key, name in written.items():
        handle = handle_of(shown[key])
        if handle in wanted and (handle not in names or key == shown[key]):
            names[handle] = name
    return names
