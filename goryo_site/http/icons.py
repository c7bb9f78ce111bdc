"""The icons of the site: lines of 2 in a box of 24, drawn in the colour of the text around them."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

SHAPES = {
    "back": "M15 5l-7 7 7 7",
    "chart": "M4 20V10M11 20V4M18 20v-7",
    "check": "M5 13l5 5L20 6",
    "close": "M6 6l12 12M18 6L6 18",
    "copy": "M9 9h11v11H9zM5 15H4V4h11v1",
    "download": "M12 4v12M6 10l6 6 6-6M4 20h16",
    "edit": "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
    "external": "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
    "filter": "M4 6h16M7 12h10M10 18h4",
    "first": "M6 5v14M18 5l-9 7 9 7z",
    "flag": "M6 21V4M6 5h12l-3 4 3 4H6",
    "last": "M18 5v14M6 5l9 7-9 7z",
    "link": "M10 14l4-4M8 11l-3 3a3.5 3.5 0 0 0 5 5l3-3M16 13l3-3a3.5 3.5 0 0 0-5-5l-3 3",
    "more": "M5 12h.01M12 12h.01M19 12h.01",
    "next": "M9 5l7 7-7 7",
    "note": "M5 4h14v12l-4 4H5zM19 16h-4v4M9 9h6M9 13h4",
    "pause": "M8 5v14M16 5v14",
    "person": "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21q0-7 8-7t8 7",
    "play": "M8 5l11 7-11 7z",
    "resize": "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
    "search": "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM15.5 15.5L21 21",
    "share": "M8 12l8-5M8 12l8 5M6 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"
    "M18 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
    "trash": "M4 7h16M10 7V4h4v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    "undo": "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
    "upload": "M12 16V4M6 10l6-6 6 6M4 20h16",
    "variation": "M6 21V9M6 9q0 8 12 8M18 17v-2M6 9V3M3 6l3-3 3 3M15 14l3 3-3 3",
    "warning": "M12 4L2.5 20h19zM12 10v4M12 17h.01",
}  # fmt: skip
"""Path data by name."""
FILLED = {"play"}


def icon(name: str) -> SafeString:
    """Return an icon as decoration: what it means must be written next to it or in a label."""
    kind = "ico solid" if name in FILLED else "ico"
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>',
        kind,
        SHAPES[name],
    )
