"""The definitions of the marks on steps, as data for a help page.

A mark of sort `wrong` is a choice that the player could have known to be worse, whatever the prior.
`rule` is a mistake by the rules. `luck` depends on what no player could know: it states chances,
and so a prior. `fact` is information without a judgement.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.language import Labels, TranslatedField, gettext_noop

UNLIKELY = 1 / 8
"""An answer, a catch or an escape is called unlikely below this chance."""

PRIOR_NAMES = Labels({"uniform": gettext_noop("uniform"), "fitted": gettext_noop("fitted")})


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A mark: its title, definition, sentence template (filled in with its numbers), sort, side
    (`samurai`, `goryo` or `chance`), and rule. `secret` marks appear only in views that may see the
    plan while it is secret.
    """

    title: TranslatedField = TranslatedField()
    words: TranslatedField = TranslatedField()
    template: TranslatedField = TranslatedField()
    sort: str
    side: str
    rule: str
    secret: bool = False


MARKS: Mapping[str, Definition] = {
    "wasted": Definition(
        title=gettext_noop("Wasted question"),
        words=gettext_noop(
            "The answer could only be no: no hypothesis has a cube or the false trail on the "
            "space. The question gave no information and could not give a clue."
        ),
        template=gettext_noop(
            "The answer on {space} could only be no: none of {before} hypotheses has a cube there."
        ),
        sort="wrong",
        side="samurai",
        rule="5.5",
    ),
    "trail_only": Definition(
        title=gettext_noop("Only a false trail possible"),
        words=gettext_noop(
            "No hypothesis has a cube of route or target on the space, but some have the false "
            "trail there. The question could find nothing but the false trail, and a yes would "
            "not advance the gong."
        ),
        template=gettext_noop(
            "No cube of route or target could be on {space}; the chance of a yes was {yes}."
        ),
        sort="wrong",
        side="samurai",
        rule="5.5",
    ),
    "sure_clue": Definition(
        title=gettext_noop("Certain clue"),
        words=gettext_noop(
            "The answer could only be yes: every hypothesis has a cube or the false trail on the "
            "space. The question gave no information, but a green clue may still advance the gong."
        ),
        template=gettext_noop(
            "The answer on {space} could only be yes, in all {before} hypotheses."
        ),
        sort="fact",
        side="samurai",
        rule="6.3",
    ),
    "unlikely_answer": Definition(
        title=gettext_noop("Unlikely answer"),
        words=gettext_noop(
            "The chance of the answer was below one in eight, under the prior that is named."
        ),
        template=gettext_noop("The chance of this answer was {chance} (prior: {prior})."),
        sort="luck",
        side="samurai",
        rule="5.5",
    ),
    "contradiction": Definition(
        title=gettext_noop("No legal plan fits"),
        words=gettext_noop(
            "After this answer no hypothesis is left. Both players can know that the plan or an "
            "answer is a mistake, which will count at the discovery."
        ),
        template=gettext_noop(
            "Before this answer {before} hypotheses were possible; after it there is none."
        ),
        sort="rule",
        side="goryo",
        rule="6.1",
    ),
    "catch_left": Definition(
        title=gettext_noop("Missed certain catch"),
        words=gettext_noop(
            "At the end of the chase the Samurai could still have moved onto every possible "
            "target. They left at least one of these spaces free."
        ),
        template=gettext_noop(
            "The target could only be {targets}; {moves} would have been a certain catch."
        ),
        sort="wrong",
        side="samurai",
        rule="6.4",
    ),
    "clue_left": Definition(
        title=gettext_noop("Missed certain clue"),
        words=gettext_noop(
            "At the end of the chase a Samurai could still have investigated a space where every "
            "hypothesis has a cube, and there was a bag ahead on the arc of gongs."
        ),
        template=gettext_noop(
            "A question about {spaces} was still possible, and the answer could only be yes."
        ),
        sort="wrong",
        side="samurai",
        rule="6.3",
    ),
    "lucky_catch": Definition(
        title=gettext_noop("Lucky catch"),
        words=gettext_noop(
            "A Samurai was on the target at the discovery, although the chance of that was below "
            "one in eight, under the prior that is named. Rounds with a mistake are not marked."
        ),
        template=gettext_noop(
            "The chance that a Samurai was on the target was {chance} (prior: {prior})."
        ),
        sort="luck",
        side="samurai",
        rule="6.4",
    ),
    "unlucky_miss": Definition(
        title=gettext_noop("Unlucky miss"),
        words=gettext_noop(
            "No Samurai was on the target at the discovery, although the chance of that was above "
            "seven in eight, under the prior that is named. Rounds with a mistake are not marked."
        ),
        template=gettext_noop(
            "The chance that a Samurai was on the target was {chance} (prior: {prior})."
        ),
        sort="luck",
        side="samurai",
        rule="6.4",
    ),
    "decisive_draw": Definition(
        title=gettext_noop("Decisive draw"),
        words=gettext_noop(
            "The token drawn ended the game, although most tokens in the bag would not have."
        ),
        template=gettext_noop(
            "The bag held {tokens} tokens; the chance that the draw ended the game was {chance}."
        ),
        sort="luck",
        side="chance",
        rule="6.6",
    ),
    "no_escape": Definition(
        title=gettext_noop("No escape"),
        words=gettext_noop(
            "When the plan was made, the Samurai could already cover every possible target by "
            "moves alone, without a question."
        ),
        template=gettext_noop(
            "The target can only be {targets}; {moves} would be a certain catch."
        ),
        sort="fact",
        side="goryo",
        rule="6.4",
    ),
    "under_samurai": Definition(
        title=gettext_noop("Under a Samurai"),
        words=gettext_noop(
            "The Goryō chose a target under a Samurai, who flips a spirit if he stays there, "
            "although she had a legal target without a Samurai."
        ),
        template=gettext_noop(
            "On the target {target}: {samurai}. Legal targets without a Samurai: {free}."
        ),
        sort="wrong",
        side="goryo",
        rule="6.4",
        secret=True,
    ),
    "bound_target": Definition(
        title=gettext_noop("Target of the bound type"),
        words=gettext_noop(
            "The target has the bound type, so its discovery loses the game, whatever the Samurai "
            "do."
        ),
        template=gettext_noop("The object on {target} has the bound type ({type})."),
        sort="wrong",
        side="goryo",
        rule="6.2",
        secret=True,
    ),
    "faulty_plan": Definition(
        title=gettext_noop("Faulty plan"),
        words=gettext_noop(
            "The plan breaks rules of section 4. Each misplaced, missing or surplus cube and each "
            "power already used is one mistake, and flips a spirit at the discovery. Views that "
            "may see the plan show this mark with the plan, the others with the discovery."
        ),
        template=gettext_noop(
            "Mistakes in the plan (counted by rule 7.1): {mistakes}. Rules broken: {rules}."
        ),
        sort="rule",
        side="goryo",
        rule="6.1",
    ),
    "wrong_answer": Definition(
        title=gettext_noop("Wrong answer"),
        words=gettext_noop(
            "Rule 5.5 does not allow the answer. It is one mistake, which flips a spirit at the "
            "discovery. Views that may see the plan show this mark with the question, the others "
            "with the discovery."
        ),
        template=gettext_noop("Answers that rule 5.5 does not allow: {mistakes} ({spaces})."),
        sort="rule",
        side="goryo",
        rule="6.1",
    ),
}
"""All marks by key; a key is never reused."""
