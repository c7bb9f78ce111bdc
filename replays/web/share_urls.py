"""Addresses of what a game is shared by."""

from django.urls import URLPattern, path

from . import share_pictures

urlpatterns: list[URLPattern] = [
    path("games/<public_id:public_id>/step-<str:step>.svg", share_pictures.svg, name="step-svg"),
    path("games/<public_id:public_id>/step-<str:step>.png", share_pictures.raster, name="step-png"),
]
