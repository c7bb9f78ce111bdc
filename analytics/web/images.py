"""`/stats/<kind>/<metric>/image.svg` and `.png`: an answer as a standalone picture."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.charts import THEMES, Theme
from analytics.charts.drawing import drawing
from analytics.forms.rate.figure import role_figure
from analytics.forms.registry import grouped_form
from analytics.forms.spaces.figure import board_figure
from analytics.insight.answer import Basis, Tally
from analytics.insight.definitions import RATE_TITLES
from analytics.insight.options import has_fixed_sides
from analytics.insight.question import RoleQuestion
from analytics.reads import answers as answer_reads
from analytics.reads.catalogue import ROLES
from analytics.reads.selected import set_tag
from analytics.requests.stats import StatsRequest, ask_board
from analytics.web.pictures import picture_response
from analytics.web.responses import read
from replays.pictures.raster import png

from .present import filter_labels

SPACES = "spaces"
WIN_RATE_TITLE = gettext_noop("Win rate by role")
TYPES = {"svg": "image/svg+xml; charset=utf-8", "png": "image/png"}
PNG_WIDTH = 1440
"""Pixels."""


@require_safe
def image(request: HttpRequest, kind: str, metric: str, form: str) -> HttpResponseBase:
    """Return the figure of the page with the same parameters as a picture: title, values with
    intervals, filters, number of games, versions and time.
    """
    if form not in TYPES:
        raise Http404
    key = "" if metric in (ROLES, SPACES) else metric
    stats = read(request, kind, metric=key, also=("theme", "part"))
    if isinstance(stats, HttpResponse):
        return stats
    theme = THEMES.get(request.GET.get("theme", "light"))
    part = request.GET.get("part", "0")
    if theme is None or part not in {"0", "1"}:
        raise Http404
    basis = stats.sums.basis(kind)
    tag = f"{settings.RELEASE}.{basis.snapshot}.{basis.revision}.{basis.facts_version}"
    tag += set_tag(stats.filters)

    def draw() -> bytes:
        if metric == ROLES:
            svg = _roles(stats, theme)
        elif metric == SPACES:
            svg = _board(stats, theme, int(part))
        else:
            svg = _metric(stats, theme)
        return svg.encode() if form == "svg" else png(svg, PNG_WIDTH)

    return picture_response(request, tag, TYPES[form], draw)


def _roles(stats: StatsRequest, theme: Theme) -> str:
    if not has_fixed_sides(stats.kind):
        raise Http404
    answer = answer_reads.ask_roles(RoleQuestion(stats.kind.slug, stats.filters, stats.by))
    title = gettext(RATE_TITLES.get(stats.by, WIN_RATE_TITLE))
    reading = gettext("Dots are rates, lines 95 % Wilson score intervals.")
    tally, figure = answer.overall.tally, role_figure(answer, theme)
    return _svg(stats, theme, figure, title, tally, answer.basis, reading)


def _metric(stats: StatsRequest, theme: Theme) -> str:
    question = stats.metric_question()
    if question is None:
        raise Http404
    answer, metric = answer_reads.ask_metric(question), question.metric
    figure = grouped_form(metric).figure(answer, theme)
    return _svg(stats, theme, figure, metric.title, answer.tally, answer.basis, metric.definition)


def _board(stats: StatsRequest, theme: Theme, part: int) -> str:
    board = ask_board(stats)
    if board is None or part >= len(board.views):
        raise Http404
    view, answer = board.views[part], board.views[part].answer
    winner = f", {board.titles[part]}" if len(board.views) > 1 else ""
    note = f" ({gettext('reconstruction')})" if answer.board.provenance == "house" else ""
    title, figure = f"{view.title}{winner}, {answer.board.name}{note}", board_figure(view, theme)
    return _svg(stats, theme, figure, title, answer.tally, answer.basis, view.scale)


def _svg(
    stats: StatsRequest,
    theme: Theme,
    figure: dict[str, Any],
    title: str,
    tally: Tally,
    basis: Basis,
    explanation: str,
) -> str:
    labels = stats.sums.live().counted_board_labels(stats.kind.slug)
    filters = filter_labels(stats.kind, stats.filters, labels)
    selection = " · ".join(f"{name}: {value}" for name, value in filters)
    day = f"{basis.as_of:%Y-%m-%d %H:%M} UTC" if basis.as_of else "never"
    counts = gettext("{n} games, {broken} abandoned, {unfinished} unfinished").format(
        n=tally.games, broken=tally.abandoned, unfinished=tally.unfinished
    )
    versions = gettext("engine {engine}, counting rules {rules}").format(
        engine=basis.engine_version, rules=basis.facts_version
    )
    source = f"Kifu House, {day}, {_snapshot(basis)}, {versions}"
    notes = [f"{selection} · {counts}", source, explanation]
    return drawing(figure, theme, f"{stats.kind.title}: {title}", notes)


def _snapshot(basis: Basis) -> str:
    """Return the label of the snapshot, as on the pages."""
    text = gettext("Snapshot: live, revision %(revision)s")
    if basis.snapshot:
        text = gettext("Snapshot %(name)s (revision %(revision)s)")
    return text % {"name": basis.snapshot, "revision": basis.revision}
