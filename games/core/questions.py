"""Questions: what a reader wants to know of a game, and which statistic answers it, declared as
values.

A sentence states the finding and has named placeholders. `unclear` is the sentence where the
numbers do not decide. Statistics without a question get a general sentence.
"""

from dataclasses import dataclass

from games.core.language import TranslatedField
from games.core.language import gettext_noop as _


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question. `meaning` says what the answer means, and what it does not. `is_tall`: its chart
    is high.
    """

    key: str
    title: TranslatedField = TranslatedField()
    meaning: TranslatedField = TranslatedField("")
    is_tall: bool = False


@dataclass(frozen=True, kw_only=True)
class RolesQuestion(Question):
    """How often does each side win? `by` splits the games (`edition`, `mode`), or asks how they
    ended (`reason`).
    """

    by: str = ""


@dataclass(frozen=True, kw_only=True)
class SkillQuestion(Question):
    """Which seat wins between players of equal skill?"""


@dataclass(frozen=True, kw_only=True)
class MetricQuestion(Question):
    """A question that a metric answers: `metric` is its key."""

    metric: str


@dataclass(frozen=True, kw_only=True)
class ContrastQuestion(MetricQuestion):
    """Does a rate differ between two groups, `one` and `other`? `more` and `less` are the sentences
    if the first is higher or lower, with `{one}` and `{other}`.
    """

    one: str
    other: str
    more: TranslatedField = TranslatedField()
    less: TranslatedField = TranslatedField()
    unclear: TranslatedField = TranslatedField()


@dataclass(frozen=True, kw_only=True)
class BestQuestion(MetricQuestion):
    """Which group has the most? The sentences have `{group}` and `{value}`."""

    most: TranslatedField = TranslatedField()
    unclear: TranslatedField = TranslatedField()


@dataclass(frozen=True, kw_only=True)
class SpacesQuestion(MetricQuestion):
    """On which space does it happen most, in games won by `winner` (empty: in all)? The sentences
    have `{space}` and `{value}`, a share of the games.
    """

    layer: str
    winner: str = ""
    most: TranslatedField = TranslatedField()
    unclear: TranslatedField = TranslatedField()


@dataclass(frozen=True, kw_only=True)
class QuestionSet:
    """The questions of a game in their order, under a `title`."""

    title: TranslatedField = TranslatedField("")
    questions: tuple[Question, ...] = ()


BALANCE = RolesQuestion(
    key="balance",
    title=_("Is the game balanced?"),
    meaning=_(
        "These are the games as they were played. If stronger players prefer one side, "
        "that side wins more often."
    ),
)
ENDINGS = RolesQuestion(key="endings", title=_("How do games end?"), by="reason")
SKILL = SkillQuestion(
    key="skill",
    title=_("Who wins at equal skill?"),
    meaning=_("The model removes the effect of the players' strengths from the win rate."),
)
"""Questions of several games."""
