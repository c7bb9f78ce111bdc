"""Questions of games and their answers: a conclusion with its verdict, a small chart, and what they
rest on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from analytics.forms.base import Group, MetricQuestion, PeopleByKey
from analytics.forms.grouped import Chart, GroupedForm
from analytics.forms.registry import grouped_form
from analytics.forms.roles import role_chart, role_conclusion
from analytics.forms.rows import RowChart
from analytics.forms.skill import seats_at_skill, skill_chart, skill_conclusion
from analytics.forms.spaces.answer import SpaceQuestion
from analytics.forms.spaces.conclusion import space_conclusion
from analytics.forms.spaces.views import BoardView, share_view
from analytics.insight.answer import Basis, RoleAnswer
from analytics.insight.conclusions import (
    Conclusion,
    Sentences,
    contrast,
    general_sentences,
    no_conclusion,
)
from analytics.insight.question import Filters
from analytics.insight.verdicts import OPEN, Verdict
from analytics.reads import answers as answer_reads
from analytics.reads import balance as balance_reads
from analytics.reads.facets import count_players
from analytics.reads.people import PeopleReader
from analytics.reads.sums import SumsReader
from games.core import questions as asked
from games.core.contract import GameKind
from games.core.metrics import DistributionMetric, GroupedMetric, RateMetric
from games.registry import get_kind

MAX_ROWS = 6
"""Rows of a small chart."""
ENOUGH_GAMES = 10
"""With fewer human games, bot games are shown where there are more of them."""


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """The answer to a question. `is_closed`: it cannot be answered for games that were selected by
    their result. `params` are the filters that the question adds to those of the page.
    """

    question: asked.Question
    conclusion: Conclusion
    chart: Chart | None = None
    board: BoardView | None = None
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class KindAnswers:
    """The answers to the questions of a game, and how many players they are about."""

    answers: tuple[QuestionAnswer, ...]
    n_players: int | None


def first_filters(counts: Mapping[str, int]) -> Filters:
    """Return which games of a kind to show first, from how many there are by who played: human
    games if there are enough.
    """
    human, bot = counts["no"], counts["yes"]
    return Filters(simulated="yes" if human < min(ENOUGH_GAMES, bot) else "no")


def is_about_wins(kind: GameKind, question: asked.Question) -> bool:
    """Return whether the answer would only repeat a filter by result."""
    if isinstance(question, asked.RolesQuestion | asked.SkillQuestion):
        return True
    metric = metric_of(kind, question)
    return isinstance(metric, RateMetric) and metric.counts_wins


def metric_of(kind: GameKind, question: asked.Question) -> GroupedMetric | None:
    """Return the metric that answers a question, if it is one with groups."""
    key = getattr(question, "metric", "")
    return answer_reads.grouped_metrics(kind.slug).get(key)


def question_of(kind: GameKind, metric_key: str) -> asked.MetricQuestion | None:
    """Return the question that a metric answers, if any."""
    found = (
        question
        for question in kind.counting.questions.questions
        if isinstance(question, asked.MetricQuestion) and question.metric == metric_key
    )
    return next(found, None)


def roles_question(kind: GameKind, by: str) -> asked.RolesQuestion | None:
    """Return the question that the win rates by a split answer, if any."""
    found = (
        question
        for question in kind.counting.questions.questions
        if isinstance(question, asked.RolesQuestion) and question.by == by
    )
    return next(found, None)


def answer_questions(
    kind_slug: str, filters: Filters, limit: int | None = None, basis: Basis | None = None
) -> KindAnswers:
    """Return the answers to the questions of a game, or to the first ones up to a limit; of a set
    of games without those about skill, which need the fit of all games.
    """
    kind, reader = get_kind(kind_slug), SumsReader.of(filters.snapshot, filters.games)
    basis = basis or reader.basis(kind_slug, filters.simulated)
    n_players = count_players(reader, kind_slug, filters)
    questions = [
        question
        for question in kind.counting.questions.questions[:limit]
        if filters.games is None or not isinstance(question, asked.SkillQuestion)
    ]
    splits = dict.fromkeys(
        by
        for question in questions
        if isinstance(question, asked.RolesQuestion)
        for by in (question.by or "mode",)
    )
    by_split = dict(
        zip(splits, answer_reads.ask_roles_by(kind_slug, filters, splits, basis), strict=True)
    )
    board = _board_of(reader, kind_slug, filters, questions)
    people = _people_of(kind, filters, questions, basis)
    answers = []
    for question in questions:
        if filters.is_by_result and is_about_wins(kind, question):
            answers.append(_closed(question))
        elif isinstance(question, asked.RolesQuestion):
            answers.append(_roles(question, by_split[question.by or "mode"]))
        elif isinstance(question, asked.SkillQuestion):
            answers.append(_skill(question, kind, filters, reader, n_players))
        elif isinstance(question, asked.SpacesQuestion):
            answers.append(_spaces(question, kind_slug, filters.but(board=board), basis))
        else:
            answers.append(_metric(question, kind, filters, basis, people))
    return KindAnswers(tuple(answers), n_players)


def _people_of(
    kind: GameKind, filters: Filters, questions: Iterable[asked.Question], basis: Basis
) -> dict[str, PeopleByKey]:
    """Return the people of the metrics that answer questions, by metric, from one query."""
    found = (metric_of(kind, question) for question in questions)
    metrics = list({metric.key: metric for metric in found if metric}.values())
    people = PeopleReader(kind.slug, filters, basis).of_metrics(metrics).get("", [])
    return {metric.key: its for metric, its in zip(metrics, people, strict=False)}


def _board_of(
    reader: SumsReader, kind: str, filters: Filters, questions: Iterable[asked.Question]
) -> str:
    """Return the board of the filters, else the most played one, if a question needs one."""
    if filters.board or not any(isinstance(q, asked.SpacesQuestion) for q in questions):
        return filters.board
    played = reader.boards_played(kind, filters)
    return played[0][0] if played else ""


def _closed(question: asked.Question) -> QuestionAnswer:
    text = gettext("Hidden, because you filtered by the result.")
    return QuestionAnswer(question, Conclusion(text, Verdict(OPEN), 0), is_closed=True)


def _roles(question: asked.RolesQuestion, answer: RoleAnswer) -> QuestionAnswer:
    conclusion = role_conclusion(answer, is_split=bool(question.by))
    chart = role_chart(answer, is_split=bool(question.by)).first(MAX_ROWS)
    return QuestionAnswer(question, conclusion, chart)


def _skill(
    question: asked.Question,
    kind: GameKind,
    filters: Filters,
    reader: SumsReader,
    n_players: int | None,
) -> QuestionAnswer:
    pool = balance_reads.fits(reader, kind.slug, simulated=filters.simulated == "yes")
    if filters.simulated == "all" or filters.is_selected:
        pool = []
    chosen = {fit.pk: fit for fit in pool if balance_reads.is_chosen(fit, filters)}
    seats = [seat for seat in seats_at_skill(pool) if seat.fit.pk in chosen]
    labels = {seat.seat: balance_reads.seat_label(kind, seat.seat) for seat in seats}
    n = sum(fit.games for fit in chosen.values())
    conclusion = skill_conclusion(seats, kind, labels, n, n_players)
    chart = skill_chart(seats, kind, labels)
    return QuestionAnswer(question, conclusion, chart.first(MAX_ROWS) if chart else None)


def _spaces(
    question: asked.SpacesQuestion, kind: str, filters: Filters, basis: Basis
) -> QuestionAnswer:
    if question.winner and not filters.winner:
        filters = filters.but(winner=question.winner)
    asked_spaces = SpaceQuestion(kind, filters, question.layer, "share")
    answer = answer_reads.ask_spaces(asked_spaces, basis) if filters.board else None
    if answer is None or not answer.played:
        return QuestionAnswer(question, no_conclusion())
    conclusion = space_conclusion(answer, Sentences(question.most, question.unclear))
    return QuestionAnswer(question, conclusion, board=share_view(answer))


def _metric(
    question: asked.Question,
    kind: GameKind,
    filters: Filters,
    basis: Basis,
    people: Mapping[str, PeopleByKey],
) -> QuestionAnswer:
    metric = metric_of(kind, question)
    if metric is None:
        return QuestionAnswer(question, no_conclusion())
    about = MetricQuestion(kind.slug, metric, filters)
    answer = answer_reads.ask_metric(about, basis, people.get(metric.key, {}))
    form = grouped_form(metric)
    conclusion = metric_conclusion(question, answer.groups, metric, answer.tally.games)
    groups = _shown_groups(question, answer.groups, form)
    chart = form.chart(groups, metric)
    if isinstance(chart, RowChart):
        chart = chart.first(MAX_ROWS)
    return QuestionAnswer(question, conclusion, chart)


def _shown_groups(
    question: asked.Question, groups: Sequence[Group], form: GroupedForm
) -> Sequence[Group]:
    """Return the groups of a small chart: those that are compared; of many the highest."""
    if isinstance(question, asked.ContrastQuestion):
        keys = (question.one, question.other)
        return [group for group in groups if group.source.key in keys]
    if len(groups) <= MAX_ROWS or not isinstance(question, asked.BestQuestion):
        return groups
    items = {item.key: item for item in form.items(groups)}

    def rank(group: Group) -> tuple[bool, float]:
        item = items[group.source.key]
        return item.estimate.is_few, -item.value

    return sorted(groups, key=rank)


def metric_conclusion(
    question: asked.Question | None, groups: Sequence[Group], metric: GroupedMetric, n: int
) -> Conclusion:
    """Return what the groups of a metric say, in the sentences of a question if it has one."""
    form = grouped_form(metric)
    items = {item.key: item for item in form.items(groups)}
    if isinstance(question, asked.ContrastQuestion):
        if not {question.one, question.other} <= items.keys():
            return no_conclusion()
        sentences = {
            "more": question.more,
            "less": question.less,
            "unclear": question.unclear,
        }
        pair = items[question.one], items[question.other]
        return contrast(*pair, sentences, comparisons=len(items))
    if isinstance(question, asked.BestQuestion):
        given = Sentences(question.most, question.unclear)
        return form.conclusion(groups, metric, given, n)
    unit = metric.value if isinstance(metric, DistributionMetric) else ""
    return form.conclusion(groups, metric, general_sentences(unit), n)
