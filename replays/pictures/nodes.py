"""XML elements with methods to build drawings, read from markup and written as SVG."""

import re
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser, fromstring
from xml.sax.saxutils import escape, quoteattr

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that are not allowed in XML, not even escaped."""


class Node(Element):
    """An element of a drawing."""

    def __init__(self, tag: str, attrs: dict[str, str] | None = None, text: str | None = None):
        super().__init__(tag, attrs or {})
        self.text = text

    def add(self, tag: str, text: str = "", /, **attrs: str | float) -> "Node":
        """Append an element and return it. `class_` is the class, `_` in a name is a hyphen."""
        plain = {name.rstrip("_").replace("_", "-"): number(v) for name, v in attrs.items()}
        child = Node(tag, plain, text)
        self.append(child)
        return child


def number(value: str | float) -> str:
    """Format a length with at most two decimals; return text unchanged."""
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def read(markup: str) -> Element:
    """Parse the markup of one element. Raises ValueError if it is not well-formed."""
    parser = XMLParser(target=TreeBuilder(Node))  # noqa: S314 - our own template
    try:
        root: Element = fromstring(NOT_XML.sub("", markup), parser)  # noqa: S314
    except ParseError as error:
        raise ValueError(f"Invalid markup: {error}") from error
    for element in root.iter():
        element.text = (element.text or "").strip()
    return root


def write(node: Element) -> str:
    """Return the markup of an element, with everything in it escaped."""
    attrs = "".join(f" {name}={quoteattr(_clean(v))}" for name, v in node.attrib.items())
    content = escape(_clean(node.text or "")) + "".join(map(write, node))
    return f"<{node.tag}{attrs}>{content}</{node.tag}>" if content else f"<{node.tag}{attrs}/>"


def _clean(text: str) -> str:
    return NOT_XML.sub("", text)
