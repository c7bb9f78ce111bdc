"""Pictures of the rules: positions of short logs, drawn like the boards of the replay page."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from games.registry import KINDS, judge
from replays.web.rule_pictures import LOGS, STEPS, picture_of

ALL = [(slug, rule) for slug, steps in STEPS.items() for rule in steps]


def test_every_game_has_pictures_of_its_own_rules() -> None:
    assert STEPS.keys() == LOGS.keys() == KINDS.keys()
    for slug, kind in KINDS.items():
        assert STEPS[slug].keys() <= {rule.key for rule in kind.rules.rulebook}


@pytest.mark.parametrize("slug", LOGS)
def test_the_logs_are_valid(slug: str) -> None:
    (judged,) = judge(LOGS[slug].encode())
    assert judged.findings == judged.warnings == ()
    assert judged.replay is not None
    assert max(STEPS[slug].values()) <= len(judged.replay.steps)


@pytest.mark.parametrize(("slug", "rule"), ALL)
def test_a_rule_shows_its_picture(client: Client, slug: str, rule: str) -> None:
    url, picture = f"/rules/{slug}/{rule}.svg", picture_of(slug, rule)
    assert picture is not None
    answer = client.get(url)
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert "max-age" in answer["Cache-Control"]
    svg = ElementTree.fromstring(answer.content)
    title = svg.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == picture.caption
    assert (svg.get("width"), svg.get("height")) == (str(picture.width), str(picture.height))
    assert client.get(f"{url}?theme=dark").content != answer.content
    page = client.get(f"/rules/{slug}/").content.decode()
    assert f'src="{url}"' in page


def test_pictures_that_do_not_exist(client: Client) -> None:
    for url in ("/rules/goryo/9.9.svg", "/rules/chess/2.1.svg"):
        assert client.get(url).status_code == 404
    assert client.get("/rules/goryo/2.1.svg?theme=pink").status_code == 400


def test_captions_are_in_the_readers_language(client: Client) -> None:
    """Also if the picture was drawn in another language before."""
    for _ in range(2):
        assert "Il Goryō" in client.get("/it/rules/goryo/4.1.svg").content.decode()
        assert "Il Goryō" not in client.get("/rules/goryo/4.1.svg").content.decode()
