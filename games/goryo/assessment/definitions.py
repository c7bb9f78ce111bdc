"""The definitions of the marks on steps, as data for a help page.

A mark of sort `wrong` is a choice that the player could have known to be worse, whatever the prior.
`rule` is a mistake by the rules. `luck` depends on what no player could know: it states chances,
and so a prior. `fact` is information without a judgement.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from games.core.language import Labels, TranslatedField
from games.core.language import gettext_noop as _

UNLIKELY = 1 / 8
"""An answer, a catch or an escape is called unlikely below this chance."""

PRIOR_NAMES = Labels({"uniform": _("uniform"), "fitted": _("fitted")})


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A mark: its title, meaning, sentence template (filled in with its numbers), sort
    and rule. `secret` marks appear only in views that may see the
    plan while it is secret.
    """

    title: TranslatedField = TranslatedField()
    meaning: TranslatedField = TranslatedField()
    template: TranslatedField = TranslatedField()
    sort: str
    rule: str
    secret: bool = False


_wrong, _rule = partial(Definition, sort="wrong"), partial(Definition, sort="rule")
_luck, _fact = partial(Definition, sort="luck"), partial(Definition, sort="fact")

MARKS: Mapping[str, Definition] = {
    "wasted": _wrong(
        title=_("Wasted question"),
        meaning=_(
            "The answer could only be no: no hypothesis has a cube or the false trail on the "
            "space. The question gave no information and could not give a clue."
        ),
        template=_(
            "The answer on {space} could only be no: none of {before} hypotheses has a cube there."
        ),
        rule="5.5",
    ),
    "trail_only": _wrong(
        title=_("Only a false trail possible"),
        meaning=_(
            "No hypothesis has a route or target cube on the space, but some have the false "
            "trail there. The question could find nothing but the false trail, and a yes would "
            "not advance the gong."
        ),
        template=_("No route or target cube could be on {space}; the chance of a yes was {yes}."),
        rule="5.5",
    ),
    "sure_clue": _fact(
        title=_("Certain clue"),
        meaning=_(
            "The answer could only be yes: every hypothesis has a cube or the false trail on the "
            "space. The question gave no information, but a green clue may still advance the gong."
        ),
        template=_("The answer on {space} could only be yes, in all {before} hypotheses."),
        rule="6.3",
    ),
    "unlikely_answer": _luck(
        title=_("Unlikely answer"),
        meaning=_("The chance of the answer was below one in eight, under the selected prior."),
        template=_("The chance of this answer was {chance} (prior: {prior})."),
        rule="5.5",
    ),
    "contradiction": _rule(
        title=_("No legal plan fits"),
        meaning=_(
            "After this answer no hypothesis is left. Both players can know that the plan or an "
            "answer is a mistake, which will count at the discovery."
        ),
        template=_("Before this answer {before} hypotheses were possible; after it there is none."),
        rule="6.1",
    ),
    "catch_left": _wrong(
        title=_("Missed certain catch"),
        meaning=_(
            "At the end of the chase the Samurai could still have moved onto every possible "
            "target. They left at least one of these spaces free."
        ),
        template=_("The target could only be {targets}; {moves} would have been a certain catch."),
        rule="6.4",
    ),
    "clue_left": _wrong(
        title=_("Missed certain clue"),
        meaning=_(
            "At the end of the chase a Samurai could still have investigated a space where every "
            "hypothesis has a cube, and there was still a bag ahead on the arc of gongs."
        ),
        template=_(
            "A question about {spaces} was still possible, and the answer could only be yes."
        ),
        rule="6.3",
    ),
    "lucky_catch": _luck(
        title=_("Lucky catch"),
        meaning=_(
            "A Samurai was on the target at the discovery, although the chance of that was below "
            "one in eight, under the selected prior. Rounds with a mistake are not marked."
        ),
        template=_("The chance that a Samurai was on the target was {chance} (prior: {prior})."),
        rule="6.4",
    ),
    "unlucky_miss": _luck(
        title=_("Unlucky miss"),
        meaning=_(
            "No Samurai was on the target at the discovery, although the chance of that was "
            "above seven in eight, under the selected prior. Rounds with a mistake are not marked."
        ),
        template=_("The chance that a Samurai was on the target was {chance} (prior: {prior})."),
        rule="6.4",
    ),
    "decisive_draw": _luck(
        title=_("Decisive draw"),
        meaning=_(
            "The token drawn ended the game, although most tokens in the bag would not have."
        ),
        template=_(
            "The bag held {tokens} tokens; the chance that the draw ended the game was {chance}."
        ),
        rule="6.6",
    ),
    "no_escape": _fact(
        title=_("No escape"),
        meaning=_(
            "When the plan was made, the Samurai could already cover every possible target by "
            "moves alone, without a question."
        ),
        template=_("The target can only be {targets}; {moves} would be a certain catch."),
        rule="6.4",
    ),
    "under_samurai": _wrong(
        title=_("Under a Samurai"),
        meaning=_(
            "The Goryō chose a target under a Samurai, who flips a spirit if he stays there, "
            "although she had a legal target without a Samurai."
        ),
        template=_("On the target {target}: {samurai}. Legal targets without a Samurai: {free}."),
        rule="6.4",
        secret=True,
    ),
    "bound_target": _wrong(
        title=_("Target of the bound type"),
        meaning=_(
            "The target has the bound type, so its discovery loses the game, whatever the Samurai "
            "do."
        ),
        template=_("The object on {target} has the bound type ({type})."),
        rule="6.2",
        secret=True,
    ),
    "faulty_plan": _rule(
        title=_("Faulty plan"),
        meaning=_(
            "The plan breaks rules of section 4. Each misplaced, missing or surplus cube and each "
            "power already used is one mistake, and flips a spirit at the discovery. Views that "
            "may see the plan show this mark with the plan, the others with the discovery."
        ),
        template=_(
            "Mistakes in the plan (counted by rule 7.1): {mistakes}. Rules broken: {rules}."
        ),
        rule="6.1",
    ),
    "wrong_answer": _rule(
        title=_("Wrong answer"),
        meaning=_(
            "Rule 5.5 does not allow the answer. It is one mistake, which flips a spirit at the "
            "discovery. Views that may see the plan show this mark with the question, the others "
            "with the discovery."
        ),
        template=_("Answers that rule 5.5 does not allow: {mistakes} ({spaces})."),
        rule="6.1",
    ),
}
"""All marks by key; a key is never reused."""
