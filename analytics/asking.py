"""From a statistics address to a question: what all doors share."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from analytics import selectors
from analytics.filters import StatsFilter, problems
from analytics.insight.definitions import LAYERS
from analytics.insight.question import Filters, SpaceQuestion
from games.core.contract import GameKind
from games.registry import KINDS

DEFAULT_LAYER = "route"


class BadQuestion(Exception):
    """Theirs: an address that asks for what does not exist. `problems` names each word and what
    would be right.
    """

    def __init__(self, problems: list[dict[str, str]], form: StatsFilter) -> None:
        super().__init__(f"{problems[0]['word']}: {problems[0]['message']}")
        self.problems, self.form = problems, form


class NoSuchKind(Exception):
    """Theirs: no game of this name keeps statistics here."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid address: which games, split by what, which layer; and the form that shows it."""

    kind: GameKind
    form: StatsFilter
    filters: Filters
    by: str
    layer: str

    def words(self, **changes: str) -> dict[str, str]:
        """The address's words with some changed; an empty one goes."""
        layer = "" if self.layer == DEFAULT_LAYER else self.layer
        words = {**self.filters.words(), "by": self.by, "layer": layer, **changes}
        return {word: value for word, value in words.items() if value}


def read_question(kind_slug: str, given: QueryDict, *, also: tuple[str, ...] = ()) -> Asked:
    """Read an address. `also` names words a door reads by itself. Raises NoSuchKind and
    BadQuestion.
    """
    kind = KINDS.get(kind_slug)
    if kind is None:
        raise NoSuchKind(kind_slug)
    digests = selectors.counted_boards(kind_slug)
    form = StatsFilter(
        _with_digest(given, digests),
        kind,
        {digest: name for digest, (_, name) in digests.items()},
        {layer: title for layer, (title, _) in LAYERS.items()},
    )
    wrong = problems(given, form, {*form.fields, *also})
    wrong += _ambiguous(given, digests)
    if wrong:
        raise BadQuestion(wrong, form)
    said = form.cleaned_data
    return Asked(kind, form, form.filters(), said["by"], said["layer"] or DEFAULT_LAYER)


def board_question(asked: Asked) -> SpaceQuestion | None:
    """The question of the heatmap: on the board asked for, else on the most played one; None where
    nothing is counted.
    """
    board = asked.filters.board
    if not board:
        played = selectors.boards_played(asked.kind.slug, asked.filters)
        if not played:
            return None
        board = played[0][0]
    return SpaceQuestion(asked.kind.slug, asked.filters.but(board=board), asked.layer)


def _with_digest(given: QueryDict, boards: dict[str, tuple[str, str]]) -> MultiValueDict[str, Any]:
    """The address with a board's id turned into its digest, where one board only has it."""
    data = given.copy()
    meant = [digest for digest, (board_id, _) in boards.items() if board_id == data.get("board")]
    if len(meant) == 1:
        data["board"] = meant[0]
    return data


def _ambiguous(given: QueryDict, boards: dict[str, tuple[str, str]]) -> list[dict[str, str]]:
    meant = [digest for digest, (board_id, _) in boards.items() if board_id == given.get("board")]
    if len(meant) < 2:
        return []
    message = f"Several boards have this id. Name one by its digest: {', '.join(meant)}."
    return [{"word": "board", "message": message}]
