"""Conclusions: what an answer says, as a sentence with its verdict. Pure, from rates and means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext

from .comparing import holm, p_value
from .differences import Compared, difference, difference_bounds
from .means import Mean
from .people import Capped, People, capped_estimate, drawn_mean, drawn_rate, inflation
from .rounding import points, points_span, span, two_digits, whole_percent, whole_span
from .verdicts import (
    CANNOT_TELL,
    CLEAR,
    LIKELY,
    OPEN,
    Comparison,
    Verdict,
    balance_of,
    compare_interval,
    compare_share,
    few_games,
    few_players,
    sureness,
)
from .wilson import FEW, Rate, rate


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A sentence, how sure it is, and how many games or observations it rests on."""

    sentence: str
    verdict: Verdict
    n: int


class Sentences(NamedTuple):
    """The sentences of a conclusion: `most` if it is clear or likely, else `unclear`. Both have
    `{group}` and `{value}`.
    """

    most: str
    unclear: str


@dataclass(frozen=True, slots=True)
class Item:
    """A group and its rate or mean with the interval that is drawn; `reference` is the share that
    it is compared with, if any. `inflation` is how many times wider that interval is than the one
    of games, as players are clusters (`insight.people`).
    """

    key: str
    label: str
    estimate: Rate | Mean
    reference: float | None = None
    inflation: float = 1.0

    def drawn(self, people: People | None) -> "Item":
        """Return the same with the wider interval."""
        own = self.estimate
        shown = drawn_rate(own, people) if isinstance(own, Rate) else drawn_mean(own, people)
        return replace(self, estimate=shown, inflation=inflation(own, shown))

    def capped(self, capped: Capped | None) -> "Item":
        """Return the same with the weight of uploaders capped, and the interval of games."""
        return replace(self, estimate=capped_estimate(self.estimate, capped))

    @property
    def value(self) -> float:
        """The value, 0 without games."""
        return self.estimate.value or 0.0

    @property
    def family(self) -> str:
        """The family that the key begins with; empty without one."""
        return self.key.rpartition(".")[0].partition(".")[0]

    @property
    def text(self) -> str:
        """The value as text."""
        is_share = isinstance(self.estimate, Rate)
        return whole_percent(self.estimate.value) if is_share else two_digits(self.estimate.value)

    @property
    def interval(self) -> str:
        """The interval as text; empty without one."""
        if self.estimate.is_few:
            return few_games()
        return interval_of(self.estimate)


def interval_of(estimate: Rate | Mean) -> str:
    """Return the interval of a rate or mean as text; empty without one. A rate of some games has
    none if it rests on few players.
    """
    if estimate.low is None or estimate.high is None:
        return few_players() if isinstance(estimate, Rate) and estimate.n else ""
    if isinstance(estimate, Rate):
        return whole_span(estimate.low, estimate.high)
    return span(two_digits(estimate.low), two_digits(estimate.high))


def no_conclusion() -> Conclusion:
    """Return the conclusion of an answer without games."""
    return Conclusion(gettext("There are too few games to answer this yet."), Verdict(OPEN), 0)


def highest(items: Sequence[Item], sentences: Sentences) -> Conclusion:
    """Return which group has the highest value. Groups with few games are left out, unless all have
    few. Rates are compared with their reference, or with the other groups; means with the next.
    """
    enough = [item for item in items if not item.estimate.is_few]
    ranked = sorted(enough or items, key=lambda item: -item.value)
    if not ranked:
        return no_conclusion()
    best, n = ranked[0], sum(item.estimate.n for item in items)
    if not enough:
        verdict = Verdict(OPEN, few_games())
    elif isinstance(best.estimate, Rate):
        tests = [_against_reference(item, ranked) for item in ranked]
        verdict = Verdict(sureness(tests), best.interval, len(tests))
    else:
        pairs = len(ranked) * (len(ranked) - 1) // 2
        key = sureness([_against_next(ranked)], comparisons=pairs) if len(ranked) > 1 else OPEN
        verdict = Verdict(key, best.interval, max(1, pairs))
    sentence = sentences.most if verdict.key in (CLEAR, LIKELY) else sentences.unclear
    return Conclusion(sentence.format(group=best.label, value=best.text), verdict, n)


def _against_reference(item: Item, items: Sequence[Item]) -> Comparison:
    estimate = item.estimate
    if not isinstance(estimate, Rate):
        raise TypeError(f"{item.key}: not a rate")
    if item.reference is not None:
        return compare_share(estimate, item.reference, item.inflation)
    others = [each.estimate for each in items if each is not item]
    k = sum(other.weighted_k for other in others if isinstance(other, Rate))
    rest = rate(k, sum(other.n for other in others))
    compared = difference(estimate, rest)
    widest = max((each.inflation for each in items), default=1.0)
    return Comparison(_excludes(compared), p_value(estimate, rest.k, rest.n, widest))


