"""Addresses of the statistics API."""

from django.urls import URLPattern, path

from .views import RolesFigureView, RolesView, SpacesFigureView, SpacesView

urlpatterns: list[URLPattern] = [
    path("stats/<slug:kind>/roles/", RolesView.as_view(), name="api-stats-roles"),
    path(
        "stats/<slug:kind>/roles/figure/", RolesFigureView.as_view(), name="api-stats-roles-figure"
    ),
    path("stats/<slug:kind>/spaces/", SpacesView.as_view(), name="api-stats-spaces"),
    path(
        "stats/<slug:kind>/spaces/figure/",
        SpacesFigureView.as_view(),
        name="api-stats-spaces-figure",
    ),
]
