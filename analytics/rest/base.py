"""What all views of the statistics API share."""

from rest_framework.request import Request

from analytics.charts import LIGHT, THEMES, Theme
from analytics.requests.stats_filter import PLAYED_BY, reject_all
from replays.access.throttles import ListThrottle
from replays.rest.base import OpenView
from replays.rest.body import Problem
from replays.rest.errors import ApiError
from replays.rest.openapi import in_path, query

ERRORS = (400, 404, 429)
KIND = in_path("kind", "A board game.")
SNAPSHOT = query("snapshot", "Name of a snapshot. Default: live numbers.")
THEME = query("theme", "Colours. Default: light.", list(THEMES))
SIMULATED = query("simulated", "Bot games. Default: no.", list(PLAYED_BY))


class ListView(OpenView):
    """A view of lists, which cost more to compute."""

    throttle_classes = (ListThrottle,)


def bad_question(problems: list[dict[str, str]]) -> ApiError:
    """Return a 400 that names each invalid query parameter."""
    message = f"{problems[0]['parameter']}: {problems[0]['message']}"
    return ApiError(400, "bad_question", message, problems=[Problem(**each) for each in problems])


def read_theme(request: Request) -> Theme:
    """Return the colours of a figure. Raises a 400."""
    name = request.query_params.get("theme", LIGHT.name)
    if name not in THEMES:
        message = f"“{name}” does not exist. Known: {', '.join(THEMES)}."
        raise bad_question([{"parameter": "theme", "message": message}])
    return THEMES[name]


def reject_query_params(request: Request) -> None:
    """Raise a 400 if there is any query parameter."""
    if problems := reject_all(request.query_params):
        raise bad_question(problems)
