"""Every address of the site: the doors of the two apps, mounted once."""

from django.contrib import admin
from django.urls import include, path

from goryo_site import views

urlpatterns = [
    path("admin/", admin.site.urls),
    path("healthz", views.healthz, name="healthz"),
    path("healthz/web", views.healthz_web, name="healthz-web"),
    path("", include("replays.web.urls")),
    path("", include("analytics.web.urls")),
    path("api/v1/", include("replays.rest.urls")),
    path("api/v1/", include("analytics.rest.urls")),
]

handler400 = "goryo_site.errors.bad_request"
handler403 = "goryo_site.errors.forbidden"
handler404 = "goryo_site.errors.not_found"
handler500 = "goryo_site.errors.fault"
