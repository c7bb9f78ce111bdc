"""Spaces: counts by space of one board."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, pgettext

from analytics.forms.addresses import formats, with_params
from analytics.forms.base import Drilldown, MetricForm
from analytics.forms.counted import Counted, Path, contains_sum, has_sum
from analytics.forms.habits import HabitRow, HabitTable, Value
from analytics.insight.answer import BoardFacts
from analytics.insight.question import Filters
from analytics.insight.rounding import count_of
from analytics.insight.wilson import rate
from games.core.metrics import WHOLE, Habit, SpacesMetric
from games.core.sums import BoardSum, SpaceSum

from .answer import SpaceAnswer, SpaceQuestion
from .views import TIMES

MAX_SPACES = 10
"""Spaces that a table of a habit shows."""
Sums = Mapping[str, Any]


class SpacesForm(MetricForm):
    """Counts by space of one board."""

    key = "spaces"
    grain = gettext_noop("a space and a game, on one board")
    drilldown_params = ("space",)

    def unit(self, metric: SpacesMetric) -> str:
        """Return what n counts."""
        what = metric.observation
        return gettext("games with at least one of these: {what}").format(what=what)

    def about(self, _metric: SpacesMetric) -> str:
        """Return how large the metric is, for a list of statistics."""
        return gettext("One board at a time")

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

    def addresses(self, kind: str, _metric: SpacesMetric) -> dict[str, str]:
        """Return where the metric is found, by format."""
        page = reverse("stats-spaces", args=[kind])
        return {"page": page} | formats("api-stats-spaces", [kind], self.key)

    def question(
        self, kind: str, metric: SpacesMetric, filters: Filters, params: Mapping[str, str]
    ) -> SpaceQuestion:
        """Return the question of the query parameters."""
        layer = params.get("layer") or metric.usual_layer
        return SpaceQuestion(kind, filters, layer, params.get("show") or TIMES)

    def drilldown(
        self,
        question: SpaceQuestion,
        metric: SpacesMetric,
        params: Mapping[str, str],
        board: BoardFacts,
    ) -> Drilldown | None:
        """Return the games that were counted on a space at least once, if the board has it."""
        grid, filters, layer = metric.grid(board.data), question.filters, question.layer
        space = params["space"]
        if space not in grid.cells:
            return None
        title, meaning = metric.layers[layer]
        page = {
            **filters.params(),
            "layer": "" if layer == metric.usual_layer else layer,
            "show": "" if question.show == TIMES else question.show,
        }
        return Drilldown(
            title=gettext("{what} on {space}").format(what=title, space=space),
            note=grid.about[space],
            meaning=gettext("in which it happened at least once: {meaning}").format(
                meaning=meaning
            ),
            counted=self.counted(metric, layer, space),
            filters=filters,
            params={**filters.params(), "layer": layer, "space": space},
            page=with_params(reverse("stats-spaces", args=[question.kind]), page),
            board=board,
        )

    def counted(self, metric: SpacesMetric, layer: str, space: str) -> Counted:
        """Return which games were counted on a space."""
        path = (metric.key, layer, space)
        return Counted(
            (path,), lambda leaf: SpaceSum(*leaf).games, has_sum(path), contains_sum(path, [1])
        )

    def numbers(self, answer: SpaceAnswer) -> Iterator[tuple[str, str]]:
        """Return each number of an answer: its label and its text."""
        for count in answer.spaces:
            games = count_of(count.share.k, count.share.n)
            yield count.space, f"{count.times} times, in {games} games"

    def habit_tables(
        self, habit: Habit, title: str, mine: Sums, others: Sums
    ) -> Iterator[HabitTable]:
        """Yield a table for each layer, with the spaces that are in most of the player's games
        first.
        """
        for layer in _layers_of(habit):
            layer_title, meaning = cast("SpacesMetric", habit.metric).layers[layer]
            sums = {space: SpaceSum(*leaf) for space, leaf in mine.get(layer, {}).items()}
            spaces = sorted(sums, key=lambda space: (-sums[space].games, -sums[space].times, space))
            rows = tuple(
                HabitRow(space, space, _share(mine, layer, space), _share(others, layer, space))
                for space in spaces[:MAX_SPACES]
            )
            if rows:
                what = f"{meaning[:1].upper()}{meaning[1:]}"
                text = gettext("{what}: share of games in which it happened.").format(what=what)
                column, n_more = pgettext("of a board", "Space"), max(0, len(spaces) - MAX_SPACES)
                yield HabitTable(habit, title + layer_title, text, column, layer, rows, n_more)

    def habit_path(self, habit: Habit, params: Mapping[str, str]) -> Path | None:
        """Return the path of a space's sum, without a space that of the whole board."""
        key, layer, space = habit.metric.key, params.get("layer", ""), params.get("group", "")
        if params.get("won") or layer not in _layers_of(habit):
            return None
        return (key, layer, space) if space else (key, WHOLE)

    def habit_label(self, metric: SpacesMetric, params: Mapping[str, str]) -> tuple[str, str]:
        """Return the title of the layer, and the space."""
        return metric.layers[params["layer"]][0], params.get("group") or gettext("any")


def _layers_of(habit: Habit) -> tuple[str, ...]:
    return habit.layers or tuple(cast("SpacesMetric", habit.metric).layers)


def _share(sums: Sums, layer: str, space: str) -> Value:
    """Return in what share of games something happened on a space."""
    played = BoardSum(*sums.get(WHOLE, ())).games
    return Value.of_rate(rate(SpaceSum(*sums.get(layer, {}).get(space, ())).games, played))


FORM = SpacesForm()
