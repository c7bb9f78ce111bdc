"""Style sheets: as much of CSS as the board's needs, so that pictures take their colours from the
page's own sheets.

Known are rules for tags, ids, classes, attributes, `:root` and `:not()`, one in another or as
children, and `@media screen`. A rule with anything else (hover, print, a width) never applies: a
picture has no pointer, no paper and no window.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from .nodes import Node

COMMENT = re.compile(r"/\*.*?\*/", re.S)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PART = re.compile(
    r"""(?P<tag>^[a-zA-Z][\w-]*|^\*)|\#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)
    |\[(?P<attr>[\w-]+)(?:(?P<op>[*^$~]?=)"?(?P<value>[^"\]]*)"?)?\]
    |:not\((?P<no>[^()]*)\)|(?P<root>:root)""",
    re.X,
)
Weight: TypeAlias = tuple[int, int, int]
Declarations: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Simple:
    """What one element must be: `.piece.green`."""

    tag: str = ""
    ids: tuple[str, ...] = ()
    classes: frozenset[str] = frozenset()
    attrs: tuple[tuple[str, str, str], ...] = ()
    nots: tuple["Simple", ...] = ()
    is_root: bool = False

    def fits(self, node: Node) -> bool:
        """Whether an element is this."""
        if not self.classes <= node.classes or (self.tag and self.tag not in ("*", node.tag)):
            return False
        if self.is_root and node.tag != "html":
            return False
        return not self.is_more or self._fits_more(node)

    def _fits_more(self, node: Node) -> bool:
        return (
            all(node.attrs.get("id") == each for each in self.ids)
            and all(_has(node, *each) for each in self.attrs)
            and not any(each.fits(node) for each in self.nots)
        )

    @cached_property
    def is_more(self) -> bool:
        """Whether it asks for more than a tag and classes."""
        return bool(self.ids or self.attrs or self.nots)

    @property
    def weight(self) -> Weight:
        """Ids; classes, attributes and `:root`; tags."""
        own = (len(self.ids), len(self.classes) + len(self.attrs) + self.is_root, self.tag > "*")
        inner = [each.weight for each in self.nots]
        return (
            own[0] + sum(w[0] for w in inner),
            own[1] + sum(w[1] for w in inner),
            own[2] + sum(w[2] for w in inner),
        )


@dataclass(frozen=True)
class Rule:
    """A selector (the last part first, each with the sign before it) and what it declares."""

    parts: tuple[tuple[str, Simple], ...]
    declarations: Declarations
    order: int

    @cached_property
    def rank(self) -> tuple[Weight, int]:
        """Which of two rules wins: the higher."""
        weights = [part.weight for _, part in self.parts]
        return (
            (sum(w[0] for w in weights), sum(w[1] for w in weights), sum(w[2] for w in weights)),
            self.order,
        )

    def fits(self, node: Node) -> bool:
        """Whether the rule is for this element."""
        return self.parts[0][1].fits(node) and _above(self.parts, 0, node)


@dataclass
class Sheet:
    """Rules, found by the last thing their last part asks for."""

    rules: tuple[Rule, ...]
    _by_key: dict[str, list[Rule]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for rule in self.rules:
            self._by_key.setdefault(_key(rule.parts[0][1]), []).append(rule)

    def declared(self, node: Node) -> Iterator[tuple[str, str]]:
        """What the sheet declares for an element, the strongest last."""
        keys = ["", node.tag, *(f".{name}" for name in node.classes)]
        if "id" in node.attrs:
            keys.append(f"#{node.attrs['id']}")
        found = [r for key in keys for r in self._by_key.get(key, ()) if r.fits(node)]
        if len(found) > 1:
            found.sort(key=lambda rule: rule.rank)
        for rule in found:
            yield from rule.declarations


def read_sheet(*texts: str) -> Sheet:
    """The sheet of several texts, a later one over an earlier one."""
    found: list[Rule] = []
    for text in texts:
        for selectors, body in _blocks(COMMENT.sub("", text)):
            declarations = _declarations(body)
            for selector in selectors.split(","):
                parts = _selector(selector.strip())
                if parts:
                    found.append(Rule(parts, declarations, len(found)))
    return Sheet(tuple(found))


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Every rule that counts on a screen, as (selectors, body)."""
    at = 0
    while (opened := text.find("{", at)) >= 0:
        head = text[at:opened].strip()
        closed = _closing(text, opened)
        if not head.startswith("@"):
            yield head, text[opened + 1 : closed]
        elif head == "@media screen":
            yield from ((m[1].strip(), m[2]) for m in RULE.finditer(text[opened + 1 : closed]))
        at = closed + 1


def _closing(text: str, opened: int) -> int:
    """Where the block that opens here ends."""
    depth = 0
    for at in range(opened, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError("A block of the style sheet never ends.")


def _declarations(body: str) -> Declarations:
    pairs = (line.partition(":") for line in body.split(";") if ":" in line)
    return tuple(
        (name.strip(), value.replace("!important", "").strip()) for name, _, value in pairs
    )


def _selector(text: str) -> tuple[tuple[str, Simple], ...]:
    """The parts of a selector, the last first; none where it holds what is not known here."""
    words = re.findall(r">|(?:\[[^\]]*\]|\([^)]*\)|[^\s>])+", text)
    parts: list[tuple[str, Simple]] = []
    sign = " "
    for word in words:
        if word == ">":
            sign = ">"
            continue
        simple = _simple(word)
        if simple is None:
            return ()
        parts.append((sign, simple))
        sign = " "
    return tuple(reversed(parts))


def _simple(text: str) -> Simple | None:
    """One part of a selector; None where it holds what is not known here."""
    found = list(PART.finditer(text))
    if "".join(m[0] for m in found) != text:
        return None
    nots = [_simple(m["no"]) for m in found if m["no"] is not None]
    if None in nots:
        return None
    return Simple(
        tag="".join(m["tag"] or "" for m in found),
        ids=tuple(m["id"] for m in found if m["id"]),
        classes=frozenset(m["cls"] for m in found if m["cls"]),
        attrs=tuple((m["attr"], m["op"] or "", m["value"] or "") for m in found if m["attr"]),
        nots=tuple(each for each in nots if each is not None),
        is_root=any(m["root"] for m in found),
    )


def _has(node: Node, name: str, sign: str, value: str) -> bool:
    """Whether an element has an attribute, with a value like this."""
    own = node.attrs.get(name)
    if own is None:
        return False
    match sign:
        case "=":
            return own == value
        case "*=":
            return value in own
        case "^=":
            return own.startswith(value)
        case "$=":
            return own.endswith(value)
        case "~=":
            return value in own.split()
    return True


def _above(parts: tuple[tuple[str, Simple], ...], at: int, node: Node) -> bool:
    """Whether what stands over an element is what the rest of a selector asks for."""
    if at + 1 == len(parts):
        return True
    sign, wanted = parts[at][0], parts[at + 1][1]
    over = node.parent
    while over is not None:
        if wanted.fits(over) and _above(parts, at + 1, over):
            return True
        if sign == ">":
            return False
        over = over.parent
    return False


def _key(simple: Simple) -> str:
    if simple.ids:
        return f"#{simple.ids[0]}"
    if simple.classes:
        return f".{min(simple.classes)}"
    return "" if simple.tag in ("", "*") else simple.tag