def _against_next(ranked: Sequence[Item]) -> Comparison:
    first, second = (item.estimate for item in ranked[:2])
    if None in (*first, *second):
        return Comparison(is_excluded=False, p=1.0)
    low, high = difference_bounds(first[2:], second[2:])  # type: ignore[arg-type]  # none is None
    return compare_interval((first.value or 0.0) - (second.value or 0.0), low, high)


def _excludes(compared: Compared, value: float = 0.0) -> bool:
    low, high = compared.low, compared.high
    return low is not None and high is not None and not low <= value <= high


def reference_verdicts(items: Sequence[Item]) -> list[Verdict]:
    """Return for each rate how sure it is that it differs from its reference."""
    tests = [_against_reference(item, items) for item in items]
    return [
        Verdict(sureness(tests, number), item.interval, len(tests))
        for number, item in enumerate(items)
    ]


def contrast(
    one: Item, other: Item, sentences: Mapping[str, str], comparisons: int = 1
) -> Conclusion:
    """Return whether a rate differs between two groups; `sentences` are `more`, `less` and
    `unclear`, with `{one}` and `{other}`.
    """
    first, second = one.estimate, other.estimate
    if not isinstance(first, Rate) or not isinstance(second, Rate) or not (first.n and second.n):
        return no_conclusion()
    compared, test = compared_items(other, one)
    key = sureness([test], comparisons=comparisons)
    kind = "unclear" if key == OPEN else "more" if (compared.value or 0) > 0 else "less"
    interval = difference_text(compared)
    sentence = sentences[kind].format(one=one.text, other=other.text)
    return Conclusion(sentence, Verdict(key, interval, comparisons), first.n + second.n)


