"""Every address of the site: the doors of the two apps, mounted once."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("replays.web.urls")),
    path("", include("analytics.web.urls")),
    path("api/v1/", include("replays.rest.urls")),
    path("api/v1/", include("analytics.rest.urls")),
]
