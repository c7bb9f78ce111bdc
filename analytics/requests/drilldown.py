"""From the address of a list of games to the number they are behind: what pages and API share."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from analytics.insight.answer import BoardFacts
from analytics.insight.metric import MetricQuestion
from analytics.insight.question import Filters
from analytics.reads import answers as answer_reads
from analytics.reads.drilldown import GamesBehind
from analytics.reads.sums import LIVE
from analytics.requests.stats import Asked, NoSuchPage, board_question, ways_question
from games.core.metrics import GroupedMetric, RateMetric

OPEN_GROUP = re.compile(r"[a-z]+( [a-z]+)*")
"""How a group is called that games brought (`games.core.metrics`)."""
WAY = re.compile(r"[a-z][0-9]{1,2}( >?[a-z][0-9]{1,2}){0,9}")


@dataclass(frozen=True, slots=True)
class Number:
    """A number: what it is called, what it counts, which games are behind it; `words` are those of
    its list's address.
    """

    title: str
    note: str
    meaning: str
    games: GamesBehind
    filters: Filters
    words: dict[str, str]
    board: BoardFacts | None = None


def words_of(given: Mapping[str, str]) -> tuple[str, ...]:
    """The words that an address says a number with: of a metric, a way, or a space."""
    if given.get("metric"):
        return ("metric", "group", "won")
    return ("node", "root", "end") if given.get("node") else ("space",)


def number_of(asked: Asked, given: Mapping[str, str]) -> Number:
    """The number of an address. Raises NoSuchPage."""
    said = {word: given.get(word, "") for word in words_of(given)}
    question = asked.metric_question()
    if question is not None:
        return _metric(question, said["group"], said["won"])
    if "node" in said:
        return _way(asked, said["root"], said["node"], said["end"])
    return _space(asked, said["space"])


def _space(asked: Asked, space: str) -> Number:
    question, metric = board_question(asked), asked.spaces
    board = LIVE.board(question.filters.board) if question else None
    if metric is None or question is None or board is None:
        raise NoSuchPage(space)
    grid = metric.grid(board.data)
    if space not in grid.cells:
        raise NoSuchPage(space)
    title, meaning = metric.layers[question.layer]
    filters = question.filters
    return Number(
        title=gettext("{what} on {space}").format(what=title, space=space),
        note=grid.about[space],
        meaning=gettext("in which it happened at least once: {meaning}").format(meaning=meaning),
        games=answer_reads.games_at_space(question, metric, space),
        filters=filters,
        words={**filters.words(), "layer": question.layer, "space": space},
        board=board,
    )


def _way(asked: Asked, root: str, node: str, end: str) -> Number:
    metric, question = answer_reads.ways_metric(asked.kind.slug), ways_question(asked, root, node)
    board = LIVE.board(question.filters.board) if question else None
    if metric is None or question is None or board is None or not WAY.fullmatch(node):
        raise NoSuchPage(node)
    if (root and root not in metric.roots) or (end and end not in metric.ends):
        raise NoSuchPage(node)
    ended = metric.ends[end][1] if end else ""
    meaning = gettext("behind it. {definition}").format(definition=ended or metric.definition)
    return Number(
        title=f"{metric.title}: {node.replace('>', '› ')}",
        note=metric.roots.get(root, ""),
        meaning=meaning.removesuffix("."),
        games=answer_reads.games_of_way(question, metric, end),
        filters=question.filters,
        words=question.words(end=end),
        board=board,
    )


def _metric(question: MetricQuestion, group: str, won: str) -> Number:
    metric = question.metric
    answers = {""}
    if isinstance(metric, RateMetric):
        answers |= {"yes", "no"} if metric.lost else {"yes"}
    known = group in metric.groups or (metric.is_open and bool(OPEN_GROUP.fullmatch(group)))
    if (group and not known) or won not in answers or (won and not group and metric.is_open):
        raise NoSuchPage(metric.key)
    words = {"metric": metric.key, "group": group, "won": won}
    return Number(
        title=metric.title,
        note=metric.groups.get(group, group.capitalize()),
        meaning=_meaning(metric, won),
        games=answer_reads.games_of_metric(question, group, won=won),
        filters=question.filters,
        words={**question.filters.words(), **{k: v for k, v in words.items() if v}},
    )


def _meaning(metric: GroupedMetric, won: str) -> str:
    definition = metric.definition.removesuffix(".")
    if not won or not isinstance(metric, RateMetric):
        return gettext("behind it. {definition}").format(definition=definition)
    word = metric.won
    if won == "no":
        word = metric.lost or gettext("not {what}").format(what=metric.won.lower())
    return gettext("behind it, {how}. {definition}").format(how=word, definition=definition)
