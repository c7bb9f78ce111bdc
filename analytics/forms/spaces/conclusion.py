"""What the counts by space of a board say."""

from dataclasses import replace

from analytics.insight.conclusions import Conclusion, Item, Sentences, highest

from .answer import SpaceAnswer


def space_conclusion(answer: SpaceAnswer, sentences: Sentences) -> Conclusion:
    """Return on which space it happened in most games, compared with the mean of all spaces. The
    sentences have `{space}` and `{value}`.
    """
    shares = [count.share.value or 0.0 for count in answer.spaces]
    mean = sum(shares) / len(shares)
    items = [Item(c.space, c.space, c.share, mean) for c in answer.spaces]
    given = Sentences(*(text.replace("{space}", "{group}") for text in sentences))
    return replace(highest(items, given), n=answer.played)
