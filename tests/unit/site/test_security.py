"""Headers of every answer, and defaults of API views."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.test import Client
from django.urls import get_resolver
from rest_framework.permissions import IsAdminUser
from rest_framework.renderers import JSONRenderer
from rest_framework.settings import api_settings
from rest_framework.views import APIView

PAGES = ["/", "/games/", "/upload/", "/stats/", "/nowhere"]
TEMPLATES = sorted(
    path
    for app in ("goryo_site", "replays", "analytics")
    for path in (Path(settings.BASE_DIR) / app / "templates").rglob("*.html")
)


@pytest.mark.django_db
@pytest.mark.parametrize("address", [*PAGES, "/healthz", "/api/v1/games/"])
def test_every_answer_carries_the_headers(client: Client, address: str) -> None:
    headers = client.get(address).headers
    parts = headers["Content-Security-Policy"].split(";")
    policy = dict(part.strip().split(" ", 1) for part in parts)
    for name in ("default-src", "frame-ancestors", "base-uri"):
        assert policy[name] == "'none'"
    for name in ("script-src", "form-action"):
        assert policy[name] == "'self'"
    assert "unsafe" not in policy["style-src"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_no_page_calls_another_host_or_runs_inline_script(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert not re.search(r'(?:src|action)="(?:https?:)?//', page)
    assert not re.search(r'<link(?! rel="alternate")[^>]+href="(?:https?:)?//', page)
    assert not re.search(r"\son[a-z]+=", page)
    for attributes in re.findall(r"<script([^>]*)>", page):
        assert 'src="/static/' in attributes or 'type="application/json"' in attributes


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_escape_and_keep_to_the_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\|\s*safe\b|autoescape\s+off|\sstyle=\"|<style", text)
    assert not re.search(r"\son[a-z]+=\"|javascript:", text)


def test_api_views_deny_access_by_default() -> None:
    assert [IsAdminUser] == api_settings.DEFAULT_PERMISSION_CLASSES
    assert [JSONRenderer] == api_settings.DEFAULT_RENDERER_CLASSES
    assert api_settings.NUM_PROXIES is not None  # None believes whatever a caller writes


def test_every_api_view_declares_its_permissions() -> None:
    patterns = list(get_resolver().url_patterns)
    for pattern in patterns:
        patterns += getattr(pattern, "url_patterns", ())
    callbacks = [getattr(pattern, "callback", None) for pattern in patterns]
    views = {cls for view in callbacks if issubclass(cls := getattr(view, "cls", object), APIView)}
    assert len(views) >= 8
    for view in views:
        declared = [base for base in view.__mro__ if "permission_classes" in vars(base)]
        assert declared[0] is not APIView, view


def test_models_are_in_the_admin() -> None:
    apps_with_models = map(apps.get_app_config, ("replays", "analytics", "goryo_site"))
    models = {model for app in apps_with_models for model in app.get_models()}
    assert models & set(admin.site._registry), "games and uploads can be managed"
