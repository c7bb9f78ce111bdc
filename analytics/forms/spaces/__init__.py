"""Spaces: counts by space of one board."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from analytics.forms.addresses import formats
from analytics.forms.base import Drilldown, MetricForm
from analytics.forms.counted import Path
from analytics.forms.habits import HabitTable
from analytics.insight.answer import BoardFacts
from analytics.insight.question import Filters
from analytics.insight.rounding import count_of
from games.core.metrics import WHOLE, Habit, SpacesMetric

from . import drilldown, habits
from .answer import SpaceAnswer, SpaceQuestion
from .views import TIMES


class SpacesForm(MetricForm):
    """Counts by space of one board, shown on the page of the game."""

    key = "spaces"
    grain = gettext_noop("a space and a game, on one board")
    drilldown_params = ("space",)
    has_page = False

    def unit(self, metric: SpacesMetric) -> str:
        """Return what n counts."""
        what = metric.observation
        return gettext("games with at least one of these: {what}").format(what=what)

    def parts(self, metric: SpacesMetric) -> dict[str, str]:
        """Return the layers by key."""
        return {key: f"{title}: {meaning}" for key, (title, meaning) in metric.layers.items()}

    def fields(self, metric: SpacesMetric) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""
        layers = [
            {"key": key, "title": title, "definition": meaning}
            for key, (title, meaning) in metric.layers.items()
        ]
        return {"layers": layers}

    def addresses(self, kind: str, metric: SpacesMetric) -> dict[str, str]:  # noqa: ARG002
        """Return where the metric is found, by format."""
        page = f"{reverse('stats-kind', args=[kind])}#board"
        return {"page": page} | formats("api-stats-spaces", [kind], self.key)

    def question(
        self, kind: str, metric: SpacesMetric, filters: Filters, params: Mapping[str, str]
    ) -> SpaceQuestion:
        """Return the question that the query parameters ask."""
        layer = params.get("layer") or metric.usual_layer
        return SpaceQuestion(kind, filters, layer, params.get("show") or TIMES)

    def drilldown(
        self,
        question: SpaceQuestion,
        metric: SpacesMetric,
        params: Mapping[str, str],
        board: BoardFacts | None,
    ) -> Drilldown | None:
        """Return the count on a space."""
        return drilldown.read(question, metric, params["space"], board) if board else None

    def numbers(self, answer: SpaceAnswer) -> Iterator[tuple[str, str]]:
        """Return each number of an answer: its label and its text."""
        for count in answer.spaces:
            games = count_of(count.share.k, count.share.n)
            yield count.space, f"{count.times} times, in {games} games"

    def habit_tables(
        self, habit: Habit, title: str, mine: Mapping[str, Any], others: Mapping[str, Any]
    ) -> Iterator[HabitTable]:
        """Return a table for each layer of a habit."""
        return habits.tables(habit, title, mine, others)

    def habit_path(self, habit: Habit, params: Mapping[str, str]) -> Path | None:
        """Return the path of a space's sum, without a space that of the whole board."""
        key, layer, space = habit.metric.key, params.get("layer", ""), params.get("group", "")
        if params.get("won") or layer not in habits.layers_of(habit):
            return None
        return (key, layer, space) if space else (key, WHOLE)

    def habit_label(self, metric: SpacesMetric, params: Mapping[str, str]) -> tuple[str, str]:
        """Return the title of the layer, and the space."""
        return metric.layers[params["layer"]][0], params.get("group") or gettext("any")


FORM = SpacesForm()
