"""Addresses of the statistics pages."""

from django.urls import URLPattern, path

from .pages import kind_page, overview, space_games

urlpatterns: list[URLPattern] = [
    path("stats/", overview, name="stats"),
    path("stats/<slug:kind>/", kind_page, name="stats-kind"),
    path("stats/<slug:kind>/games/", space_games, name="stats-games"),
]
