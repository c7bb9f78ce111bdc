"""What each mark on a step means, as data for a help page.

A mark of sort `wrong` could have been known to be worse, whatever the prior. `rule` is a mistake by
the rules. `luck` is what nobody could know: it names chances, and so a prior. `fact` is nobody's
fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass

UNLIKELY = 1 / 8
"""An answer, a catch or an escape is called unlikely below this chance."""

SORTS: Mapping[str, str] = {
    "wrong": "could have been known to be worse",
    "rule": "a mistake by the rules",
    "luck": "nobody could know",
    "fact": "worth knowing, and nobody's fault",
}


@dataclass(frozen=True, slots=True)
class Definition:
    """A mark: its title, its definition in words, what is said of one (filled in with its
    numbers), its sort, whose it is (`samurai`, `goryo` or `chance`), and the rule it rests on.
    `secret`: it is only in views that may see the plan while it is secret.
    """

    title: str
    words: str
    told: str
    sort: str
    side: str
    rule: str
    secret: bool = False


MARKS: Mapping[str, Definition] = {
    "wasted": Definition(
        "Wasted question",
        "The question could only be answered no: in none of the hypotheses does any cube lie on "
        "the space, nor the false trail. It told nothing and could bring no clue.",
        "{space} could only be answered no: none of {before} hypotheses has a cube there.",
        "wrong",
        "samurai",
        "5.5",
    ),
    "trail_only": Definition(
        "Only the false trail could be there",
        "No hypothesis has a cube of route or target on the space, but some have the false trail "
        "there. The question could find the false trail and nothing else, and a yes would not "
        "count for the gong.",
        "No cube of route or target could lie on {space}; a yes had a chance of {yes:.1%}.",
        "wrong",
        "samurai",
        "5.5",
    ),
    "sure_clue": Definition(
        "Sure clue",
        "The question could only be answered yes: every hypothesis has a cube or the false trail "
        "on the space. It told nothing, but a green clue may move the gong all the same.",
        "{space} could only be answered yes in all {before} hypotheses.",
        "fact",
        "samurai",
        "6.3",
    ),
    "unlikely_answer": Definition(
        "Unlikely answer",
        "The answer given had a chance below one in eight, under the prior that is named.",
        "The answer had a chance of {chance:.1%} (prior: {prior}).",
        "luck",
        "samurai",
        "5.5",
    ),
    "contradiction": Definition(
        "No legal plan fits",
        "After this answer no hypothesis is left: everybody can know that the plan or an answer "
        "is a mistake, which the discovery will count.",
        "Before this answer {before} hypotheses were possible, after it none is.",
        "rule",
        "goryo",
        "6.1",
    ),
    "catch_left": Definition(
        "Sure catch left",
        "When the chase was ended, Samurai could still have been moved so that one stood on every "
        "space that could be the target. They did not, and some such space stayed uncovered.",
        "The target could only be {targets}; {moves} would have covered it for certain.",
        "wrong",
        "samurai",
        "6.4",
    ),
    "clue_left": Definition(
        "Sure clue left",
        "When the chase was ended, a Samurai could still have asked of a space on which every "
        "hypothesis has a cube, and there was a bag ahead on the gong.",
        "{spaces} could only be answered yes and could still be asked of.",
        "wrong",
        "samurai",
        "6.3",
    ),
    "lucky_catch": Definition(
        "Lucky catch",
        "A Samurai stood on the target at the discovery, though the chance of it was below one in "
        "eight, under the prior that is named. Not where a mistake was made: that is no luck.",
        "The chance that some Samurai stood on the target was {chance:.1%} (prior: {prior}).",
        "luck",
        "samurai",
        "6.4",
    ),
    "unlucky_miss": Definition(
        "Unlucky miss",
        "No Samurai stood on the target at the discovery, though the chance that one did was above "
        "seven in eight, under the prior that is named. Not where a mistake was made.",
        "The chance that some Samurai stood on the target was {chance:.1%} (prior: {prior}).",
        "luck",
        "samurai",
        "6.4",
    ),
    "decisive_draw": Definition(
        "Decisive draw",
        "The token drawn ended the game, though most tokens in the bag would not have.",
        "One of {tokens} tokens was drawn; the chance that it ended the game was {chance:.1%}.",
        "luck",
        "chance",
        "6.6",
    ),
    "no_escape": Definition(
        "No escape",
        "When the plan was made, the Samurai could have covered every space that could be its "
        "target by moves alone, without a question.",
        "The target can only be {targets}; {moves} would cover it for certain.",
        "fact",
        "goryo",
        "6.4",
    ),
    "under_samurai": Definition(
        "Under a Samurai",
        "The target was planned under a Samurai, who flips a spirit if he only stays, though she "
        "had a legal target without one.",
        "{samurai} stood on {target}; legal targets without a Samurai: {free}.",
        "wrong",
        "goryo",
        "6.4",
        secret=True,
    ),
    "bound_target": Definition(
        "Target of her own type",
        "The target is of the bound type: its discovery loses the game, whatever the Samurai do.",
        "{target} holds a {type}, the bound type.",
        "wrong",
        "goryo",
        "6.2",
        secret=True,
    ),
    "faulty_plan": Definition(
        "Faulty plan",
        "The plan breaks rules of section 4. Each cube at fault, each missing or surplus one and "
        "each power already gone is one mistake, and flips a spirit at the discovery. Told with "
        "the plan to those who may see it, and with the discovery to all.",
        "Mistakes in the plan, as 7.1 counts them: {mistakes}; it breaks {rules}.",
        "rule",
        "goryo",
        "6.1",
    ),
    "wrong_answer": Definition(
        "Wrong answer",
        "An answer is not what 5.5 requires: one mistake, which flips a spirit at the discovery. "
        "Told with the question to those who may see the plan, and with the discovery to all.",
        "Answers that 5.5 does not allow: {mistakes} (of {spaces}).",
        "rule",
        "goryo",
        "6.1",
    ),
}
"""Every mark there is, by key; keys are never used again for something else."""
