"""Every page: navigation, landmarks, readable colours and headers; defaults of API views."""

import re
import struct
from itertools import product
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse
from rest_framework.permissions import IsAdminUser
from rest_framework.renderers import JSONRenderer
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from goryo_site.http.navigation import PAGES, navigation
from goryo_site.http.static_files import StaticFiles
from tests.support.pages import missing, page, policy

CSS = (Path(settings.BASE_DIR) / "goryo_site/static/site/tokens.css").read_text(encoding="utf-8")
READABLE = 4.5  # WCAG AA for text


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})", block))


LIGHT = tokens(CSS.split("@media (prefers-color-scheme: dark)")[0])
DARK_BY_SYSTEM = LIGHT | tokens(CSS.split("@media (prefers-color-scheme: dark)")[1].split("}")[0])
DARK_BY_CHOICE = LIGHT | tokens(CSS.split('\n[data-theme="dark"] {')[1].split("}")[0])


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_browsers_find_the_icon(client: Client, db: None) -> None:
    """They request /favicon.ico by default; pages link it and its source."""
    answer = client.get("/favicon.ico")
    data = b"".join(answer.streaming_content)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/x-icon")
    reserved, kind, count = struct.unpack_from("<HHH", data)
    sizes = [data[6 + 16 * number] for number in range(count)]
    assert (reserved, kind, sizes) == (0, 1, [16, 32, 48])
    icons = re.findall(r'<link rel="icon" href="([^"]+)"', page(client, "/"))
    assert [client.get(icon).status_code for icon in icons] == [200, 200]
    assert icons[0] == "/favicon.ico"
    assert icons[1].endswith(".svg")
    assert "img-src 'self'" in client.get("/")["Content-Security-Policy"]


def test_both_dark_themes_have_the_same_colours() -> None:
    assert DARK_BY_SYSTEM == DARK_BY_CHOICE
    assert DARK_BY_CHOICE["paper"] != LIGHT["paper"]


GAMES = ("goryo", "gorinto", "kyoto")
INKS = ("ink", "ink-2", "accent", "good", "bad", "warn", *GAMES)
ON_SOFT = [(ink, f"{ink}-soft") for ink in ("accent", "good", "bad", "warn", *GAMES)]
PAIRS = [("on-accent", "accent"), *ON_SOFT, *product(INKS, ("paper", "surface", "sunken"))]


@pytest.mark.parametrize("theme", [LIGHT, DARK_BY_CHOICE], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_is_readable(theme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(theme[ink], theme[ground]) >= READABLE


@pytest.mark.parametrize(("label", "name"), PAGES)
def test_navigation_marks_the_current_page(label: str, name: str) -> None:
    factory, address = RequestFactory(), reverse(name)
    here = navigation(factory.get(address))["site_navigation"]
    assert [(p["label"], p["current"]) for p in here if p["is_current"]] == [(label, "page")]
    assert not any(item["is_current"] for item in navigation(factory.get("/"))["site_navigation"])
    below = navigation(factory.get(f"{address}below/"))["site_navigation"]
    assert [(p["label"], p["current"]) for p in below if p["is_current"]] == [(label, "true")]


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for _, name in PAGES])
def test_navigation_leads_to_pages(client: Client, name: str) -> None:
    text = page(client, reverse(name))
    assert missing(text, 'href="#main"', "reconstructions") == []
    assert [text.count(tag) for tag in ('<main id="main"', "<h1")] == [1, 1]


def test_collected_scripts_import_each_other_by_their_digests(tmp_path: Path) -> None:
    storage = StaticFiles(location=tmp_path, base_url="/static/")
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\ntwo();\n')
    (tmp_path / "two.js").write_text("export const two = () => 2;\n")
    names = {"one.js": (storage, "one.js"), "two.js": (storage, "two.js")}
    done = {old: new for old, new, processed in storage.post_process(names) if processed is True}
    two = Path(done["two.js"]).name
    assert two != "two.js"
    assert f'from "./{two}"' in (tmp_path / done["one.js"]).read_text()


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
ADDRESSES = ["/", "/games/", "/upload/", "/stats/", "/nowhere"]
APPS = ("goryo_site", "accounts", "replays", "analytics")
FOLDERS = [Path(settings.BASE_DIR) / app / "templates" for app in APPS]
TEMPLATES = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))


@pytest.mark.django_db
@pytest.mark.parametrize("address", [*ADDRESSES, "/healthz", "/api/v1/games/"])
def test_every_answer_carries_the_headers(client: Client, address: str) -> None:
    answer = client.get(address)
    headers, rules = answer.headers, policy(answer)
    closed = dict.fromkeys(("default-src", "frame-ancestors", "base-uri"), "'none'")
    assert rules.items() >= (closed | {"script-src": "'self'", "form-action": "'self'"}).items()
    assert "unsafe" not in rules["style-src"]
    assert headers.items() >= HEADERS.items()
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
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
    apps_with_models = map(apps.get_app_config, APPS)
    models = {model for app in apps_with_models for model in app.get_models()}
    assert models & set(admin.site._registry), "games and uploads can be managed"
