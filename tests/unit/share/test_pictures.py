"""A step as a picture: what it shows, the same every time, in one font."""

import re
from xml.etree import ElementTree

from django.test import Client
from PIL import ImageFont

from replays.models import Game
from replays.pictures.letters import UNKNOWN, drawable, fitted, lines, widths
from replays.pictures.raster import fonts, png
from tests.unit.replay_page.samples import SPIRITS, random_replays, replay_of, stored

from .pages import SVG, get, image, svg, texts

NASTY = '"><script>alert(1)</script>&amp;<!--'


def test_a_picture_has_game_step_and_view(client: Client, finished: Game) -> None:
    read = texts(svg(client, finished, 3, "as=samurai"))
    assert read[0] == "Jane v John, Goryō 2024"
    assert "a reconstruction, not the printed board" in read
    assert "View: Samurai" in read
    assert any(text.startswith("Step 3 · Round 1") for text in read)
    assert "Kifu House · /games/finished0001/" in read
    assert not any("simulated" in text for text in read)


def test_a_simulated_game_is_marked(client: Client, finished: Game) -> None:
    Game.objects.update(is_simulated=True)
    assert "simulated: played by bots" in texts(svg(client, finished))


def test_a_picture_stands_alone(client: Client, finished: Game) -> None:
    for step in range(finished.n_events + 1):
        picture = svg(client, finished, step)
        for part in ("class=", "style", "<use", "href", "var(", "currentColor", "script", "data-"):
            assert part not in picture, part
        drawn = ElementTree.fromstring(picture)
        assert drawn.tag == f"{SVG}svg"
        assert drawn.attrib["width"] == "960"


def test_colours_are_those_of_the_page_in_both_themes(client: Client, finished: Game) -> None:
    light, dark = svg(client, finished), svg(client, finished, 3, "as=omniscient&theme=dark")
    assert "#f0e6d2" in light
    assert "#f0e6d2" not in dark
    assert "#39322a" in dark
    assert texts(light) == texts(dark)


def test_a_picture_draws_what_the_view_sees(client: Client, finished: Game) -> None:
    assert "#c8402f" in svg(client, finished, 3, "as=goryo")  # the route
    assert "#c8402f" not in svg(client, finished, 3, "as=samurai")


def test_a_png_is_as_large_as_it_should_be(client: Client, finished: Game) -> None:
    answer = get(client, finished, "step-5.png?theme=dark")
    assert answer["Content-Type"] == "image/png"
    picture = image(answer.content)
    assert (picture.format, picture.width) == ("PNG", 1200)
    wide, high = re.search(r'viewBox="0 0 (\d+) (\d+)', svg(client, finished, 5)).groups()  # type: ignore[union-attr]
    assert abs(picture.height - 1200 * int(high) / int(wide)) <= 1
    assert picture.convert("RGB").getpixel((2, 2)) == (0x17, 0x15, 0x12)


def test_every_board_and_edition_can_be_drawn(client: Client, db: None) -> None:
    for n, replay in enumerate(random_replays()[:8]):
        game = stored(replay, f"random{n:06}")
        for step in (game.n_events // 2, game.n_events):
            ElementTree.fromstring(svg(client, game, step, "as=omniscient"))


def test_names_from_logs_are_escaped(client: Client, db: None) -> None:
    log = SPIRITS.replace('"Jane"', '"' + NASTY.replace('"', '\\"') + '"')
    game = stored(replay_of(log), "nasty0000001")
    picture = svg(client, game)
    assert NASTY in texts(picture)[0]
    assert "<script" not in picture
    assert "<!--" not in picture
    assert png(picture, 300).startswith(b"\x89PNG")


def test_unknown_letters_are_squares_in_png_only() -> None:
    assert drawable("Goryō 御霊 Ω") == f"Goryō {UNKNOWN * 2} Ω"
    one, two = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text y="15">{t}</text></svg>'
        for t in ("御霊", UNKNOWN * 2)
    )
    assert png(one, 90) == png(two, 90)


def test_widths_are_those_of_the_font() -> None:
    for path, is_bold in zip(fonts(), (False, True), strict=True):
        font = ImageFont.truetype(path, 1000, layout_engine=ImageFont.Layout.BASIC)
        for letter in "aōW1.—Ωж□":
            assert abs(font.getlength(letter) - 1000 * widths(is_bold)[letter]) <= 1, letter


def test_text_is_wrapped_and_cut() -> None:
    assert fitted("short", 10, 100) == "short"
    assert fitted("a rather long sentence", 10, 60).endswith("…")
    assert lines("one two three", 10, 40, 5) == ["one two", "three"]
    assert lines("one two three four", 10, 30, 2)[1].endswith("…")
    assert lines("", 10, 40, 5) == []
    assert len(fitted("x" * 100_000, 10, 100)) < 40
