"""`{% load icons %}{% icon "play" %}`: an icon of the site."""

from django import template

from goryo_site.http.icons import icon

register = template.Library()
register.simple_tag(icon)
