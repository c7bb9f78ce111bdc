"""What each mark on a step means, as data for a help page.

A mark of sort `wrong` could have been known to be worse, whatever the prior. `rule` is a mistake by
the rules. `luck` is what nobody could know: it names chances, and so a prior. `fact` is nobody's
fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.language import Labels, TranslatedField, gettext_noop

UNLIKELY = 1 / 8
"""An answer, a catch or an escape is called unlikely below this chance."""

SORTS = Labels(
    {
        "wrong": gettext_noop("could have been known to be worse"),
        "rule": gettext_noop("a mistake by the rules"),
        "luck": gettext_noop("nobody could know"),
        "fact": gettext_noop("worth knowing, and nobody's fault"),
    }
)
PRIOR_NAMES = Labels({"uniform": gettext_noop("uniform"), "fitted": gettext_noop("fitted")})


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A mark: its title, its definition in words, what is said of one (filled in with its
    numbers), its sort, whose it is (`samurai`, `goryo` or `chance`), and the rule it rests on.
    `secret`: it is only in views that may see the plan while it is secret.
    """

    title: TranslatedField = TranslatedField()
    words: TranslatedField = TranslatedField()
    told: TranslatedField = TranslatedField()
    sort: str
    side: str
    rule: str
    secret: bool = False


