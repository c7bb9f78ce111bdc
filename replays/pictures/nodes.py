"""A tree of markup: read from the page's board, made by hand for what stands around it, written as
SVG.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may hold, not even escaped."""


@dataclass(eq=False)
class Node:
    """An element. `text` stands before its children."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list["Node"] = field(default_factory=list)
    parent: "Node | None" = None

    def __post_init__(self) -> None:
        self.classes = frozenset(self.attrs.get("class", "").split())
        for child in self.children:
            child.parent = self

    def add(self, tag: str, text: str = "", /, **attrs: str | float) -> "Node":
        """A new last child. `class_` is the class, `_` in a name stands for a hyphen."""
        plain = {name.rstrip("_").replace("_", "-"): number(v) for name, v in attrs.items()}
        return self.take(Node(tag, plain, text))

    def take(self, child: "Node") -> "Node":
        """An element made elsewhere, as the last child."""
        child.parent = self
        self.children.append(child)
        return child

    def walk(self) -> Iterator["Node"]:
        """The element and all in it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


def number(value: str | float) -> str:
    """A length as SVG has it: two decimals at most; text stays."""
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def read(markup: str) -> Node:
    """The tree of one element's markup. Raises ValueError where it is not well-formed."""
    try:
        found = ElementTree.fromstring(NOT_XML.sub("", markup))  # noqa: S314 - our own template
    except ElementTree.ParseError as error:
        raise ValueError(f"This is no markup: {error}") from error
    return _node(found)


def _node(element: ElementTree.Element) -> Node:
    return Node(
        element.tag,
        dict(element.attrib),
        (element.text or "").strip(),
        [_node(child) for child in element],
    )


def write(node: Node) -> str:
    """The markup of a tree, with everything in it escaped."""
    attrs = "".join(f" {name}={quoteattr(_clean(v))}" for name, v in node.attrs.items())
    inside = escape(_clean(node.text)) + "".join(write(child) for child in node.children)
    return f"<{node.tag}{attrs}>{inside}</{node.tag}>" if inside else f"<{node.tag}{attrs}/>"


def _clean(text: str) -> str:
    return NOT_XML.sub("", text)
