"""Style sheets as far as pictures need them, and what is inlined of them."""

import pytest

from replays.pictures.inline import POSITION, inline, read_sheet
from replays.pictures.nodes import Node, read, write
from replays.web.share_drawing import static_text


def drawn(markup: str, css: str, theme: str = "light") -> str:
    """A drawing with its style inlined."""
    return write(inline(read(f"<svg class='board'>{markup}</svg>"), read_sheet(css), theme))


DOT = "<circle class='dot' r='3'/>"


@pytest.mark.parametrize(
    ("css", "fill"),
    [
        (".dot { fill: red; }", "red"),
        (".dot { fill: red; } .dot { fill: blue; }", "blue"),
        (".board .dot { fill: red; } .dot { fill: blue; }", "red"),
        ("svg > .dot { fill: red; }", "red"),
        ("circle:not([class]) { fill: red; } circle { fill: blue }", "blue"),
        ("circle:not(.other) { fill: red; }", "red"),
        ('[class*="do"] { fill: red; }', "red"),
        ("[r='3'], .x { fill: red; }", "red"),
        ('[r="3"], .x { fill: red; }', "red"),
        (".dot:hover { fill: red; }", ""),
        (".a .dot, .dot::before { fill: red; }", ""),
        ("g + .dot, .dot:unknown { fill: red; }", ""),
        (".dot:first-child { fill: red; }", ""),
        ("@media screen { .dot { fill: red; } }", "red"),
        ("@media print { .dot { fill: red; } }", ""),
        ("@media (max-width: 30rem) { .dot { fill: red; } } .b { fill: blue }", ""),
        ("/* .dot { fill: red; } */", ""),
        (".board { --a: #123; } .dot { fill: var(--a); }", "#123"),
        (".board { --a: var(--b); --b: #456; } .dot { fill: var(--a); }", "#456"),
        (".dot { fill: var(--none, #789); }", "#789"),
        (".dot { color: green; fill: currentColor; }", "green"),
        (".board { color: green; } .dot { fill: currentColor; }", "green"),
        (".dot { fill: rgb(1 2 3); }", "#010203"),
        (".board { fill: red; }", "red"),
    ],
)
def test_the_most_specific_rule_colours_the_shape(css: str, fill: str) -> None:
    wanted = f' fill="{fill}"' if fill else ""
    assert drawn(DOT, css) == f'<svg><circle r="3"{wanted}/></svg>'


def test_a_theme_is_the_roots_choice() -> None:
    css = ':root { --a: #fff; } :root[data-theme="dark"] { --a: #000; } .dot { fill: var(--a); }'
    assert 'fill="#fff"' in drawn(DOT, css)
    assert 'fill="#000"' in drawn(DOT, css, "dark") or "fill=" not in drawn(DOT, css, "dark")
    stored = '@media screen { :root[data-theme="dark"] .dot { fill: #111; } }'
    assert ["#111" in drawn(DOT, stored, theme) for theme in ("dark", "light")] == [True, False]


def test_transparent_colours_become_a_colour_and_an_opacity() -> None:
    css = ".dot { fill: rgb(65 55 45 / 16%); fill-opacity: .5; }"
    assert drawn(DOT, css) == '<svg><circle r="3" fill="#41372d" fill-opacity="0.08"/></svg>'


@pytest.mark.parametrize(
    ("markup", "css"),
    [
        (DOT, ".dot { display: none; }"),
        (DOT, ".dot { fill: transparent; }"),
        ("<path d=''/>", ""),
        ("<text x='1'/>", ""),
        ("<g><title>alone</title></g>", ""),
        ("<defs><rect width='1' height='1'/></defs>", ""),
        ("<use href='#nowhere'/>", ""),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_invisible_shapes_are_omitted(markup: str, css: str) -> None:
    assert drawn(markup, css) == "<svg/>"


def test_a_symbol_takes_its_colour_where_it_is_used() -> None:
    path = "<path class='ink' d='M0 0h1'/>"
    symbol = f"<defs><symbol id='s' viewBox='0 0 10 10'>{path}</symbol></defs>"
    use = "<use class='{}' href='#s' x='5' y='7' width='20' height='20'/>"
    css = "#s .ink { fill: var(--ink); } .a { --ink: red; } .b { --ink: blue; opacity: .5; }"
    assert drawn(symbol + use.format("a") + use.format("b"), css) == (
        '<svg><g transform="translate(5 7) scale(2)"><path d="M0 0h1" fill="red"/></g>'
        '<g transform="translate(5 7) scale(2)" opacity=".5">'
        '<path d="M0 0h1" fill="blue"/></g></svg>'
    )


def test_letters_are_measured_in_plain_numbers() -> None:
    css = "text { font-size: 20px; letter-spacing: .1em; stroke: red; stroke-width: 3px; }"
    assert drawn("<text>A</text>", css) == (
        '<svg><text stroke="red" stroke-width="3" font-size="20" letter-spacing="2">A</text></svg>'
    )


def test_markup_is_escaped_and_cleaned() -> None:
    node = Node("g").add("text", "<script>\x08&amp;\ufffe", x='"<&\x00')
    assert read(write(node)).text == "<script>&amp;"
    assert write(node).count("<") == 2


def test_invalid_markup_is_refused() -> None:
    with pytest.raises(ValueError, match="Invalid markup"):
        read("<svg><g></svg>")


def test_a_sheet_gives_each_element_its_own_style() -> None:
    """It keeps the styles that it gave before."""
    css = """[data-a="1"] .dot { fill: #111; } [data-b] { fill: #222; } .dot { stroke: var(--c); }
        :root { --c: red; } :root[data-theme="dark"] { --c: blue; } .off { display: none; }"""
    sheet = read_sheet(css)
    pictures = [
        f"<svg><g data-a='{a}' fill='{fill}'><circle class='{name}' r='3' {more}/></g></svg>"
        for a in "12"
        for fill in ("#333", "#444")
        for name in ("dot", "off")
        for more in ("", "data-b='1'", "stroke-width='2'")
    ]
    for theme in ("light", "dark", "light"):
        for markup in pictures:
            alone = write(inline(read(markup), read_sheet(css), theme))
            assert write(inline(read(markup), sheet, theme)) == alone


def test_no_style_of_the_board_depends_on_siblings() -> None:
    """Pictures do not read such rules. Those of the other sheets are about HTML."""
    rules = [rule for rule in static_text("replays/board.css").split("}") if "{" in rule]
    selectors = [rule.rpartition("{")[0].rpartition("{")[2] for rule in rules]
    assert [selector for selector in selectors if POSITION.search(selector)] == []
