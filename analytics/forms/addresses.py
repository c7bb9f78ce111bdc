"""Addresses of pages with their query parameters."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.http import urlencode

from analytics.insight.question import EVERY


def with_params(path: str, params: Mapping[str, str]) -> str:
    """Return a path with query parameters, without those that are empty."""
    query = urlencode({name: value for name, value in params.items() if value})
    return f"{path}?{query}" if query else path


def games_address(params: Mapping[str, str]) -> str:
    """Return the address of a list of games, from `Filters.games_params`."""
    if EVERY in params:
        own = {name: value for name, value in params.items() if name != "kind"}
        return drilldown_address(params["kind"], own)
    return f"{reverse('games')}?{urlencode(params)}"


def drilldown_address(kind: str, params: Mapping[str, str]) -> str:
    """Return the address of the games that a number counts."""
    return with_params(reverse("stats-games", args=[kind]), params)


def formats(route: str, args: list[str], picture: str) -> dict[str, str]:
    """Return the addresses of an answer by format: pictures of this name, and the API's data."""
    return {
        "svg": reverse("stats-image", args=[args[0], picture, "svg"]),
        "png": reverse("stats-image", args=[args[0], picture, "png"]),
        "json": reverse(route, args=args),
        "csv": reverse(f"{route}-csv", args=args),
        "figure": reverse(f"{route}-figure", args=args),
    }
