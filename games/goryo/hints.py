"""Hints for the person who checks a Goryō log. Rules broken in play are mistakes found at the
discovery (6.1), not errors of the log.
"""

from collections.abc import Iterator

from games.core.language import gettext, ngettext
from games.core.language import gettext_noop as _
from games.core.replay import Replay
from games.goryo.rules.effects import MistakesFound
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import plan_rules_broken
from games.goryo.rules.rulebook import RULEBOOK

_NO_ERROR = _(
    "The log is still valid: by the rules this is a mistake, found at the discovery (6.1)."
)


def hints(replay: Replay) -> Iterator[str]:
    """Yield two sentences for each faulty plan (section 4), discovered or not, and for each
    discovery that found wrong answers (7.2). Hints reveal secrets; show them only with the log.
    """
    for step in replay.steps:
        event, table = step.entry.event, step.before.table
        if isinstance(event, Plan):
            rules = plan_rules_broken(step.before.setup.board, table, event)
            if rules:
                broken = ", ".join(f"{rule} ({gettext(RULEBOOK[rule].title)})" for rule in rules)
                hint = gettext("In round {round}, the plan breaks {rules}.")
                yield f"{hint.format(round=table.round, rules=broken)} {gettext(_NO_ERROR)}"
        for effect in step.effects:
            if isinstance(effect, MistakesFound) and effect.in_answers:
                hint = ngettext(
                    "In round {round}, rule 5.5 does not allow {n} answer.",
                    "In round {round}, rule 5.5 does not allow {n} answers.",
                    effect.in_answers,
                ).format(round=table.round, n=effect.in_answers)
                yield f"{hint} {gettext(_NO_ERROR)}"
