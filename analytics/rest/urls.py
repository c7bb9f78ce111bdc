"""Addresses of the statistics API."""

from django.urls import URLPattern, path

from analytics.rest.drilldown import DrilldownView

from .balance import BalanceCsvView, BalanceView
from .data import DataView
from .players import PlayerCsvView, PlayerListView, PlayerView
from .ratings import RatingsCsvView, RatingsView
from .views import (
    CatalogueView,
    MetricCsvView,
    MetricFigureView,
    MetricsView,
    MetricView,
    RolesCsvView,
    RolesFigureView,
    RolesView,
    RoutesCsvView,
    RoutesView,
    SpacesCsvView,
    SpacesFigureView,
    SpacesView,
)

_METRIC = "stats/<slug:kind>/metrics/<slug:metric>/"

_PLAYER = "players/<handle:handle>/"

urlpatterns: list[URLPattern] = [
    path("stats/catalogue/", CatalogueView.as_view(), name="api-stats-catalogue"),
    path("players/", PlayerListView.as_view(), name="api-players"),
    path(_PLAYER, PlayerView.as_view(), name="api-player"),
    path(f"{_PLAYER}csv/", PlayerCsvView.as_view(), name="api-player-csv"),
    path("data/", DataView.as_view(), name="api-data"),
    path("stats/<slug:kind>/balance/", BalanceView.as_view(), name="api-stats-balance"),
    path("stats/<slug:kind>/balance/csv/", BalanceCsvView.as_view(), name="api-stats-balance-csv"),
    path("stats/<slug:kind>/ratings/", RatingsView.as_view(), name="api-stats-ratings"),
    path("stats/<slug:kind>/ratings/csv/", RatingsCsvView.as_view(), name="api-stats-ratings-csv"),
    path("stats/<slug:kind>/games/", DrilldownView.as_view(), name="api-stats-games"),
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
    path("stats/<slug:kind>/ways/", RoutesView.as_view(), name="api-stats-ways"),
    path("stats/<slug:kind>/ways/csv/", RoutesCsvView.as_view(), name="api-stats-ways-csv"),
    path("stats/<slug:kind>/metrics/", MetricsView.as_view(), name="api-stats-metrics"),
    path(_METRIC, MetricView.as_view(), name="api-stats-metric"),
    path(f"{_METRIC}figure/", MetricFigureView.as_view(), name="api-stats-metric-figure"),
    path(f"{_METRIC}csv/", MetricCsvView.as_view(), name="api-stats-metric-csv"),
]
