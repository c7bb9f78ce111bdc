"""The contrast of the texts of boards, from the colours of board.css: at least 4.5:1."""

import re

import pytest

from replays.web.share_drawing import static_text

Colour = tuple[float, ...]
ENOUGH = 4.5
CSS = static_text("replays/board.css")


def variables(theme: str) -> dict[str, str]:
    """Return the variables of a theme; the dark one changes those of the light one."""
    light, dark = (
        re.search(rf"(?m)^ *{re.escape(selector)} \{{(.*?)\}}", CSS, re.DOTALL)
        for selector in (".board", ':root[data-theme="dark"] .board')
    )
    assert light
    assert dark
    text = light[1] + (dark[1] if theme == "dark" else "")
    return dict(re.findall(r"--([\w-]+): ([^;]+);", text))


def colour(code: str) -> Colour:
    digits = code.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    return tuple(int(digits[n : n + 2], 16) for n in (0, 2, 4))


def over(top: Colour, opacity: float, ground: Colour) -> Colour:
    return tuple(opacity * a + (1 - opacity) * b for a, b in zip(top, ground, strict=True))


def luminance(one: Colour) -> float:
    shares = [level / 255 for level in one]
    red, green, blue = (s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_and_chances_are_read_on_every_floor_shade_and_mark(theme: str) -> None:
    given = variables(theme)
    ink, shade = colour(given["ink"]), colour(given.get("shade", "#2456a6"))
    most = float(given["shade-most"].partition(" ")[0])
    assert most <= 0.55
    for number in range(1, 5):
        floor = colour(given[f"floor-{number}"])
        full = over(shade, most, floor)
        for ground in (floor, full, over(colour(given["last"]), 0.13, full)):
            assert contrast(ink, ground) >= ENOUGH
    assert contrast(colour(given["on-route"]), colour(given["route"])) >= ENOUGH
    assert contrast(colour(given["on-stone"]), colour(given["stone"])) >= ENOUGH


def test_letters_are_read_on_every_tile() -> None:
    tiles = re.findall(r"--tile-face: (#\w+); --tile-ink: (#\w+)", CSS)
    assert len(tiles) == 6
    assert min(contrast(colour(face), colour(ink)) for face, ink in tiles) >= ENOUGH


def test_numbers_are_read_on_every_piece() -> None:
    bodies = dict(re.findall(r"\.piece([\w.\[\]*=\"-]+) \{ --body: (#\w+)", CSS))
    assert len(bodies) > 6
    for name, body in bodies.items():
        is_light = name in (".yellow", '[class*="government-"]')
        assert contrast(colour(body), colour("#2a2108" if is_light else "#fff")) >= ENOUGH, name
