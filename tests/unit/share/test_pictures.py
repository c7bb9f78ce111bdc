"""Pictures, animated clips and cards: what they show, the same every time, in one font."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import ImageFont, ImageSequence

from replays.models import Game
from replays.pictures.film import film
from replays.pictures.letters import UNKNOWN, drawable, fitted, lines, widths
from replays.pictures.raster import fonts, png
from replays.web import share_films, share_pictures
from tests.support.pages import missing, present
from tests.unit.replay_page.gorinto_samples import MODES, game_of
from tests.unit.replay_page.samples import SPIRITS, random_replays, replay_of, stored

from .pages import BRIEF, SVG, get, image, same_board, svg, texts

FOREIGN = ("class=", "style", "<use", "href", "var(", "currentColor", "script", "data-")
NASTY = '"><script>alert(1)</script>&amp;<!--'


def test_a_picture_has_game_step_and_view(client: Client, finished: Game) -> None:
    read = texts(svg(client, finished, 3, "as=samurai"))
    assert read[0] == "Jane v John, Goryō 2024"
    shown = {"a reconstruction, not the printed board", "View: Samurai"}
    assert {*shown, "Kifu House · /games/finished0001/"} <= set(read)
    assert any(text.startswith("Step 3 · Round 1") for text in read)
    assert not any("simulated" in text for text in read)


def test_a_simulated_game_is_marked(client: Client, finished: Game) -> None:
    Game.objects.update(is_simulated=True)
    assert "simulated: played by bots" in texts(svg(client, finished))


def test_a_picture_stands_alone(client: Client, finished: Game) -> None:
    for step in range(finished.n_events + 1):
        picture = svg(client, finished, step)
        assert present(picture, *FOREIGN) == []
        drawn = ElementTree.fromstring(picture)
        assert (drawn.tag, drawn.attrib["width"]) == (f"{SVG}svg", "960")


def test_colours_are_those_of_the_page_in_both_themes(client: Client, finished: Game) -> None:
    light, dark = svg(client, finished), svg(client, finished, 3, "as=omniscient&theme=dark")
    assert present(light, "#f0e6d2", "#39322a") == ["#f0e6d2"]
    assert present(dark, "#f0e6d2", "#39322a") == ["#39322a"]
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
    assert picture.convert("RGB").getpixel((2, 2)) == (0x14, 0x12, 0x0F)


def test_every_board_and_edition_can_be_drawn(client: Client, db: None) -> None:
    for n, replay in enumerate(random_replays()[:8]):
        game = stored(replay, f"random{n:06}")
        for step in (game.n_events // 2, game.n_events):
            ElementTree.fromstring(svg(client, game, step, "as=omniscient"))


def test_names_from_logs_are_escaped(client: Client, db: None) -> None:
    log = SPIRITS.replace('"Jane"', '"' + NASTY.replace('"', '\\"') + '"')
    picture = svg(client, stored(replay_of(log), "nasty0000001"))
    assert NASTY in texts(picture)[0]
    assert present(picture, "<script", "<!--") == []
    assert png(picture, 300).startswith(b"\x89PNG")


def test_unknown_letters_are_squares_in_png_only() -> None:
    assert drawable("Goryō 御霊 Ω") == f"Goryō {UNKNOWN * 2} Ω"
    text = f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 90 20"><text y="15">%s</text></svg>'
    assert png(text % "御霊", 90) == png(text % (UNKNOWN * 2), 90)


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


# -- Gorinto: stacks, heights, tables and lines --------------------------------------------------


def played(mode: str) -> Game:
    """A stored game in a mode."""
    return stored(game_of(mode), f"g{MODES.index(mode):011}")


@pytest.mark.django_db
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_has_pictures_and_embeds(client: Client, mode: str) -> None:
    game = played(mode)
    for step in (game.n_events // 2, game.n_events):
        picture = svg(client, game, step)
        assert "var(" not in picture
        assert any(text.startswith(f"Step {step} ·") for text in texts(picture))
        assert same_board(client, game, f"step={step}")


@pytest.mark.django_db
def test_a_picture_shows_tiles_heights_and_the_table(client: Client) -> None:
    game = played(MODES[0])
    picture = svg(client, game, game.n_events // 2)
    assert missing(picture, "#3b2f52", "#d5e8dc", "#b83a1b", "#1f5fa3", "#e6bb58") == []
    shown = {"ELEMENTS", "void", "wind", "fire", "water", "earth", "Turn order"}
    assert shown <= set(texts(picture))
    rects = ElementTree.fromstring(picture).iter(f"{SVG}rect")
    assert sum(rect.attrib.get("height") == "66" for rect in rects) > 10  # slabs of stacks


@pytest.mark.django_db
def test_clips_and_files_are_created_without_belief(client: Client) -> None:
    game = played(MODES[0])
    assert image(get(client, game, "replay.gif?from=3&to=5").content).n_frames == 3
    assert 'modules["spaces.js"]' in get(client, game, "replay.html").content.decode()
    refused = get(client, game, "step-5.svg?belief=uniform", 400).content.decode()
    assert "“belief” is not a setting of this game." in refused


def frames(content: bytes) -> list[tuple[bytes, int]]:
    """The pictures of a film, and how long each is shown."""
    pictures = ImageSequence.Iterator(image(content))
    return [(frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in pictures]


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_clip_shows_every_step_of_its_range(client: Client, finished: Game, form: str) -> None:
    answer = get(client, finished, f"replay.{form}?as=goryo&from=2&to=5&pace=fast")
    assert answer["Content-Type"] == f"image/{form}"
    picture = image(answer.content)
    assert (picture.n_frames, picture.width, picture.info["loop"]) == (4, 640, 0)
    shown = frames(answer.content)
    assert [pause for _, pause in shown] == [700, 700, 700, 1400]
    assert len({pixels for pixels, _ in shown}) == 4


def test_a_clip_contains_the_pictures_of_its_steps() -> None:
    colours = ["b83216", "f6f2e8", "171512"]
    head = f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 8 8">'
    dot = '<rect width="8" height="8" fill="#{}"/>'
    pictures = [png(f"{head}{dot.format(c)}</svg>", 8) for c in colours]
    for form in ("gif", "webp"):
        assert [pixels[:3].hex() for pixels, _ in frames(film(pictures, form, 300))] == colours


@pytest.mark.parametrize(
    ("name", "value", "status", "text"),
    [
        ("CLIP_MAX_STEPS", 4, 400, "at most 4 steps, but 0 to 4 are 5"),
        ("CLIP_MAX_BYTES", 1000, 400, "larger than"),
    ],
)
def test_limits_are_refused_with_a_reason(
    client: Client, finished: Game, settings: Any, name: str, value: float, status: int, text: str
) -> None:
    setattr(settings, name, value)
    answer = get(client, finished, "replay.gif?to=4", status)
    assert text in answer.content.decode()


def test_the_default_range_has_maximum_steps(client: Client, finished: Game, settings: Any) -> None:
    settings.CLIP_MAX_STEPS = 3
    assert image(get(client, finished, "replay.gif?from=1").content).n_frames == 3


def test_clips_wait_for_their_turn(client: Client, finished: Game, settings: Any) -> None:
    settings.CLIP_WAIT_SECONDS = 0.01
    with share_films._queue.turn("another client", 0):
        answer = get(client, finished, "replay.gif?to=1", 302)
    assert get(client, finished, f"replay.gif?{answer['Location'].partition('?')[2]}")


def test_a_card_is_1200_by_630(client: Client, finished: Game) -> None:
    picture = image(get(client, finished, "card.png").content)
    assert (picture.format, picture.size) == ("PNG", (1200, 630))


def test_a_card_has_no_result(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    monkeypatch.setattr(share_pictures, "png", lambda svg, _: drawn.append(svg) or b"")
    for n, log in enumerate((SPIRITS, BRIEF)):
        get(client, stored(replay_of(log), f"card{n:08}"), "card.png")
    assert drawn[0] == drawn[1]
    read = " ".join(ElementTree.fromstring(drawn[0]).itertext())
    assert missing(read, "Jane v John", "Goryō 2024", "House palace", "a reconstruction") == []
    assert not re.search(r"win|won|spirit|round|step|resign", read, re.I)
