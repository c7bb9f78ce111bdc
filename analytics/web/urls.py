"""URLs of the statistics pages."""

from django.urls import URLPattern, path

from analytics.web.routes import redirect_earlier, routes

from .balance import balance
from .boards import spaces_page
from .cards import cards_page
from .compare import compare_page
from .data import change_page, changes_page, data_file, data_page, dump_page, keep_dump
from .definitions import definitions_page
from .embeds import embed
from .images import image
from .learning import learning_page
from .measures import measures_page
from .metrics import drilldown, metric_page
from .movers import movers_page
from .order import order_page
from .pages import catalogue, overview
from .player_card import card
from .players import player_games, player_page, players
from .questions import kind_page
from .ratings import ratings
from .roles import roles_page
from .splits import cross_page, trends_page

_PLAYER = "players/<handle:handle>/"

urlpatterns: list[URLPattern] = [
    path("players/", players, name="players"),
    path(_PLAYER, player_page, name="player"),
    path(f"{_PLAYER}games/", player_games, name="player-games"),
    path(f"{_PLAYER}card.png", card, name="player-card"),
    path("data/", data_page, name="data"),
    path("data/<slug:name>/", dump_page, name="data-dump"),
    path("data/<slug:name>/cite/", keep_dump, name="data-cite"),
    path("data/<slug:name>/<str:file>", data_file, name="data-file"),
    path("stats/", overview, name="stats"),
    path("stats/catalogue/", catalogue, name="stats-catalogue"),
    path("stats/definitions/", definitions_page, name="stats-definitions"),
    path("stats/changes/", changes_page, name="stats-changes"),
    path("stats/changes/<int:pk>/", change_page, name="stats-change"),
    path("stats/<slug:kind>/", kind_page, name="stats-kind"),
    path("stats/<slug:kind>/games/", drilldown, name="stats-games"),
    path("stats/<slug:kind>/routes/", routes, name="stats-routes"),
    path("stats/<slug:kind>/ways/", redirect_earlier, name="stats-ways"),
    path("stats/<slug:kind>/balance/", balance, name="stats-balance"),
    path("stats/<slug:kind>/ratings/", ratings, name="stats-ratings"),
    path("stats/<slug:kind>/roles/", roles_page, name="stats-roles"),
    path("stats/<slug:kind>/spaces/", spaces_page, name="stats-spaces"),
    path("stats/<slug:kind>/compare/", compare_page, name="stats-compare"),
    path("stats/<slug:kind>/trends/", trends_page, name="stats-trends"),
    path("stats/<slug:kind>/movers/", movers_page, name="stats-movers"),
    path("stats/<slug:kind>/cards/", cards_page, name="stats-cards"),
    path("stats/<slug:kind>/cross/", cross_page, name="stats-cross"),
    path("stats/<slug:kind>/order/", order_page, name="stats-order"),
    path("stats/<slug:kind>/learning/", learning_page, name="stats-learning"),
    path("stats/<slug:kind>/table/", measures_page, name="stats-measures"),
    path("stats/<slug:kind>/<slug:metric>/", metric_page, name="stats-metric"),
    path("stats/<slug:kind>/<slug:metric>/embed/", embed, name="stats-embed"),
    path("stats/<slug:kind>/<slug:metric>/image.<str:form>", image, name="stats-image"),
]