def difference_text(compared: Compared) -> str:
    """Return a difference of shares with its interval: `40 points (24 to 53)`."""
    if compared.value is None or compared.low is None or compared.high is None:
        return ""
    sign = -1 if compared.value < 0 else 1
    low, high = sorted((sign * compared.low, sign * compared.high))
    return gettext("{points} points ({interval})").format(
        points=points(abs(compared.value)), interval=points_span(low, high)
    )


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups, the second minus the first, and how sure it is that they differ."""

    one: Item
    other: Item
    compared: Compared
    verdict: Verdict


def pairs_of(items: Sequence[Item]) -> list[Pair]:
    """Return all pairs of groups with games, each with its verdict after correction for all."""
    pairs = list(combinations([item for item in items if item.estimate.n], 2))
    results = [compared_items(one, other) for one, other in pairs]
    comparisons = [comparison for _, comparison in results]
    return [
        Pair(
            one,
            other,
            compared,
            Verdict(sureness(comparisons, n), difference_text(compared), len(comparisons)),
        )
        for n, ((compared, _), (one, other)) in enumerate(zip(results, pairs, strict=True))
    ]


def groups_differ(items: Sequence[Item], sentences: Sentences) -> Conclusion:
    """Return whether any two groups differ; the sentences have `{one}`, `{other}`, `{first}` and
    `{second}`.
    """
    pairs, n = pairs_of(items), sum(item.estimate.n for item in items)
    if not pairs:
        return Conclusion(
            gettext("Only one group has games, so there is nothing to compare."), Verdict(OPEN), n
        )
    order = {CLEAR: 0, LIKELY: 1, OPEN: 2}
    pair = min(pairs, key=lambda p: (order[p.verdict.key], -abs(p.compared.value or 0)))
    sentence = sentences.unclear if pair.verdict.key == OPEN else sentences.most
    text = sentence.format(
        one=pair.one.label, other=pair.other.label, first=pair.one.text, second=pair.other.text
    )
    return Conclusion(text, pair.verdict, n)


def balance(side: str, items: Sequence[Item]) -> Conclusion:
    """Return whether a side is ahead in the first group of games; the others (such as modes) are
    the comparisons that it is corrected for.
    """
    main = items[0].estimate
    if not isinstance(main, Rate) or main.value is None:
        return no_conclusion()
    fair = items[0].reference or 0.5
    tests = [_against_reference(item, items) for item in items if item.estimate.n]
    corrected = holm({str(n): test.p for n, test in enumerate(tests)})["0"]
    key = CANNOT_TELL
    if not main.is_few and main.low is not None and main.high is not None:
        key = balance_of(main.low, main.high, fair, corrected)
    texts = {
        "ahead": gettext("{side} is ahead: it wins {value} of games."),
        "behind": gettext("{side} is behind: it wins {value} of games."),
        "even": gettext("Balanced: {side} wins {value} of games."),
        CANNOT_TELL: gettext("Too close to call: {side} wins {value} of games."),
    }
    if main.is_few:
        texts[CANNOT_TELL] = gettext("Too few games to tell: {side} wins {value} of games.")
    elif main.low is None:
        texts[CANNOT_TELL] = gettext("Too few players to tell: {side} wins {value} of games.")
    sentence = texts[key].format(side=side, value=items[0].text)
    return Conclusion(sentence, Verdict(key, interval_of(main), len(tests)), main.n)


def most_frequent(items: Sequence[Item], n: int) -> Conclusion:
    """Return the most frequent way in which games end, compared with the next; every game has one
    of them.
    """
    ranked = sorted((item for item in items if item.estimate.n), key=lambda item: -item.value)
    if not ranked:
        return no_conclusion()
    best = ranked[0]
    counts = [item.estimate.weighted_k for item in ranked[:2] if isinstance(item.estimate, Rate)]
    of_two = rate(counts[0], sum(counts)) if sum(counts) else rate(0, 0)
    widest = max(item.inflation for item in ranked)
    is_open = n < FEW or best.estimate.low is None
    test = compare_share(of_two, 0.5, widest)
    key = OPEN if is_open else sureness([test], comparisons=len(ranked) - 1)
    text = gettext("No ending is clearly most frequent. So far: {group}, {value}.")
    if key != OPEN:
        is_majority = best.value > 0.5
        text = gettext("Most games end this way: {group}, {value}.")
        text = text if is_majority else gettext("The most frequent ending: {group}, {value}.")
    verdict = Verdict(key, best.interval, max(1, len(ranked) - 1))
    return Conclusion(text.format(group=best.label, value=best.text), verdict, n)


def compared_items(one: Item, other: Item) -> tuple[Compared, Comparison]:
    """Return the second rate or mean minus the first, and how sure it is that they differ."""
    first, second = one.estimate, other.estimate
    if isinstance(first, Rate) and isinstance(second, Rate):
        compared = difference(second, first)
        widest = max(one.inflation, other.inflation)
        return compared, Comparison(
            _excludes(compared), p_value(second, first.weighted_k, first.n, widest)
        )
    if None in (*first, *second):
        return Compared(None, None, None), Comparison(is_excluded=False, p=1.0)
    low, high = difference_bounds(second[2:], first[2:])  # type: ignore[arg-type]  # none is None
    value = other.value - one.value
    return Compared(value, low, high), compare_interval(value, low, high, 0.0)


def largest_contrast(positions: Sequence[tuple[str, Sequence[Item]]], n: int) -> Conclusion:
    """Return at which position two groups of one family differ most surely (a key may begin with a
    family and a dot).
    """
    found: list[tuple[float, Comparison, str, Item, Item]] = []
    for label, items in positions:
        for one, other in combinations([i for i in items if not i.estimate.is_few], 2):
            if one.family != other.family:
                continue
            comparison = _against_next([one, other])
            found.append((comparison.p, comparison, label, one, other))
    if not found:
        return Conclusion(gettext("Too few games to compare the groups."), Verdict(OPEN), n)
    _, comparison, label, one, other = min(found, key=lambda each: each[0])
    key = sureness([comparison], comparisons=len(found))
    text = gettext("Largest difference at {position}: {one} {first}, {other} {second}.")
    if key == OPEN:
        text = gettext("No clear difference. At {position}: {one} {first}, {other} {second}.")
    values = {"one": one.label, "other": other.label, "first": one.text, "second": other.text}
    return Conclusion(text.format(position=label, **values), Verdict(key, "", len(found)), n)


class Trial(NamedTuple):
    """How often something happened, how often chance alone gives it, and within which range."""

    label: str
    seen: int
    expected: float
    low: float
    high: float


def luck(trials: Sequence[Trial], n: int, model: str = "") -> Conclusion:
    """Return what happened most surely more or less often than by chance, or than if a model held
    (`model` is text such as "if all plans were equally likely").
    """
    if not trials:
        return no_conclusion()
    tests = [compare_interval(t.expected, t.low, t.high, float(t.seen)) for t in trials]
    number = min(range(len(tests)), key=lambda index: tests[index].p)
    trial, key = trials[number], sureness(tests, number)
    side = "close" if key == OPEN else "more" if trial.seen > trial.expected else "less"
    texts = {
        "close": gettext(
            "Close to what chance predicts. Largest difference: {what}, {seen} times "
            "({expected} expected)."
        ),
        "more": gettext("More often than by chance: {what}, {seen} times ({expected} expected)."),
        "less": gettext("Less often than by chance: {what}, {seen} times ({expected} expected)."),
    }
    of_model = {
        "close": gettext(
            "Close to what is expected {model}. Largest difference: {what}, {seen} "
            "times ({expected} expected)."
        ),
        "more": gettext("More often than {model}: {what}, {seen} times ({expected} expected)."),
        "less": gettext("Less often than {model}: {what}, {seen} times ({expected} expected)."),
    }
    text = (of_model if model else texts)[side]
    values = {"seen": trial.seen, "expected": two_digits(trial.expected)}
    interval = span(two_digits(trial.low), two_digits(trial.high))
    verdict = Verdict(key, interval, len(tests))
    return Conclusion(text.format(what=trial.label, model=model, **values), verdict, n)


def general_sentences(unit: str = "") -> Sentences:
    """Return the sentences about the highest group of a statistic without a question; `unit` is
    that of a mean.
    """
    texts = (
        gettext("Highest: {group}, {value}."),
        gettext("No group is clearly ahead. Highest so far: {group}, {value}."),
    )
    return Sentences(*(text.replace("{value}", f"{{value}} {unit}".rstrip()) for text in texts))
