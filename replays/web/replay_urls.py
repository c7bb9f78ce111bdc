"""Addresses of the replay page."""

from django.urls import URLPattern, path

from .replay import replay_page

urlpatterns: list[URLPattern] = [path("games/<public_id:public_id>/", replay_page, name="replay")]