MARKS: Mapping[str, Definition] = {
    "wasted": Definition(
        title=gettext_noop("Wasted question"),
        words=gettext_noop(
            "The question could only be answered no: in none of the hypotheses does any cube lie "
            "on the space, nor the false trail. It told nothing and could bring no clue."
        ),
        told=gettext_noop(
            "{space} could only be answered no: none of {before} hypotheses has a cube there."
        ),
        sort="wrong",
        side="samurai",
        rule="5.5",
    ),
    "trail_only": Definition(
        title=gettext_noop("Only the false trail could be there"),
        words=gettext_noop(
            "No hypothesis has a cube of route or target on the space, but some have the false "
            "trail there. The question could find the false trail and nothing else, and a yes "
            "would not count for the gong."
        ),
        told=gettext_noop(
            "No cube of route or target could lie on {space}; a yes had a chance of {yes}."
        ),
        sort="wrong",
        side="samurai",
        rule="5.5",
    ),
    "sure_clue": Definition(
        title=gettext_noop("Sure clue"),
        words=gettext_noop(
            "The question could only be answered yes: every hypothesis has a cube or the false "
            "trail on the space. It told nothing, but a green clue may move the gong all the same."
        ),
        told=gettext_noop("{space} could only be answered yes in all {before} hypotheses."),
        sort="fact",
        side="samurai",
        rule="6.3",
    ),
    "unlikely_answer": Definition(
        title=gettext_noop("Unlikely answer"),
        words=gettext_noop(
            "The answer given had a chance below one in eight, under the prior that is named."
        ),
        told=gettext_noop("The answer had a chance of {chance} (prior: {prior})."),
        sort="luck",
        side="samurai",
        rule="5.5",
    ),
    "contradiction": Definition(
        title=gettext_noop("No legal plan fits"),
        words=gettext_noop(
            "After this answer no hypothesis is left: everybody can know that the plan or an "
            "answer is a mistake, which the discovery will count."
        ),
        told=gettext_noop(
            "Before this answer {before} hypotheses were possible, after it none is."
        ),
        sort="rule",
        side="goryo",
        rule="6.1",
    ),
    "catch_left": Definition(
        title=gettext_noop("Sure catch left"),
        words=gettext_noop(
            "When the chase was ended, Samurai could still have been moved so that one stood on "
            "every space that could be the target. They did not, and some such space stayed "
            "uncovered."
        ),
        told=gettext_noop(
            "The target could only be {targets}; {moves} would have covered it for certain."
        ),
        sort="wrong",
        side="samurai",
        rule="6.4",
    ),
    "clue_left": Definition(
        title=gettext_noop("Sure clue left"),
        words=gettext_noop(
            "When the chase was ended, a Samurai could still have asked of a space on which every "
            "hypothesis has a cube, and there was a bag ahead on the gong."
        ),
        told=gettext_noop("{spaces} could only be answered yes and could still be asked of."),
        sort="wrong",
        side="samurai",
        rule="6.3",
    ),
    "lucky_catch": Definition(
        title=gettext_noop("Lucky catch"),
        words=gettext_noop(
            "A Samurai stood on the target at the discovery, though the chance of it was below "
            "one in eight, under the prior that is named. Not where a mistake was made: that is "
            "no luck."
        ),
        told=gettext_noop(
            "The chance that some Samurai stood on the target was {chance} (prior: {prior})."
        ),
        sort="luck",
        side="samurai",
        rule="6.4",
    ),
    "unlucky_miss": Definition(
        title=gettext_noop("Unlucky miss"),
        words=gettext_noop(
            "No Samurai stood on the target at the discovery, though the chance that one did was "
            "above seven in eight, under the prior that is named. Not where a mistake was made."
        ),
        told=gettext_noop(
            "The chance that some Samurai stood on the target was {chance} (prior: {prior})."
        ),
        sort="luck",
        side="samurai",
        rule="6.4",
    ),
    "decisive_draw": Definition(
        title=gettext_noop("Decisive draw"),
        words=gettext_noop(
            "The token drawn ended the game, though most tokens in the bag would not have."
        ),
        told=gettext_noop(
            "One of {tokens} tokens was drawn; the chance that it ended the game was {chance}."
        ),
        sort="luck",
        side="chance",
        rule="6.6",
    ),
    "no_escape": Definition(
        title=gettext_noop("No escape"),
        words=gettext_noop(
            "When the plan was made, the Samurai could have covered every space that could be its "
            "target by moves alone, without a question."
        ),
        told=gettext_noop("The target can only be {targets}; {moves} would cover it for certain."),
        sort="fact",
        side="goryo",
        rule="6.4",
    ),
    "under_samurai": Definition(
        title=gettext_noop("Under a Samurai"),
        words=gettext_noop(
            "The target was planned under a Samurai, who flips a spirit if he only stays, though "
            "she had a legal target without one."
        ),
        told=gettext_noop("{samurai} stood on {target}; legal targets without a Samurai: {free}."),
        sort="wrong",
        side="goryo",
        rule="6.4",
        secret=True,
    ),
    "bound_target": Definition(
        title=gettext_noop("Target of her own type"),
        words=gettext_noop(
            "The target is of the bound type: its discovery loses the game, whatever the Samurai "
            "do."
        ),
        told=gettext_noop("{target} holds a {type}, the bound type."),
        sort="wrong",
        side="goryo",
        rule="6.2",
        secret=True,
    ),
    "faulty_plan": Definition(
        title=gettext_noop("Faulty plan"),
        words=gettext_noop(
            "The plan breaks rules of section 4. Each cube at fault, each missing or surplus one "
            "and each power already gone is one mistake, and flips a spirit at the discovery. "
            "Told with the plan to those who may see it, and with the discovery to all."
        ),
        told=gettext_noop(
            "Mistakes in the plan, as 7.1 counts them: {mistakes}; it breaks {rules}."
        ),
        sort="rule",
        side="goryo",
        rule="6.1",
    ),
    "wrong_answer": Definition(
        title=gettext_noop("Wrong answer"),
        words=gettext_noop(
            "An answer is not what 5.5 requires: one mistake, which flips a spirit at the "
            "discovery. Told with the question to those who may see the plan, and with the "
            "discovery to all."
        ),
        told=gettext_noop("Answers that 5.5 does not allow: {mistakes} (of {spaces})."),
        sort="rule",
        side="goryo",
        rule="6.1",
    ),
}
"""Every mark there is, by key; keys are never used again for something else."""
