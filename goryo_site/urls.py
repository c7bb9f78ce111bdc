"""The URLs of the site. Pages in other languages have a prefix (`/it/games/`); the API has none."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps import views as sitemaps
from django.urls import include, path
from oauth2_provider.views import OAuthServerMetadataView

from accounts.web.urls import oauth_urls, provider_urls
from goryo_site.http import crawlers, views
from goryo_site.http.admin_login import admin_login
from goryo_site.http.crawlers import SITEMAPS
from goryo_site.http.json_addresses import json_address
from goryo_site.http.site_texts import site_text
from goryo_site.http.style import style
from goryo_site.pages.api_reference import api_bodies, api_group, api_reference
from goryo_site.pages.continuations import from_here_page
from goryo_site.pages.continuations_api import ContinuationsView
from goryo_site.pages.deals import deal_page
from goryo_site.pages.deals_api import DealView
from goryo_site.pages.event_forms import edit_event, new_event
from goryo_site.pages.events import event_page, events
from goryo_site.pages.events_api import EventsView, EventView, OwnedEventView
from goryo_site.pages.feeds import collection_feed, event_feed, new_games, player_feed
from goryo_site.pages.home import home
from goryo_site.pages.own_events_api import OwnEventsView, OwnEventView
from goryo_site.pages.search_api import SearchView
from goryo_site.pages.search_views import search_page, suggestions
from goryo_site.pages.status import status
from goryo_site.pages.status_api import StatusView

urlpatterns = [
    path(f"{settings.ADMIN_PATH}login/", admin_login, name="admin-login"),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("healthz", views.healthz, name="healthz"),
    # for load balancers: the database is the only thing a web process needs
    path("healthz/web", views.healthz, {"parts": ("database",)}, name="healthz-web"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("sitemap.xml", sitemaps.index, {"sitemaps": SITEMAPS}, name="sitemap"),
    path(
        "sitemap-<section>.xml",
        sitemaps.sitemap,
        {"sitemaps": SITEMAPS},
        name="django.contrib.sitemaps.views.sitemap",
    ),
    path("metrics", views.metrics, name="metrics"),
    path("api/v1/", include("replays.rest.urls")),
    path("api/v1/", include("analytics.rest.urls")),
    path("api/v1/", include("rooms.rest.urls")),
    path("api/v1/", include("accounts.rest.urls")),
    path(
        "api/v1/games/<public_id:public_id>/from-here/",
        ContinuationsView.as_view(),
        name="api-game-from-here",
    ),
    path("api/v1/status/", StatusView.as_view(), name="api-status"),
    path("api/v1/deals/<slug:name>/", DealView.as_view(), name="api-deal"),
    path("api/v1/my-events/", OwnEventsView.as_view(), name="api-my-events"),
    path("api/v1/my-events/<public_id:public_id>/", OwnEventView.as_view(), name="api-my-event"),
    path("api/v1/events/", EventsView.as_view(), name="api-events"),
    path("api/v1/events/<handle:handle>/", EventView.as_view(), name="api-event"),
    path("api/v1/events/<public_id:public_id>/", OwnedEventView.as_view(), name="api-own-event"),
    path("api/v1/search/", SearchView.as_view(), name="api-search"),
    path("account/with/", include(provider_urls())),
    path(
        ".well-known/oauth-authorization-server",
        OAuthServerMetadataView.as_view(),
        name="oauth-metadata",
    ),
    *i18n_patterns(
        path("", home, name="home"),
        path("search/", search_page, name="search"),
        path("search/suggestions/", suggestions, name="search-suggestions"),
        path("deals/<slug:name>/", deal_page, name="deal"),
        path("events/", events, name="events"),
        path("events/new/", new_event, name="event-new"),
        path("events/<handle:handle>/", event_page, name="event"),
        path("events/<public_id:public_id>/", event_page, name="own-event"),
        path("events/<handle:handle>/feed.atom", event_feed, name="event-feed"),
        path("events/<public_id:public_id>/feed.atom", event_feed, name="own-event-feed"),
        path(
            "collections/<public_id:public_id>/feed.atom", collection_feed, name="collection-feed"
        ),
        path("feeds/games.atom", new_games, name="feed"),
        path("feeds/<slug:kind>.atom", new_games, name="feed-of-kind"),
        path("players/<handle:handle>/feed.atom", player_feed, name="player-feed"),
        path("events/<public_id:public_id>/edit/", edit_event, name="event-edit"),
        path("games/<public_id:public_id>/from-here/", from_here_page, name="from-here"),
        path("", include("replays.web.urls")),
        path("", include("analytics.web.urls")),
        path("", include("moderation.web.urls")),  # before those of accounts
        path("record/", include("rooms.web.urls")),
        path("api/reference/", api_reference, name="api-reference"),
        path("api/reference/bodies/", api_bodies, name="reference-bodies"),
        path("api/reference/<str:group>/", api_group, name="reference-group"),
        path("account/", include("accounts.web.urls")),
        path("oauth/", include(oauth_urls)),
        path("status/", status, name="status"),
        path("privacy/", views.privacy, name="privacy"),
        path("terms/", site_text, {"name": "terms"}, name="terms"),
        path("contact/", site_text, {"name": "contact"}, name="contact"),
        path("style/", style, name="style"),
        path("<path:page>.json", json_address, name="json-address"),  # after those of files
        prefix_default_language=False,
    ),
]

handler400 = "goryo_site.http.errors.bad_request"
handler403 = "goryo_site.http.errors.forbidden"
handler404 = "goryo_site.http.errors.not_found"
handler429 = "goryo_site.http.errors.too_many_requests"  # used by allauth
handler500 = "goryo_site.http.errors.fault"
