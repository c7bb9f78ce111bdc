"""Counts by space as JSON and CSV."""

from collections.abc import Iterator
from typing import Annotated, Any

from analytics.forms.addresses import drilldown_address, games_address
from analytics.forms.base import Link
from analytics.insight.bodies import (
    Answer,
    BoardLink,
    Rate,
    Tally,
    answer_fields,
    flat_rate,
    rate_body,
    tally_body,
)
from replays.rest.body import Body, Url, doc

from .answer import Ruleset, SpaceAnswer, SpaceCount
from .views import BoardAnswer, BoardView


class SpacesBoard(BoardLink):
    """The board."""

    name: str
    is_reconstruction: bool


class Space(Body):
    """The count of a space."""

    space: str
    about: Annotated[str, doc("What the space is.")]
    times: int
    games: Annotated[int, doc("Games in which it happened at least once.")]
    share: Rate
    games_url: Annotated[Url | None, doc("Null: no games.")]


class ViewedSpace(Body):
    """The value of a space in a view. A count has no interval."""

    space: str
    value: float | None
    low: float | None
    high: float | None
    is_faint: Annotated[bool, doc("The value may be zero or neutral.")]
    q: Annotated[
        float | None,
        doc("Of a lift or difference: corrected over all spaces (Benjamini and Hochberg)."),
    ]


class View(Body):
    """A view of the board."""

    title: str
    scale: str
    n: Annotated[int, doc("Games with at least one observation.")]
    spaces: list[ViewedSpace]


class RandomGames(Body):
    """The random games of a lift."""

    games: int
    seed: str


class Spaces(Answer):
    """Counts by space of one board."""

    board: SpacesBoard
    games: Tally
    games_url: Url
    n: Annotated[int, doc("Games with at least one observation.")]
    observations: int
    observation: Annotated[str, doc("What an observation is, for example `discovered round`.")]
    total: Annotated[int, doc("Sum of `times`.")]
    spaces: list[Space]
    show: Annotated[str, doc("How the board is shown.")]
    baseline: RandomGames | None
    rulesets: Annotated[list[Ruleset], doc("Choose one of these for a lift.")]
    views: list[View]


def board_body(board: BoardAnswer, link: Link) -> Spaces:
    """Return the counts, and the views of the board."""
    answer, baseline = board.answer, board.baseline
    question, facts, metric = answer.question, answer.board, answer.metric
    title, meaning = metric.layers[question.layer]
    definition = f"{title}: {meaning}. {metric.definition}"
    return Spaces.make(
        answer,
        **answer_fields(
            answer.basis, definition, question.filters, kind=question.kind, layer=question.layer
        ),
        board=SpacesBoard.make(
            facts, id=facts.board_id, is_reconstruction=facts.provenance == "house"
        ),
        games=tally_body(answer.tally),
        games_url=link(games_address(question.filters.games_params(question.kind))),
        n=answer.played,
        observation=metric.observation,
        spaces=[_space(count, answer, link) for count in answer.spaces],
        show=question.show,
        baseline=RandomGames.make(baseline) if baseline else None,
        rulesets=list(board.rulesets),
        views=[
            _view(view, board.titles[number] if len(board.views) > 1 else view.title)
            for number, view in enumerate(board.views)
        ],
    )


def _space(count: SpaceCount, answer: SpaceAnswer, link: Link) -> Space:
    question, share = answer.question, count.share
    params = {**question.filters.params(), "layer": question.layer, "space": count.space}
    url = link(drilldown_address(question.kind, params)) if share.k else None
    return Space.make(count, games=share.k, share=rate_body(share), games_url=url)


def _view(view: BoardView, title: str) -> View:
    spaces = [
        ViewedSpace.make(value, space=value.count.space, is_faint=value.strength < 1)
        for value in view.values
    ]
    return View(title, view.scale, view.answer.played, spaces)


def csv_rows(answer: SpaceAnswer) -> Iterator[dict[str, Any]]:
    """Return a row a space."""
    for count in answer.spaces:
        row = {"space": count.space, "about": count.about, "times": count.times}
        yield row | flat_rate(count.share)
