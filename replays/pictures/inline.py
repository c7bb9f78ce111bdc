"""Style sheets applied to a drawing: every style becomes an attribute, so the drawing needs no
classes, no sheet and no symbols.

Only rules that apply to a static picture on a screen are used. Selectors with `:hover` or a pseudo
element and `@media` blocks other than `screen` never match.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element

from .nodes import Node, number

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
"""Inherited properties with their initial values."""
OWN = {"opacity": "1", "dominant-baseline": "auto"}
"""Properties that are not inherited, with their initial values."""
KNOWN = (*INHERITED, *OWN, "display", "color")
OF_TEXT = tuple(n for n in INHERITED if n.startswith(("font", "letter", "text", "paint")))
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"}
GEOMETRY = (
    "d", "x", "y", "width", "height", "rx", "ry", "r", "cx", "cy", "x1", "y1", "x2", "y2",
    "points", "transform", "viewBox", "preserveAspectRatio", "id", "xmlns", "role",
    "font-family", "xml:lang", "clip-path", "aria-labelledby", "clip-rule",
)  # fmt: skip
INVISIBLE = {"defs", "symbol", "script", "style", "metadata"}
NO_SYMBOL = Node("symbol", {"viewBox": "0 0 1 1"})
POSITION = re.compile(r"[+~](?!=)|:(nth-|first-|last-|only-|empty|has\()")
"""What makes a selector depend on the siblings or the content of an element."""
ATTRIBUTE = re.compile(r"\[\s*([\w-]+)")
MAX_SEEN = 50_000
"""Styles of each sort that a sheet keeps."""
VAR = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
RGB = re.compile(r"rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)")


@dataclass(eq=False)
class Computed:
    """The style of an element, with what follows from it; shared by all elements that have it."""

    number: int
    style: Style

    @cached_property
    def plain(self) -> Style:
        """The inherited properties as hexadecimal colours and numbers."""
        return _plain(self.style)

    @cached_property
    def has_paint(self) -> bool:
        """Whether a shape with this style is visible."""
        paints = (_paint(self.style, name) for name in ("fill", "stroke"))
        return any(colour != "none" and opacity != "0" for colour, opacity in paints)


class Sheet:
    """Compiled style sheets. They keep the styles that they gave to elements, because the pictures
    of a game consist of the same elements again and again.

    An element is identified by its tag and the attributes that occur in selectors, and those of
    its ancestors. So selectors that depend on siblings or content are not read (`POSITION`).
    """

    def __init__(self) -> None:
        import cssselect2

        self.matcher = cssselect2.Matcher()
        self.attributes = ["class", "id"]
        self._numbers = count(1)
        self._declared: dict[tuple[Any, ...], tuple[int, Style]] = {}
        self._computed: dict[tuple[Any, ...], Computed] = {}

    def add(self, selector: Any, declared: Style, text: str) -> None:
        """Add a rule with one selector; `text` is the source of all selectors of the rule."""
        self.matcher.add_selector(selector, declared)
        self.attributes += [n for n in ATTRIBUTE.findall(text) if n not in self.attributes]

    def declared(self, wrapper: Any, parent: int) -> tuple[int, Style]:
        """Return a number for an element, and what the sheets declare for it. `parent` is the
        number of its parent, 0 for a root.
        """
        element = wrapper.etree_element
        key = (parent, element.tag, *map(element.attrib.get, self.attributes))
        found = self._declared.get(key)
        if found is None:
            style: Style = {}
            for *_, declared in self.matcher.match(wrapper):
                style |= declared
            found = next(self._numbers), style
            _keep(self._declared, key, found)
        return found

    def computed(self, element: Element, declared: tuple[int, Style], parent: Computed) -> Computed:
        """Return the style of an element drawn below one with the style `parent`."""
        number, style = declared
        key = (parent.number, number, *map(element.attrib.get, KNOWN))
        found = self._computed.get(key)
        if found is None:
            found = Computed(next(self._numbers), _cascade(element, parent.style, style))
            _keep(self._computed, key, found)
        return found


def _keep(seen: dict[Any, Any], key: Any, value: Any) -> None:
    if len(seen) >= MAX_SEEN:
        seen.clear()
    seen[key] = value


def read_sheet(*texts: str) -> Sheet:
    """Compile style sheets; rules of a later text override those of an earlier one."""
    import cssselect2
    import tinycss2

    sheet = Sheet()
    for rule in _screen_rules("\n".join(texts)):
        declared = {
            d.name: tinycss2.serialize(d.value).strip()
            for d in tinycss2.parse_blocks_contents(rule.content)
            if d.type == "declaration" and (d.name in KNOWN or d.name.startswith("--"))
        }
        text = tinycss2.serialize(rule.prelude)
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude) if declared else ()
        except cssselect2.SelectorError:
            continue
        for selector in selectors:
            if selector.pseudo_element is None and not POSITION.search(text):
                sheet.add(selector, declared, text)
    return sheet


def _screen_rules(text: str | list[Any]) -> Iterator[Any]:
    """Yield the style rules, including those of `@media screen`."""
    import tinycss2

    for rule in tinycss2.parse_rule_list(text, skip_comments=True, skip_whitespace=True):
        match rule.type, tinycss2.serialize(getattr(rule, "prelude", ())).strip():
            case "qualified-rule", _:
                yield rule
            case "at-rule", "screen" if rule.lower_at_keyword == "media":
                yield from _screen_rules(rule.content)


def inline(root: Element, sheet: Sheet, theme: str) -> Node:
    """Return the drawing with its styles inlined. `theme` is `light` or `dark`.

    Elements that draw nothing are omitted: those with `display: none`, without paint or empty.
    """
    html = Node("html", {"data-theme": theme})
    html.append(root)
    inliner = _Inliner(sheet, html)
    style = sheet.computed(html, inliner.declared[html], Computed(0, {}))
    drawing = inliner.draw(root, style, dict(INHERITED))
    if drawing is None:
        raise ValueError("The drawing is empty.")
    return drawing


class _Inliner:
    """Inlines the styles of a document. The elements of a symbol are drawn once for each use."""

    def __init__(self, sheet: Sheet, document: Element) -> None:
        import cssselect2

        self.sheet = sheet
        self.symbols = {n.attrib.get("id", ""): n for n in document.iter("symbol")}
        self.declared: dict[Element, tuple[int, Style]] = {}
        numbers: dict[Any, int] = {None: 0}
        for wrapper in cssselect2.ElementWrapper.from_xml_root(document).iter_subtree():
            found = sheet.declared(wrapper, numbers[wrapper.parent])
            self.declared[wrapper.etree_element] = found
            numbers[wrapper] = found[0]

    def draw(self, element: Element, parent: Computed, written: Style) -> Node | None:
        """Return the drawn element, or None if it is invisible. `parent` is the style of the
        parent, `written` the attributes that the drawn ancestors already have.
        """
        if element.tag in INVISIBLE:
            return None
        if element.tag == "title":
            return Node("title", text=element.text) if element.text else None
        style = self.sheet.computed(element, self.declared[element], parent)
        if style.style.get("display") == "none":
            return None
        drawn = self._use(element) if element.tag == "use" else _shape(element)
        if drawn.tag in SHAPES and not (style.has_paint and _has_content(drawn)):
            return None
        now = _write_style(drawn, style, written)
        for child in self._symbol(element) if element.tag == "use" else element:
            drawn_child = self.draw(child, style, now)
            if drawn_child is not None:
                drawn.append(drawn_child)
        is_empty = drawn.tag == "g" and all(child.tag == "title" for child in drawn)
        return None if is_empty else drawn

    def _symbol(self, use: Element) -> Element:
        return self.symbols.get(use.attrib.get("href", "").removeprefix("#"), NO_SYMBOL)

    def _use(self, use: Element) -> Node:
        """Return the group that replaces a `use`: moved and scaled to its box."""
        left, top, width, height = map(float, self._symbol(use).attrib["viewBox"].split())
        x, y = float(use.attrib.get("x", 0)), float(use.attrib.get("y", 0))
        wide, high = float(use.attrib.get("width", width)), float(use.attrib.get("height", height))
        scale = min(wide / width, high / height)
        x += (wide - width * scale) / 2 - left * scale
        y += (high - height * scale) / 2 - top * scale
        moves = [use.attrib["transform"]] if "transform" in use.attrib else []
        if (round(x, 2), round(y, 2)) != (0, 0):
            moves.append(f"translate({number(x)} {number(y)})")
        if scale != 1:
            moves.append(f"scale({scale:.4g})")
        return Node("g", {"transform": " ".join(moves)} if moves else {})


def _shape(element: Element) -> Node:
    attrs = {name: element.attrib[name] for name in GEOMETRY if name in element.attrib}
    shape = Node(element.tag, attrs, element.text)
    label = element.attrib.get("aria-label")
    if label and "role" in element.attrib and element.find("title") is None:
        shape.add("title", label)
    return shape


def _has_content(shape: Node) -> bool:
    if shape.tag == "text":
        return bool(shape.text or len(shape))
    return shape.tag != "path" or bool(shape.attrib.get("d"))


def _cascade(element: Element, parent: Style, declared: Style) -> Style:
    """Return the style of an element: inherited, then from attributes, then declared."""
    style = {k: v for k, v in parent.items() if k not in OWN and k != "display"}
    style |= {name: element.attrib[name] for name in KNOWN if name in element.attrib}
    style |= declared
    for name, value in style.items():
        if value == "inherit":
            style[name] = parent.get(name, INHERITED.get(name, "none"))
        elif "var(" in value and name in KNOWN:
            style[name] = _resolved(value, style)
    return style


def _resolved(value: str, style: Style) -> str:
    """Replace `var()` by the property's value or by the fallback."""
    for _ in range(8):
        if "var(" not in value:
            break
        value = VAR.sub(lambda m: style.get(m[1], (m[2] or "none").strip()), value)
    return value


