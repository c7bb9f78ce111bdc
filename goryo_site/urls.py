"""The URLs of the site. Pages in other languages have a prefix (`/it/games/`); the API has none."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from goryo_site.http import views
from goryo_site.http.style import style
from goryo_site.pages.continuations import from_here_page
from goryo_site.pages.continuations_api import ContinuationsView
from goryo_site.pages.home import home
from goryo_site.pages.search_api import SearchView
from goryo_site.pages.search_views import search_page, suggestions

urlpatterns = [
    path("admin/", admin.site.urls),
    path("healthz", views.healthz, name="healthz"),
    # for load balancers: the database is the only thing a web process needs
    path("healthz/web", views.healthz, {"parts": ("database",)}, name="healthz-web"),
    path("api/v1/", include("replays.rest.urls")),
    path("api/v1/", include("analytics.rest.urls")),
    path(
        "api/v1/games/<public_id:public_id>/from-here/",
        ContinuationsView.as_view(),
        name="api-game-from-here",
    ),
    path("api/v1/search/", SearchView.as_view(), name="api-search"),
    *i18n_patterns(
        path("", home, name="home"),
        path("search/", search_page, name="search"),
        path("search/suggestions/", suggestions, name="search-suggestions"),
        path("games/<public_id:public_id>/from-here/", from_here_page, name="from-here"),
        path("", include("replays.web.urls")),
        path("", include("analytics.web.urls")),
        path("status/", views.status, name="status"),
        path("privacy/", views.privacy, name="privacy"),
        path("style/", style, name="style"),
        prefix_default_language=False,
    ),
]

handler400 = "goryo_site.http.errors.bad_request"
handler403 = "goryo_site.http.errors.forbidden"
handler404 = "goryo_site.http.errors.not_found"
handler500 = "goryo_site.http.errors.fault"
