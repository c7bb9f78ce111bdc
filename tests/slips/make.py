"""A seeded generator of slips that people make when they type or paste a log."""

from __future__ import annotations

import random
from collections.abc import Callable
from string import ascii_lowercase, digits
from typing import NamedTuple

FULL_WIDTH = {ord(c): chr(ord(c) + 0xFEE0) for c in ascii_lowercase + digits}
NEIGHBOURS = dict(zip(ascii_lowercase, "svxswdfguhjknbioqearycqztx", strict=True))
"""The key next to each letter."""
LONG = 4
TRIES = 60

Change = Callable[[random.Random, str], str]
"""Returns a changed line; an unchanged one where the slip cannot happen."""


class Slip(NamedTuple):
    """A slip: its kind, the number of its line from 0 in the text with all slips, and the line as
    it was (None: the slip added it).
    """

    kind: str
    line: int
    before: str | None


def _on_a_word(fits: Callable[[str], bool], change: Change) -> Change:
    """Return a change of one word of a line."""

    def slip(rng: random.Random, line: str) -> str:
        words = line.split(" ")
        chosen = [number for number, word in enumerate(words) if fits(word)]
        if chosen:
            number = rng.choice(chosen)
            words[number] = change(rng, words[number])
        return " ".join(words)

    return slip


def _is_long(word: str) -> bool:
    return word.isalpha() and len(word) >= LONG


def _is_space(word: str) -> bool:
    return len(word) == 2 and word[0].isalpha() and word[1].isdigit()


def _typed_wrong(rng: random.Random, word: str) -> str:
    at = rng.randrange(1, len(word))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    swapped = before[:-1] + letter + before[-1]
    near = before + NEIGHBOURS.get(letter, "x")
    return rng.choice([before + letter * 2, before, swapped, near]) + after


def _tag_typed_wrong(rng: random.Random, line: str) -> str:
    name, _, rest = line[1:].partition(" ")
    return f"[{_typed_wrong(rng, name)} {rest}" if len(name) >= LONG else line


EVENT_SLIPS: dict[str, Change] = {
    "typing error": _on_a_word(_is_long, _typed_wrong),
    "upper case": _on_a_word(lambda w: _is_long(w) or _is_space(w), lambda _, w: w.upper()),
    "full width": _on_a_word(_is_space, lambda _, w: w.translate(FULL_WIDTH)),
    "comma": _on_a_word(_is_space, lambda rng, w: w + rng.choice(",.")),
    "list number": lambda rng, line: f"{rng.randrange(1, 30)}{rng.choice(').')} {line}",
    "bullet": lambda rng, line: f"{rng.choice('•*–')} {line}",
    "no such space": _on_a_word(_is_space, lambda rng, w: w[0] + rng.choice("789")),
    "half an answer": _on_a_word(lambda w: w in ("yes", "no"), lambda _, w: w[0]),
    "wrong answer": _on_a_word(
        lambda w: w in ("yes", "no"), lambda _, w: "no" if w == "yes" else "yes"
    ),
    "open note": lambda rng, line: f"{line} {{ {rng.choice(['a good move', 'why?', 'late'])}",
}
TAG_SLIPS: dict[str, Change] = {
    "lower case tag": lambda _, line: line[0] + line[1].lower() + line[2:],
    "curly quotes": lambda _, line: line.replace('"', "“", 1).replace('"', "”", 1),
    "open quote": lambda _, line: line.replace('"]', "]"),
    "no bracket": lambda rng, line: line[:-1] if rng.random() < 0.5 else line[1:],
    "tag typed wrong": _tag_typed_wrong,
    "no quotes": lambda _, line: line if "\\" in line else line.replace('"', ""),
}
TWICE, LEFT_OUT = "line twice", "line left out"


def slipped(
    rng: random.Random, text: str, count: int, is_wrong: Callable[[str], object]
) -> tuple[str, list[Slip]]:
    """Return a text log with this number of slips, at least three lines apart. Each of them alone
    makes the log wrong, as `is_wrong` has it.
    """
    lines = text.rstrip("\n").split("\n")
    chosen: dict[int, tuple[str, list[str]]] = {}
    for _ in range(TRIES * count):
        if len(chosen) == count:
            break
        number = rng.randrange(len(lines))
        if not lines[number] or any(abs(number - other) < 3 for other in chosen):
            continue
        kind, changed = _slip(rng, lines[number])
        alone = [*lines[:number], *changed, *lines[number + 1 :]]
        if changed != [lines[number]] and is_wrong("\n".join(alone) + "\n"):
            chosen[number] = kind, changed
    written: list[str] = []
    slips = []
    for number, line in enumerate(lines):
        kind, changed = chosen.get(number, ("", [line]))
        if kind:
            before = None if kind == TWICE else line
            slips.append(Slip(kind, len(written) + (kind == TWICE), before))
        written += changed
    return "\n".join(written) + "\n", slips


def _slip(rng: random.Random, line: str) -> tuple[str, list[str]]:
    """Return a kind of slip and the lines that it makes of one."""
    if line.startswith("["):
        kind = rng.choice([*TAG_SLIPS])
        return kind, [TAG_SLIPS[kind](rng, line)]
    kind = rng.choice([*EVENT_SLIPS, TWICE, LEFT_OUT])
    if kind == TWICE:
        return kind, [line, line]
    return kind, [] if kind == LEFT_OUT else [EVENT_SLIPS[kind](rng, line)]
