"""One rule for steps that do not exist, and what links to a step keep."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from replays.models import Game
from tests.support.pages import page
from tests.unit.replays.logs import submit

from .pages import get

ADDRESSES = (
    "/games/{id}/?step={step}",
    "/games/{id}/?step={step}&spoilers=no",
    "/it/games/{id}/?step={step}&as=samurai",
    "/games/{id}/share/?step={step}",
    "/games/{id}/branch/?step={step}",
    "/games/{id}/notes/?step={step}",
    "/games/{id}/step-{step}.svg",
    "/games/{id}/step-{step}.png",
    "/games/{id}/replay.gif?from=0&to={step}",
    "/embed/{id}/?step={step}",
    "/oembed/?url=http://testserver/games/{id}/%3Fstep%3D{step}",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_step_that_does_not_exist_is_a_404(client: Client, finished: Game, address: str) -> None:
    last = finished.n_events
    for step in (last + 1, 999):
        text = page(client, address.format(id=finished.public_id, step=step), 404)
        assert f"{step}." in text
        assert "no step" in text or "non ha un passo" in text
    assert client.get(address.format(id=finished.public_id, step=3)).status_code == 200


def test_a_form_for_a_step_that_does_not_exist_creates_nothing(
    client: Client, finished: Game
) -> None:
    for part in ("branch", "notes"):
        url = f"/games/{finished.public_id}/{part}/"
        assert client.post(url, {"step": "999", "as": "samurai"}).status_code == 404


def metas(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


PREVIEWS = [
    ("", "", "card.png"),
    ("?step=3&as=samurai", "?step=3&as=samurai", "step-3.png?as=samurai"),
    ("?step=3", "?step=3&as=omniscient", "step-3.png?as=omniscient"),
    ("?as=samurai", "?step=0&as=samurai", "step-0.png?as=samurai"),
    (
        "?step=3&as=samurai&belief=uniform",
        "?step=3&as=samurai&belief=uniform",
        "step-3.png?as=samurai&belief=uniform",
    ),
    (
        "?step=3&as=samurai&spoilers=no",
        "?step=3&as=samurai&spoilers=no",
        "step-3.png?as=samurai",
    ),
]


@pytest.mark.parametrize(("query", "params", "picture"), PREVIEWS)
def test_previews_keep_step_and_view(
    client: Client, finished: Game, query: str, params: str, picture: str
) -> None:
    text = get(client, finished, query).content.decode()
    site = f"http://testserver/games/{finished.public_id}/"
    meta = metas(text)
    assert (meta["og:url"], meta["og:image"]) == (site + params, site + picture)
    image = client.get(meta["og:image"])
    assert (image.status_code, image["Content-Type"]) == (200, "image/png")
    assert f'<link rel="canonical" href="{site}">' in text
    assert ("og:image:height" in meta) == (picture == "card.png")
    oembed = re.search(r'oembed"\s+href="([^"]+)"', text)
    assert oembed is not None
    html = unescape(client.get(unescape(oembed[1])).json()["html"])
    assert ("step=3" in html) == ("step=3" in query)


def link(page: str) -> str:
    found = re.search(r'id="share-link" type="url" readonly value="([^"]+)"', page)
    assert found is not None
    return unescape(found[1]).partition("/games/")[2].partition("/")[2]


def test_possible_positions_are_kept_when_sharing(client: Client, finished: Game) -> None:
    query = "?step=3&as=samurai&belief=uniform"
    own_page = get(client, finished, query).content.decode()
    assert f'share/{query.replace("&", "&amp;")}"' in own_page
    shared = get(client, finished, f"share/{query}").content.decode()
    assert link(shared) == query
    assert 'name="keep" value="belief" checked' in shared
    without = get(client, finished, f"share/{query}&chosen=yes&keep=step").content.decode()
    assert link(without) == "?step=3"
    assert 'name="belief" value="uniform"' in without
    assert 'value="belief"' not in get(client, finished, "share/?step=3").content.decode()


def test_a_prior_that_the_game_does_not_have_is_ignored_with_a_notice(
    client: Client, db: Any
) -> None:
    submit((Path(settings.BASE_DIR) / "samples/kyoto-escape.txt").read_bytes())
    kyoto = Game.objects.get(kind="kyoto")
    for path in ("", "share/", "?step=2&belief=uniform"):
        address = path if "belief" in path else f"{path}?belief=uniform"
        text = get(client, kyoto, address).content.decode()
        assert "This link has a setting that was ignored." in text
