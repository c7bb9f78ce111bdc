"""Puts into a drawing what style sheets say of it, as attributes, so that it stands alone: no
classes, no sheet, no symbols elsewhere in the document.
"""

import re
from typing import TypeAlias

from .nodes import Node, number
from .sheets import Declarations, Sheet

Style: TypeAlias = dict[str, str]

INHERITED = {
    "fill": "#000",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "font-size": "16",
    "font-weight": "400",
    "font-style": "normal",
    "letter-spacing": "normal",
    "text-anchor": "start",
    "paint-order": "normal",
}
"""What an element has from the one it is in, with what it is where nobody says it."""
OWN = {"opacity": "1", "dominant-baseline": "auto"}
"""What an element has for itself alone."""
KNOWN = (*INHERITED, *OWN, "display", "color")
OF_TEXT = tuple(n for n in INHERITED if n.startswith(("font", "letter", "text", "paint")))
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"}
GEOMETRY = (
    "d", "x", "y", "width", "height", "rx", "ry", "r", "cx", "cy", "x1", "y1", "x2", "y2",
    "points", "transform", "viewBox", "preserveAspectRatio", "id", "xmlns", "role",
    "font-family", "xml:lang", "clip-path", "aria-labelledby", "clip-rule",
)  # fmt: skip
UNSEEN = {"defs", "symbol", "script", "style", "metadata"}
NO_SYMBOL = Node("symbol", {"viewBox": "0 0 1 1"})
VAR = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
RGB = re.compile(r"rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)")


def inline(root: Node, sheet: Sheet, theme: str) -> Node:
    """The drawing with its style inlined. `theme` is `light` or `dark`.

    What is not seen is left out: what has `display: none`, no paint or nothing to draw.
    """
    html = Node("html", {"data-theme": theme}, children=[root])
    symbols = {n.attrs["id"]: n for n in root.walk() if n.tag == "symbol" and "id" in n.attrs}
    inherited = _cascade(html, {}, tuple(sheet.declared(html)))
    inliner = _Inliner(sheet, symbols)
    found = inliner.draw(root, inherited, dict(INHERITED))
    if found is None:
        raise ValueError("The drawing shows nothing.")
    return found


class _Inliner:
    """Walks a drawing; keeps what the sheet declares for an element, which it meets many times
    where it is part of a symbol.
    """

    def __init__(self, sheet: Sheet, symbols: dict[str, Node]) -> None:
        self.sheet, self.symbols = sheet, symbols
        self.declared: dict[Node, Declarations] = {}

    def draw(self, node: Node, over: Style, around: Style) -> Node | None:
        """An element as it is seen, or None. `over` is the style of what it is in, `around` what
        has been written on the elements that it will stand in.
        """
        if node.tag in UNSEEN:
            return None
        if node.tag == "title":
            return Node("title", {}, node.text) if node.text else None
        style = _cascade(node, over, self._of(node))
        if style.get("display") == "none":
            return None
        made = self._use(node) if node.tag == "use" else _shape(node)
        if made.tag in SHAPES and not _is_seen(made, style):
            return None
        now = _write_style(made, style, around)
        inside = self._symbol(node).children if node.tag == "use" else node.children
        for child in inside:
            drawn = self.draw(child, style, now)
            if drawn is not None:
                made.take(drawn)
        is_empty = made.tag == "g" and all(child.tag == "title" for child in made.children)
        return None if is_empty else made

    def _of(self, node: Node) -> Declarations:
        if node not in self.declared:
            self.declared[node] = tuple(self.sheet.declared(node))
        return self.declared[node]

    def _symbol(self, use: Node) -> Node:
        name = use.attrs.get("href", "").removeprefix("#")
        return self.symbols.get(name, NO_SYMBOL)

    def _use(self, use: Node) -> Node:
        """A group that stands for the symbol: moved and scaled as its box asks."""
        symbol = self._symbol(use)
        left, top, width, height = map(float, symbol.attrs["viewBox"].split())
        x, y = float(use.attrs.get("x", 0)), float(use.attrs.get("y", 0))
        wide, high = float(use.attrs.get("width", width)), float(use.attrs.get("height", height))
        scale = min(wide / width, high / height)
        x += (wide - width * scale) / 2 - left * scale
        y += (high - height * scale) / 2 - top * scale
        moves = [use.attrs["transform"]] if "transform" in use.attrs else []
        if (round(x, 2), round(y, 2)) != (0, 0):
            moves.append(f"translate({number(x)} {number(y)})")
        if scale != 1:
            moves.append(f"scale({scale:.4g})")
        return Node("g", {"transform": " ".join(moves)} if moves else {})


