"""How much the words of two events differ, and which known words a word may have been."""

from collections.abc import Iterable, Sequence
from itertools import product

from games.core.findings import plain_word

SAME_WORD, OTHER_WORD, MISSING_WORD = 0.2, 3.0, 2.0
"""Costs: a word in another case or with punctuation, another word, and one word more or less."""
CHOICES_MAX, WORD_MAX = 40, 40


def word_cost(written: str, other: str) -> float:
    """Return how much two words differ: 0 if equal, at most `OTHER_WORD`.

    >>> word_cost("b4", "b4"), word_cost("B4,", "b4"), word_cost("vasee", "vase")
    (0.0, 0.2, 1.0)
    """
    if written == other:
        return 0.0
    if len(written) > WORD_MAX or len(other) > WORD_MAX:
        return OTHER_WORD
    plain = plain_word(written)
    if plain and plain == plain_word(other):
        return SAME_WORD
    if abs(len(plain) - len(other)) > 2:
        return OTHER_WORD
    edits = _edits(plain, other)
    return OTHER_WORD if edits >= max(len(plain), len(other)) else min(OTHER_WORD, edits)


def _edits(first: str, second: str) -> float:
    """Return the edit distance; two neighbouring letters exchanged are one edit."""
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(second, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == second[j - 2] and first[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return float(row[-1])


def words_cost(written: Sequence[str], other: Sequence[str], most: float) -> float:
    """Return how much two events differ, or a number above `most`."""
    if abs(len(written) - len(other)) * MISSING_WORD > most:
        return most + 1
    if len(written) == len(other):
        total = 0.0
        for a, b in zip(written, other, strict=True):
            if a != b:
                total += word_cost(a, b)
                if total > most:
                    break
        return total
    row = [i * MISSING_WORD for i in range(len(other) + 1)]
    for i, a in enumerate(written, 1):
        before, row = row, [i * MISSING_WORD]
        for j, b in enumerate(other, 1):
            row.append(
                min(
                    before[j] + MISSING_WORD,
                    row[-1] + MISSING_WORD,
                    before[j - 1] + word_cost(a, b),
                )
            )
        if min(row) > most:
            return most + 1
    return row[-1]


def respelled(written: Sequence[str], known: frozenset[str]) -> list[tuple[float, list[str]]]:
    """Return the word lists that result when each unknown word is replaced by a known word that
    resembles it, with their costs, the most similar ones first.
    """
    options = [[(0.0, word)] if word in known else _choices(word, known) for word in written]
    lists = [
        (sum(cost for cost, _ in chosen), [word for _, word in chosen])
        for chosen in _limited(options)
    ]
    return sorted(lists, key=lambda pair: pair[0])[:CHOICES_MAX]


def _choices(word: str, known: Iterable[str]) -> list[tuple[float, str]]:
    if len(word) > WORD_MAX:
        return [(0.0, word)]
    most = 1.0 if len(plain_word(word)) < 5 else 2.0
    near = sorted((cost, other) for other in known if (cost := word_cost(word, other)) <= most)
    return (
        [*near[:8], (0.5, word)] if near and near[0][0] > SAME_WORD else near[:1] or [(0.0, word)]
    )


def _limited(options: list[list[tuple[float, str]]]) -> Iterable[tuple[tuple[float, str], ...]]:
    size = 1
    for number, choices in enumerate(options):
        if size * len(choices) > 200:
            options[number] = choices[:1]
        size *= len(options[number])
    return product(*options)
