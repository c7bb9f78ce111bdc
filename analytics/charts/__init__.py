"""Figures: their themes, their texts, and drawing them without a browser."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of a figure. `cold` to `hot` is the scale of heatmaps, dark enough for white numbers;
    `less` is the colour of values below neutral. `roles` are used in the order of the game's roles,
    or of families of groups.
    """

    name: str
    text: str
    muted: str
    line: str
    paper: str
    cold: str
    warm: str
    hot: str
    less: str
    roles: tuple[str, ...]


LIGHT = Theme(
    name="light",
    text="#26221e",
    muted="#6b635a",
    line="#d9d0c3",
    paper="#fffdf8",
    cold="#f6efe3",
    warm="#e39a79",
    hot="#b3361b",
    less="#3d6186",
    roles=("#b3361b", "#2f4b66", "#6b6b2f", "#5b3f6e", "#8a5a14"),
)
DARK = Theme(
    name="dark",
    text="#ece5da",
    muted="#a79d90",
    line="#453e37",
    paper="#211d1a",
    cold="#2b2622",
    warm="#84402c",
    hot="#bd4f2c",
    less="#44709c",
    roles=("#f0714f", "#8fb4d9", "#c9c27a", "#c3a1d8", "#e6b85c"),
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