def _shape(node: Node) -> Node:
    kept = {name: node.attrs[name] for name in GEOMETRY if name in node.attrs}
    made = Node(node.tag, kept, node.text)
    label = node.attrs.get("aria-label")
    if label and "role" in node.attrs and not any(c.tag == "title" for c in node.children):
        made.add("title", label)
    return made


def _is_seen(made: Node, style: Style) -> bool:
    """Whether a shape leaves any paint."""
    if made.tag == "text" and not made.text and not made.children:
        return False
    if made.tag == "path" and not made.attrs.get("d"):
        return False
    paints = (_paint(style, name) for name in ("fill", "stroke"))
    return any(colour != "none" and opacity != "0" for colour, opacity in paints)


def _cascade(node: Node, over: Style, declared: Declarations) -> Style:
    """The style of an element: what it has from above, its attributes, then what is declared."""
    style = {k: v for k, v in over.items() if k not in OWN and k != "display"}
    style |= {name: node.attrs[name] for name in KNOWN if name in node.attrs}
    style |= {name: v for name, v in declared if name in KNOWN or name.startswith("--")}
    for name, value in style.items():
        if value == "inherit":
            style[name] = over.get(name, INHERITED.get(name, "none"))
        elif "var(" in value and name in KNOWN:
            style[name] = _resolved(value, style)
    return style


def _resolved(value: str, style: Style) -> str:
    """A value without `var()`; where nothing is set, what is said instead."""
    for _ in range(8):
        if "var(" not in value:
            break
        value = VAR.sub(lambda m: style.get(m[1], (m[2] or "none").strip()), value)
    return value


def _write_style(made: Node, style: Style, around: Style) -> Style:
    """Writes on an element what it does not have from those around it; gives what those in it have
    from it. Paint is written where it is seen, not on groups.
    """
    for name, usual in OWN.items():
        if style.get(name, usual) != usual:
            made.attrs[name] = style[name]
    if made.tag not in SHAPES:
        return around
    wanted = _plain(style)
    skipped = () if made.tag == "text" else OF_TEXT
    if wanted["stroke"] == "none":
        skipped = (*skipped, *(name for name in wanted if name.startswith("stroke-")))
    new = {k: v for k, v in wanted.items() if k not in skipped and around.get(k) != v}
    made.attrs |= new
    return around | new


def _plain(style: Style) -> Style:
    """What is inherited, as plain colours and plain numbers."""
    wanted = {name: style.get(name, usual) for name, usual in INHERITED.items()}
    for name in ("fill", "stroke"):
        wanted[name], wanted[f"{name}-opacity"] = _paint(style, name)
    size = _length(wanted["font-size"], 16.0)
    wanted["font-size"] = number(size)
    for name in ("stroke-width", "letter-spacing"):
        if wanted[name] != "normal":
            wanted[name] = number(_length(wanted[name], size))
    return wanted


def _paint(style: Style, name: str) -> tuple[str, str]:
    """A paint and its opacity, plain colours alone."""
    value = style.get(name, INHERITED[name])
    if value == "currentColor":
        value = style.get("color", "#000")
    opacity = float(style.get(f"{name}-opacity", "1"))
    if value in ("transparent", "", "inherit"):
        return "none", "1"
    mixed = RGB.fullmatch(value)
    if mixed:
        value = "#" + "".join(f"{round(float(mixed[i])):02x}" for i in (1, 2, 3))
        if mixed[4]:
            opacity *= float(mixed[4]) / (100 if mixed[5] else 1)
    return value, number(opacity)


def _length(value: str, size: float) -> float:
    """A length in pixels; `em` counts by the size of the letters."""
    if value.endswith("em") and not value.endswith("rem"):
        return float(value[:-2]) * size
    return float(value.removesuffix("px"))
