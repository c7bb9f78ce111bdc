"""Jinja2 templates for the parts of a page with thousands of values: about seven times as fast as
Django templates.
"""

from typing import Any

from django.template.defaultfilters import capfirst, linebreaksbr
from django.templatetags.static import static
from django.utils import translation
from jinja2 import Environment

from .icons import icon


class ItemsFirst(Environment):
    """Resolve `a.b` as an item first and as an attribute second, as Django templates do.

    Jinja2 tries the attribute first, which costs an exception for every dict.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an item, an attribute, or undefined."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def create_environment(**options: Any) -> Environment:
    """Return the environment for Django's backend, with messages in the language of the request."""
    options |= {"autoescape": True, "keep_trailing_newline": True}
    environment = ItemsFirst(extensions=["jinja2.ext.i18n"], **options)
    environment.install_gettext_translations(translation, newstyle=False)  # type: ignore[attr-defined]
    environment.globals |= {"icon": icon, "static": static}
    environment.filters |= {"capfirst": capfirst, "linebreaksbr": linebreaksbr}
    return environment
