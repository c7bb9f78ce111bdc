"""Answers → pictures as plain data. One pure function makes every Plotly figure: `figure(answer,
theme)`.
"""

from .figures import figure
from .theme import DARK, LIGHT, THEMES, Theme

__all__ = ["DARK", "LIGHT", "THEMES", "Theme", "figure"]
