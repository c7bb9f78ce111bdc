"""Routes as rows and cards, ready for the template."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from analytics.forms.addresses import drilldown_address, with_params
from analytics.forms.tables import rate_context
from analytics.insight.wilson import FEW, Rate

from .answer import RoutesAnswer


def page_address(answer: RoutesAnswer, **changes: str) -> str:
    """Return the address of the page with some parameters changed."""
    path = reverse("stats-routes", args=[answer.question.kind])
    return with_params(path, answer.question.params(**changes))


def games_address(answer: RoutesAnswer, node: str, end: str = "") -> str:
    """Return the address of the games that took a route, or reached an end by it."""
    return drilldown_address(answer.question.kind, answer.question.params(node=node, end=end))


def root_tabs(answer: RoutesAnswer) -> list[dict[str, Any]]:
    """Return a tab for each root, and one for all together."""
    roots = {"": gettext("All rounds"), **answer.metric.roots}
    return [
        {
            "title": title,
            "address": page_address(answer, root=root),
            "is_now": root == answer.question.root,
        }
        for root, title in roots.items()
    ]


def steps(answer: RoutesAnswer) -> list[dict[str, str]]:
    """Return the spaces so far, each with the address of the routes from it."""
    return [
        {
            "space": space.lstrip(">"),
            "address": page_address(answer, node=" ".join(answer.path[: number + 1])),
        }
        for number, space in enumerate(answer.path)
    ]


def end_cards(answer: RoutesAnswer) -> list[dict[str, Any]]:
    """Return the share of routes that reached each end."""
    node, titles = answer.question.node, answer.metric.ends
    return [
        {
            "title": titles[end][0],
            "meaning": titles[end][1],
            "rate": _rate(answer, node, rate, end),
        }
        for end, rate in answer.ends.items()
    ]


def rows(answer: RoutesAnswer) -> list[dict[str, Any]]:
    """Return a row for each route."""
    about = answer.metric.grid(answer.board.data).about
    return [
        {
            "space": route.space,
            "about": about.get(route.space, ""),
            "is_end": route.is_end,
            "address": page_address(answer, node=route.node),
            "is_few": route.share.k < FEW,
            "share": _rate(answer, route.node, route.share),
            "ends": [_rate(answer, route.node, rate, end) for end, rate in route.ends.items()],
        }
        for route in answer.routes
    ]


def _rate(answer: RoutesAnswer, node: str, rate: Rate, end: str = "") -> dict[str, Any]:
    return rate_context(rate, games_address(answer, node, end) if rate.k else "")
