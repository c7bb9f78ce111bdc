"""The questions that the statistics of Goryō answer."""

from games.core.language import gettext_noop as _
from games.core.questions import (
    BALANCE,
    ENDINGS,
    SKILL,
    BestQuestion,
    ContrastQuestion,
    QuestionSet,
    RolesQuestion,
    SpacesQuestion,
)

QUESTIONS = QuestionSet(
    title=_("Goryō: what decides the hunt?"),
    questions=(
        BALANCE,
        ContrastQuestion(
            key="gong",
            title=_("Does the gong decide the game?"),
            meaning=_(
                "The gong moves one space for each green clue. A fast gong means that the Samurai "
                "found much of the route. This is a correlation, not a cause: good questions "
                "affect both."
            ),
            metric="wins-gong",
            one="r2.g1",
            other="r2.g3",
            more=_("The Goryō wins more often with a slow gong: {one} against {other}."),
            less=_("The Goryō wins more often with a fast gong: {other} against {one}."),
            unclear=_("The gong makes no clear difference yet: {one} against {other}."),
        ),
        SpacesQuestion(
            key="routes",
            title=_("Where does the spirit run when it wins?"),
            meaning=_(
                "A space counts once for each game in which a discovered route used it. The middle "
                "of the palace lies on more routes than its edge."
            ),
            is_tall=True,
            metric="spaces",
            layer="route",
            winner="goryo",
            most=_("Through {space}, in {value} of its wins."),
            unclear=_("Most often through {space}, in {value} of its wins."),
        ),
        ENDINGS,
        ContrastQuestion(
            key="spirits",
            title=_("How much does one flipped spirit cost?"),
            meaning=_(
                "Games with a spirit flipped in round 1, compared with the others. Three flipped "
                "spirits end the game."
            ),
            metric="wins-spirits",
            one="r2.s0",
            other="r2.s1",
            more=_(
                "A spirit flipped in round 1 costs the Goryō a lot: {other} of games won, "
                "against {one}."
            ),
            less=_(
                "A spirit flipped in round 1 costs the Goryō nothing: {other} of games won, "
                "against {one}."
            ),
            unclear=_("No clear cost of a spirit flipped in round 1: {other} against {one}."),
        ),
        BestQuestion(
            key="asking",
            title=_("When do the Samurai ask?"),
            meaning=_("Searches and sniffs of a chase, by round."),
            metric="questions",
            most=_("They ask most in {group}: {value} questions."),
            unclear=_("No clear difference between the rounds. Highest so far: {group}, {value}."),
        ),
        RolesQuestion(
            key="editions",
            title=_("Do the editions differ?"),
            meaning=_(
                "Both modes of an edition are added up. To compare two rulesets, choose them under "
                "“Compare”."
            ),
            by="edition",
        ),
        SKILL,
    ),
)
