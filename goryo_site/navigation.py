"""The navigation every page carries."""

from typing import Any, NamedTuple

from django.http import HttpRequest


class Place(NamedTuple):
    """One entry of the navigation, as the base page draws it. `current` is what `aria-current`
    says, `page` or `true`.
    """

    label: str
    address: str
    is_current: bool
    current: str


PLACES = (
    ("Games", "/games/"),
    ("Upload", "/upload/"),
    ("Statistics", "/stats/"),
    ("Rules", "/rules/"),
    ("Log format", "/log-format/"),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `site_navigation`, with the place the reader is in marked."""
    return {"site_navigation": [_place(label, address, request.path) for label, address in PLACES]}


def _place(label: str, address: str, path: str) -> Place:
    return Place(label, address, path.startswith(address), "page" if path == address else "true")
