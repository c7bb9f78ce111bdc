"""The questions that the statistics of Gorinto answer."""

from games.core.language import gettext_noop as _
from games.core.questions import SKILL, BestQuestion, QuestionSet, SpacesQuestion

QUESTIONS = QuestionSet(
    title=_("Gorinto: what wins the Mountain?"),
    questions=(
        BestQuestion(
            key="order",
            title=_("Does turn order matter?"),
            meaning=_("Each position is compared with its fair share at a table of its size."),
            metric="wins-order",
            most=_("{group} wins {value} of its games."),
            unclear=_("No position is clearly ahead. Highest so far: {group}, {value}."),
        ),
        BestQuestion(
            key="goals",
            title=_("Which goal scores most?"),
            meaning=_(
                "Goals are dealt at random, so a high mean is due to the goal, not to the players."
            ),
            metric="goal-wisdom",
            most=_("{group}: {value} Wisdom on average."),
            unclear=_("No goal clearly scores most. Highest so far: {group}, {value} Wisdom."),
        ),
        SpacesQuestion(
            key="mountain",
            title=_("Where do players gather?"),
            meaning=_("A cell counts once for each game in which a tile was gathered from it."),
            is_tall=True,
            metric="spaces",
            layer="gathered",
            most=_("Most often from {space}, in {value} of games."),
            unclear=_("No stack stands out. Most often from {space}, in {value} of games."),
        ),
        BestQuestion(
            key="elements",
            title=_("Which Key Element scores most?"),
            metric="key-wisdom",
            most=_("{group}: {value} Wisdom on average."),
            unclear=_("No element clearly scores most. Highest so far: {group}, {value} Wisdom."),
        ),
        BestQuestion(
            key="start",
            title=_("Is it good to start?"),
            meaning=_("The start player acts first in Spring, in compassionate order by chance."),
            metric="wins-start",
            most=_("{group}: {value} of games won."),
            unclear=_("It makes no clear difference. Highest so far: {group}, {value}."),
        ),
        BestQuestion(
            key="kitsune",
            title=_("Can you beat the Kitsune?"),
            metric="wins-solo",
            most=_("Most often at this difficulty: {group}, {value} of games won."),
            unclear=_("No difficulty is clearly easier. Highest so far: {group}, {value}."),
        ),
        SKILL,
    ),
)
