"""The URLs of the site. Pages in other languages have a prefix (`/it/games/`); the API has none."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from goryo_site.http import views

urlpatterns = [
    path("admin/", admin.site.urls),
    path("healthz", views.healthz, name="healthz"),
    # for load balancers: the database is the only thing a web process needs
    path("healthz/web", views.healthz, {"parts": ("database",)}, name="healthz-web"),
    path("api/v1/", include("replays.rest.urls")),
    path("api/v1/", include("analytics.rest.urls")),
    *i18n_patterns(
        path("", include("replays.web.urls")),
        path("", include("analytics.web.urls")),
        prefix_default_language=False,
    ),
]

handler400 = "goryo_site.http.errors.bad_request"
handler403 = "goryo_site.http.errors.forbidden"
handler404 = "goryo_site.http.errors.not_found"
handler500 = "goryo_site.http.errors.fault"
