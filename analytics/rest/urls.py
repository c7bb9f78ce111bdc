"""Routes of the statistics API."""

from django.urls import path

from . import (
    balance,
    cards,
    data,
    drilldown,
    learning,
    movers,
    order,
    players,
    ratings,
    splits,
    views,
)

_KIND, _PLAYER = "stats/<slug:kind>", "players/<handle:handle>"
_METRIC = f"{_KIND}/metrics/<slug:metric>"

urlpatterns = [
    path(f"{route}/", view.as_view(), name=f"api-{name}")
    for route, view, name in (
        ("stats/catalogue", views.CatalogueView, "stats-catalogue"),
        ("players", players.PlayerListView, "players"),
        (_PLAYER, players.PlayerView, "player"),
        (f"{_PLAYER}/csv", players.PlayerCsvView, "player-csv"),
        (f"{_PLAYER}/figure", players.PlayerFigureView, "player-figure"),
        ("data", data.DataView, "data"),
        (f"{_KIND}/balance", balance.BalanceView, "stats-balance"),
        (f"{_KIND}/balance/csv", balance.BalanceCsvView, "stats-balance-csv"),
        (f"{_KIND}/ratings", ratings.RatingsView, "stats-ratings"),
        (f"{_KIND}/ratings/csv", ratings.RatingsCsvView, "stats-ratings-csv"),
        (f"{_KIND}/games", drilldown.DrilldownView, "stats-games"),
        (f"{_KIND}/roles", views.RolesView, "stats-roles"),
        (f"{_KIND}/roles/figure", views.RolesFigureView, "stats-roles-figure"),
        (f"{_KIND}/roles/csv", views.RolesCsvView, "stats-roles-csv"),
        (f"{_KIND}/spaces/csv", views.SpacesCsvView, "stats-spaces-csv"),
        (f"{_KIND}/spaces", views.SpacesView, "stats-spaces"),
        (f"{_KIND}/spaces/figure", views.SpacesFigureView, "stats-spaces-figure"),
        (f"{_KIND}/routes", views.RoutesView, "stats-routes"),
        (f"{_KIND}/routes/csv", views.RoutesCsvView, "stats-routes-csv"),
        (f"{_KIND}/ways", views.EarlierRoutesView, "stats-ways"),
        (f"{_KIND}/ways/csv", views.EarlierRoutesCsvView, "stats-ways-csv"),
        (f"{_KIND}/trends", splits.TrendsView, "stats-trends"),
        (f"{_KIND}/trends/csv", splits.TrendsCsvView, "stats-trends-csv"),
        (f"{_KIND}/trends/figure", splits.TrendsFigureView, "stats-trends-figure"),
        (f"{_KIND}/cross", splits.CrossView, "stats-cross"),
        (f"{_KIND}/cross/csv", splits.CrossCsvView, "stats-cross-csv"),
        (f"{_KIND}/order", order.OrderView, "stats-order"),
        (f"{_KIND}/order/csv", order.OrderCsvView, "stats-order-csv"),
        (f"{_KIND}/learning", learning.LearningView, "stats-learning"),
        (f"{_KIND}/learning/csv", learning.LearningCsvView, "stats-learning-csv"),
        (f"{_KIND}/movers", movers.MoversView, "stats-movers"),
        (f"{_KIND}/movers/csv", movers.MoversCsvView, "stats-movers-csv"),
        (f"{_KIND}/cards", cards.CardsView, "stats-cards"),
        (f"{_KIND}/cards/csv", cards.CardsCsvView, "stats-cards-csv"),
        (f"{_KIND}/metrics", views.MetricsView, "stats-metrics"),
        (_METRIC, views.MetricView, "stats-metric"),
        (f"{_METRIC}/figure", views.MetricFigureView, "stats-metric-figure"),
        (f"{_METRIC}/csv", views.MetricCsvView, "stats-metric-csv"),
    )
]
