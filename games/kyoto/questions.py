"""The questions that the statistics of Shadows in Kyoto answer."""

from games.core.language import gettext_noop as _
from games.core.questions import (
    BALANCE,
    ENDINGS,
    SKILL,
    BestQuestion,
    QuestionSet,
    SpacesQuestion,
)

QUESTIONS = QuestionSet(
    title=_("Shadows in Kyoto: who outwits whom?"),
    questions=(
        BALANCE,
        BestQuestion(
            key="charisma",
            title=_("Which Charisma card wins most?"),
            meaning=_("Each card is compared with 50 %, the fair share of two sides."),
            metric="wins-charisma",
            most=_("{group} wins most: {value} of games."),
            unclear=_("No card is clearly best. Highest so far: {group}, {value}."),
        ),
        SpacesQuestion(
            key="conflicts",
            title=_("Where are the conflicts?"),
            meaning=_("A space counts once for each game with a conflict on it."),
            is_tall=True,
            metric="spaces",
            layer="fought",
            most=_("Most often on {space}, in {value} of games."),
            unclear=_("No space stands out. Most often on {space}, in {value} of games."),
        ),
        ENDINGS,
        BestQuestion(
            key="length",
            title=_("Which games are longest?"),
            metric="length",
            most=_("Games that end this way are longest: {group}, {value} turns."),
            unclear=_("No ending clearly takes longest. Longest so far: {group}, {value} turns."),
        ),
        BestQuestion(
            key="hidden",
            title=_("How often does a side stay hidden?"),
            meaning=_("In these games, no public event proves that an agent of the side is real."),
            metric="bluff",
            most=_("{group} stays hidden more often, in {value} of games."),
            unclear=_(
                "Neither side clearly stays hidden more often. Highest so far: {group}, "
                "{value} of games."
            ),
        ),
        BestQuestion(
            key="equipment",
            title=_("Which Equipment wins most?"),
            meaning=_(
                "A card can be used only after its side lost an important agent. So games with and "
                "without its use differ in other ways too."
            ),
            metric="wins-equipment",
            most=_("{group} wins most: {value} of games."),
            unclear=_("No card is clearly best. Highest so far: {group}, {value}."),
        ),
        SKILL,
    ),
)