def _write_style(shape: Node, computed: Computed, written: Style) -> Style:
    """Write the attributes that the ancestors do not have already, and return all that now apply.
    Paint is written on shapes, not on groups.
    """
    style, wanted = computed.style, computed.plain
    shape.attrib.update(
        {k: style[k] for k, initial in OWN.items() if style.get(k, initial) != initial}
    )
    if shape.tag not in SHAPES:
        return written
    skipped = () if shape.tag == "text" else OF_TEXT
    if wanted["stroke"] == "none":
        skipped = (*skipped, *(name for name in wanted if name.startswith("stroke-")))
    new = {k: v for k, v in wanted.items() if k not in skipped and written.get(k) != v}
    shape.attrib.update(new)
    return written | new


def _plain(style: Style) -> Style:
    """Return the inherited properties as hexadecimal colours and numbers."""
    wanted = {name: style.get(name, initial) for name, initial in INHERITED.items()}
    for name in ("fill", "stroke"):
        wanted[name], wanted[f"{name}-opacity"] = _paint(style, name)
    size = _length(wanted["font-size"], 16.0)
    wanted["font-size"] = number(size)
    for name in ("stroke-width", "letter-spacing"):
        if wanted[name] != "normal":
            wanted[name] = number(_length(wanted[name], size))
    return wanted


def _paint(style: Style, name: str) -> tuple[str, str]:
    """Return a colour without alpha, and its opacity."""
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
    """Return a length in pixels; `em` is relative to the font size."""
    if value.endswith("em") and not value.endswith("rem"):
        return float(value[:-2]) * size
    return float(value.removesuffix("px"))
