"""The environment of Jinja templates, on the site and in the browser."""

from typing import Any

from jinja2 import Environment


class ItemsFirst(Environment):
    """Resolve `a.b` as an item first and as an attribute second, as Django templates do.

    Jinja2 tries the attribute first, which costs an exception for every dict.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an item, an attribute, or undefined."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
