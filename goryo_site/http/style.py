"""The page of the design system: every shared component, in light and dark."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from .icons import SHAPES


class Section(NamedTuple):
    """A group of components. `site/style/<key>.html` shows them."""

    key: str
    title: str | Promise
    is_later: bool = False

    @property
    def template(self) -> str:
        """The template of the samples."""
        return f"site/style/{self.key}.html"


SECTIONS = (
    Section("colours", _("Colours and textures")),
    Section("type", _("Typography")),
    Section("buttons", _("Buttons, chips and icons")),
    Section("tags", _("Tags, notes and tabs")),
    Section("forms", _("Forms")),
    Section("tables", _("Tables")),
    Section("verdicts", _("Verdicts and charts")),
    Section("questions", _("Question cards")),
    Section("filters", _("Filters")),
    Section("thumbnails", _("Thumbnails")),
    Section("empty", _("Empty pages and errors")),
    Section("steps", _("Steps and curve")),
    Section("status", _("Status of a game")),
    Section("moves", _("Moves and step card")),
    Section("table", _("Mats and hands")),
    Section("editor", _("Editor with problems")),
    Section("player", _("Player and share card")),
    Section("my-games", _("My games")),
    Section("recorder", _("Recorder"), is_later=True),
    Section("review", _("Shared review")),
    Section("learning", _("Learning"), is_later=True),
)
COLOURS = (
    *("paper", "surface", "sunken", "line", "line-strong", "ink", "ink-2", "accent", "accent-soft"),
    *("goryo", "gorinto", "kyoto", "good", "bad", "warn", "focus", "belief"),
)
BARS = (
    ("Goryō", "88.6", "103.8", "118.9", "52.0", 150),
    ("Standard", "72.5", "91.5", "111.2", "45.6", 90),
    ("Never", "98.1", "157.6", "184.0", "80.0", 10),
)
GONG_BARS = (
    ("Gong on 1–2", "113.7", "133.4", "150.4", "67.4", 89),
    ("Gong on 3–4", "37.2", "56.4", "81.2", "27.3", 55),
)
"""Label, ends of the interval and rate as coordinates, rate in percent, number of games."""
SAMPLES = {
    "colours": COLOURS,
    "icons": SHAPES,
    "bars": BARS,
    "gong_bars": GONG_BARS,
    "heat": range(11),
    "thumbs": (
        ("g-goryo", "Goryō 2024", "Jane v John", "6 Nov 2026 · 39 steps"),
        ("g-kyoto", "Shadows in Kyoto", "Jane v Aoi", "20 Nov 2026 · 25 steps"),
        ("g-gorinto", "Gorinto, bots", "Bot Sora v Bot Kaze", "no date · 44 steps"),
    ),
    "gong": [
        (n, " ".join(["here"] * (n == 2) + ["passed"] * (n < 2) + ["bag"] * (n > 0 and n % 2 == 0)))
        for n in range(9)
    ],
    "types": [
        *(("helmet", "broken"), ("lantern", "intact"), ("mask", "intact"), ("scroll", "broken")),
        *(("vase", "intact"), ("urn", "sealed"), ("flower", "intact"), ("fan", "sealed")),
    ],
    "stacks": [
        *(("void", "1", False), ("wind", "12", False), ("fire", "", False)),
        *(("water", "1234", True), ("earth", "12", True)),
    ],
    "cards": ("shrine", "residence", "market", "castle", "wild", "back"),
    "form": (("w", "won"), ("l", "lost"), ("w", "won"), ("w", "won"), ("l", "lost")),
}


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show every component in light and dark."""
    context = {"sections": SECTIONS, "themes": ("light", "dark"), **SAMPLES}
    return render(request, "site/style.html", context)
