"""Parts of the replay page that another engine fills in (`goryo_site.http.jinja`)."""

from typing import Any

from django import template
from django.template import engines
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def drawn(context: template.Context, name: str, **more: Any) -> SafeString:
    """A part of the page, filled in with what the page is and with `more`."""
    filled = {str(key): value for key, value in context.flatten().items()}
    return SafeString(engines["jinja2"].get_template(name).render(filled | more))
