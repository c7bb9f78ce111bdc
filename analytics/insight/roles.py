"""The answer to a RoleQuestion, from a frame of cells."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from analytics.insight.frames import COUNTS

from .answer import Basis, Cluster, RoleAnswer, Tally
from .question import UNKNOWN, RoleQuestion
from .wilson import rate

if TYPE_CHECKING:
    import pandas as pd

Labels = Callable[[str, str], str]
"""(dimension, key) → what people read."""

_COLUMN = {"board": "board_digest"}


def answer_roles(
    question: RoleQuestion,
    frame: "pd.DataFrame",
    roles: Mapping[str, str],
    labels: Labels,
    basis: Basis,
) -> RoleAnswer:
    """Who wins how often in the frame's cells (`frames.cells_frame`), already filtered."""
    params = question.filters.games_params(question.kind)
    overall = _cluster("", gettext("All games"), frame, roles, None, params)
    clusters: list[Cluster] = []
    if question.by:
        column = _COLUMN.get(question.by, question.by)
        groups = frame if question.by != "reason" else frame[frame["decided"] > 0]
        whole = overall.tally.decided if question.by == "reason" else None
        for value, group in groups.groupby(column, sort=True, dropna=False):
            key = _key(question.by, value)
            if question.by == "reason":
                group_params = {**params, "reason": key}
            else:
                group_params = {**params, question.by: key}
            label = labels(question.by, key)
            clusters.append(_cluster(key, label, group, roles, whole, group_params))
    return RoleAnswer(question, dict(roles), overall, _sorted(question.by, clusters), basis)


def tally_of(frame: "pd.DataFrame") -> Tally:
    """The frame's games, by how they ended."""
    return Tally(*(int(frame[name].sum()) for name in COUNTS))


def _cluster(
    key: str,
    label: str,
    frame: "pd.DataFrame",
    roles: Mapping[str, str],
    whole: int | None,
    params: dict[str, str],
) -> Cluster:
    tally = tally_of(frame)
    wins = _wins_by_side(frame)
    n = tally.decided if whole is None else whole
    return Cluster(
        key,
        label,
        tally,
        {role: rate(wins.get(role, 0), n) for role in roles},
        params,
    )


def _wins_by_side(frame: "pd.DataFrame") -> dict[str, int]:
    """How many games each side won, alone or with others."""
    wins: dict[str, int] = {}
    for winner, games in frame.groupby("winner")["games"].sum().items():
        for side in str(winner).split("+"):
            wins[side] = wins.get(side, 0) + int(games)
    return wins


def _key(dimension: str, value: Any) -> str:
    if dimension == "month" and value == "":
        return UNKNOWN
    return str(value)


def _sorted(dimension: str, clusters: list[Cluster]) -> tuple[Cluster, ...]:
    """Boards and ways of winning by how many games they have, most first; all else by key, unknown
    last.
    """
    if dimension in {"board", "reason"}:
        return tuple(sorted(clusters, key=lambda c: (-c.tally.games, c.key)))
    return tuple(sorted(clusters, key=lambda c: (c.key == UNKNOWN, c.key)))
