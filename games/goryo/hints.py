"""What somebody who checks his own log of Goryō may want to know, though the log is right: rules
that were broken at the table are mistakes found at the discovery (6.1), and no fault of the log.
"""

from collections.abc import Iterator

from games.core.language import gettext, gettext_noop, ngettext
from games.core.replay import Replay
from games.goryo.rules.effects import MistakesFound
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import plan_rules_broken
from games.goryo.rules.rulebook import RULEBOOK

_ALL_THE_SAME = gettext_noop(
    "The log is right all the same: as in the rulebook, that is a mistake found at the "
    "discovery (6.1)."
)


def hints(replay: Replay) -> Iterator[str]:
    """A sentence or two for each faulty plan (section 4), discovered or not, and for each discovery
    that found wrong answers (7.2). They tell secrets: they are for who has the log.
    """
    for step in replay.steps:
        event, table = step.entry.event, step.before.table
        if isinstance(event, Plan):
            rules = plan_rules_broken(step.before.setup.board, table, event)
            if rules:
                broken = ", ".join(f"{rule} ({gettext(RULEBOOK[rule].title)})" for rule in rules)
                told = gettext("In round {round} the plan breaks {rules}.")
                told = told.format(round=table.round, rules=broken)
                yield f"{told} {gettext(_ALL_THE_SAME)}"
        for effect in step.effects:
            if isinstance(effect, MistakesFound) and effect.in_answers:
                told = ngettext(
                    "In round {round}, {n} answer is not what 5.5 asks for.",
                    "In round {round}, {n} answers are not what 5.5 asks for.",
                    effect.in_answers,
                ).format(round=table.round, n=effect.in_answers)
                yield f"{told} {gettext(_ALL_THE_SAME)}"
