"""Addresses of the replay page: `games/<str:public_id>/` named `replay` (models and lists link to it by that name)."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
