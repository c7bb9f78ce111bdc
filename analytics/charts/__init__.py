"""Answers as pictures, from plain data. Each figure is a pure function of an answer and a theme."""

from .role_figure import role_figure
from .theme import DARK, LIGHT, THEMES, Theme

__all__ = ["DARK", "LIGHT", "THEMES", "Theme", "role_figure"]
