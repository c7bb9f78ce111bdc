"""Addresses of the keep's pages."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("replays.web.replay_urls")),
]
