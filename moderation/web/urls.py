"""URLs of the pages of reports: one for each kind of thing."""

from django.urls import URLPattern, path

from moderation.targets import TARGETS

from . import names, reports

urlpatterns: list[URLPattern] = [
    path("account/names/", names.names, name="account-names"),
    path("report/sent/", reports.sent, name="report-sent"),
    *(
        path(f"report/{what}/{target.route}/", reports.report, {"what": what}, f"report-{what}")
        for what, target in TARGETS.items()
    ),
]
