"""Addresses of the statistics API."""

from django.urls import URLPattern, path

from .views import (
    CatalogueView,
    MetricCsvView,
    MetricFigureView,
    MetricsView,
    MetricView,
    RolesCsvView,
    RolesFigureView,
    RolesView,
    SpacesCsvView,
    SpacesFigureView,
    SpacesView,
)

_METRIC = "stats/<slug:kind>/metrics/<slug:metric>/"

urlpatterns: list[URLPattern] = [
    path("stats/catalogue/", CatalogueView.as_view(), name="api-stats-catalogue"),
    path("stats/<slug:kind>/roles/", RolesView.as_view(), name="api-stats-roles"),
    path(
        "stats/<slug:kind>/roles/figure/", RolesFigureView.as_view(), name="api-stats-roles-figure"
    ),
    path("stats/<slug:kind>/roles/csv/", RolesCsvView.as_view(), name="api-stats-roles-csv"),
    path("stats/<slug:kind>/spaces/csv/", SpacesCsvView.as_view(), name="api-stats-spaces-csv"),
    path("stats/<slug:kind>/spaces/", SpacesView.as_view(), name="api-stats-spaces"),
    path(
        "stats/<slug:kind>/spaces/figure/",
        SpacesFigureView.as_view(),
        name="api-stats-spaces-figure",
    ),
    path("stats/<slug:kind>/metrics/", MetricsView.as_view(), name="api-stats-metrics"),
    path(_METRIC, MetricView.as_view(), name="api-stats-metric"),
    path(f"{_METRIC}figure/", MetricFigureView.as_view(), name="api-stats-metric-figure"),
    path(f"{_METRIC}csv/", MetricCsvView.as_view(), name="api-stats-metric-csv"),
]
