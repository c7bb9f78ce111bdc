"""What somebody who checks his own log of Goryō may want to know, though the log is right: rules
that were broken at the table are mistakes found at the discovery (6.1), and no fault of the log.
"""

from collections.abc import Iterator

from games.core.replay import Replay
from games.core.words import counted
from games.goryo.rules.effects import MistakesFound
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import plan_rules_broken
from games.goryo.rules.rulebook import RULEBOOK

_ALL_THE_SAME = (
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
                broken = ", ".join(f"{rule} ({RULEBOOK[rule].title})" for rule in rules)
                yield f"In round {table.round} the plan breaks {broken}. {_ALL_THE_SAME}"
        for effect in step.effects:
            if isinstance(effect, MistakesFound) and effect.in_answers:
                wrong = counted(effect.in_answers, "answer is", "answers are")
                yield f"In round {table.round}, {wrong} not what 5.5 asks for. {_ALL_THE_SAME}"
