"""From the address of a list of games to the number that counts them, for pages and the API."""

from collections.abc import Mapping

from analytics.forms.base import Drilldown, MetricForm
from analytics.forms.registry import FORMS, form_of
from analytics.reads.sums import LIVE
from analytics.requests.stats import NoSuchPage, StatsRequest


def params_of(given: Mapping[str, str]) -> tuple[str, ...]:
    """Return the parameters that name a number in an address."""
    return _form(given).drilldown_params


def read_drilldown(request: StatsRequest, given: Mapping[str, str]) -> Drilldown:
    """Return the number that an address names. Raises NoSuchPage."""
    form = form_of(request.metric) if request.metric else _form(given)
    metric = request.metric or next(
        (m for m in request.kind.counting.metrics if m.form == form.key), None
    )
    on_board = request.on_board() if form.is_on_board else request
    params = {name: given.get(name, "") for name in form.drilldown_params}
    board = LIVE.board(on_board.filters.board) if on_board and form.is_on_board else None
    if metric is None or on_board is None or (form.is_on_board and board is None):
        raise NoSuchPage(str(params))
    known = {"by": request.by, "layer": request.layer, "show": request.show, **params}
    question = form.question(request.kind.slug, metric, on_board.filters, known)
    drilldown = form.drilldown(question, metric, params, board)
    if drilldown is None:
        raise NoSuchPage(str(params))
    return drilldown


def _form(given: Mapping[str, str]) -> MetricForm:
    """Return the form that the parameters select, by default that of spaces."""
    selected = (form for form in FORMS.values() if given.get(form.drilldown_params[0]))
    return next(selected, FORMS["spaces"])
