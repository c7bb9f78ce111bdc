"""Win rates by role: the answer to a RoleQuestion, from a frame of cells."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from analytics.models import KEY_FIELDS

from .answer import Basis, Cluster, RoleAnswer, Tally
from .question import UNKNOWN, RoleQuestion
from .terms import mixed_label
from .wilson import hidden, rate

if TYPE_CHECKING:
    import pandas as pd

Labels = Callable[[str, str], str]
"""(dimension, key) → its label."""
COUNTS = ("games", "decided", "abandoned", "unfinished", "resigned")


def cells_frame(cells: Iterable[Mapping[str, Any]]) -> "pd.DataFrame":
    """Return a row for each cell: its key, and its numbers of games by how they ended."""
    import pandas as pd

    frame = pd.DataFrame(list(cells), columns=[*KEY_FIELDS, "games"])
    won = frame["winner"] != ""
    frame["games"] = frame["games"].astype("int64")
    frame["decided"] = frame["games"].where(won, 0)
    frame["unfinished"] = frame["games"].where(~frame["is_finished"].astype(bool), 0)
    frame["abandoned"] = frame["games"] - frame["decided"] - frame["unfinished"]
    frame["resigned"] = frame["decided"].where(frame["reason"] == "resign", 0)
    return frame


def answer_roles(
    question: RoleQuestion,
    frame: "pd.DataFrame",
    roles: Mapping[str, str],
    labels: Labels,
    basis: Basis,
    modes: Mapping[str, str],
) -> RoleAnswer:
    """Return how often each role wins in the games of a frame. `modes` are the names of modes: an
    edition whose games have several is labelled so.
    """
    by, params = question.by, question.filters.games_params(question.kind)
    overall = _cluster("", gettext("All games"), frame, roles, params)
    clusters = []
    if by:
        groups = frame if by != "reason" else frame[frame["decided"] > 0]
        whole = overall.tally.decided if by == "reason" else None
        column = {"board": "board_digest"}.get(by, by)
        for value, group in groups.groupby(column, sort=True, dropna=False):
            key = str(value) or (UNKNOWN if by == "month" else "")
            title = labels(by, key)
            if by == "edition":
                title = mixed_label(title, group["mode"].unique(), modes)
            clusters.append(_cluster(key, title, group, roles, {**params, by: key}, whole))
    weight = -1 if by in {"board", "reason"} else 0  # most games first, else by key
    clusters.sort(key=lambda c: (weight * c.tally.games, c.key == UNKNOWN, c.key))
    if question.filters.is_by_result:
        overall = _hide(overall)
    if question.is_closed:
        clusters = list(map(_hide, clusters))
    return RoleAnswer(question, dict(roles), overall, tuple(clusters), basis)


def tally_of(frame: "pd.DataFrame") -> Tally:
    """Return the games of a frame by how they ended."""
    return Tally(*(int(frame[name].sum()) for name in COUNTS))


def _cluster(
    key: str,
    label: str,
    frame: "pd.DataFrame",
    roles: Mapping[str, str],
    params: dict[str, str],
    whole: int | None = None,
) -> Cluster:
    """Return a group of games. `whole` is the n of its rates, by default its decided games."""
    tally, wins = tally_of(frame), _wins_by_side(frame)
    n = tally.decided if whole is None else whole
    return Cluster(key, label, tally, {role: rate(wins[role], n) for role in roles}, params)


def _hide(cluster: Cluster) -> Cluster:
    """Return a group without the values of its rates."""
    return replace(cluster, rates={role: hidden(rate) for role, rate in cluster.rates.items()})


def _wins_by_side(frame: "pd.DataFrame") -> "Counter[str]":
    """Return how many games each side won, alone or with others."""
    wins = Counter[str]()
    for winner, games in frame.groupby("winner")["games"].sum().items():
        for side in str(winner).split("+"):
            wins[side] += int(games)
    return wins
