"""What all pictures of statistics share: texts, themes, and drawing figures without a browser."""

from .theme import DARK, LIGHT, THEMES, Theme

__all__ = ["DARK", "LIGHT", "THEMES", "Theme"]
