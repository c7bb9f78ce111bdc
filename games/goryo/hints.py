"""Hints for the person who checks a Goryō log. Rules broken in play are mistakes found at the
discovery (6.1), not errors of the log.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from games.core.contract import Suspect
from games.core.findings import Claim
from games.core.language import Items, Text, ntext, text
from games.core.replay import Replay, Step
from games.goryo.codec import plain_event
from games.goryo.rules.effects import MistakesFound
from games.goryo.rules.events import HiddenPlan, Plan, Search, Sniff
from games.goryo.rules.generation import allowed_answers
from games.goryo.rules.plan import legal_plans, plan_rules_broken
from games.goryo.rules.rulebook import RULEBOOK

_NO_ERROR = text(
    "The log is still valid: by the rules this is a mistake, found at the discovery (6.1)."
)


def hints(replay: Replay) -> Iterator[Claim]:
    """Yield a hint for each faulty plan (section 4), discovered or not, and for each discovery that
    found wrong answers (7.2). Hints reveal secrets; show them only with the log.
    """
    for step in replay.steps:
        event, table = step.entry.event, step.before.table
        if isinstance(event, Plan):
            rules = plan_rules_broken(step.before.setup.board, table, event)
            if rules:
                broken = Items(
                    Text("{rule} ({title})", {"rule": rule, "title": text(RULEBOOK[rule].title)})
                    for rule in rules
                )
                hint = text(
                    "In round {round}, the plan breaks {rules}.", round=table.round, rules=broken
                )
                yield _mistake(step.number - 1, rules[0], hint)
        elif isinstance(event, HiddenPlan):
            message = text(
                "The plan of round {round} is unknown, so its rules and the answers about it are "
                "not checked.",
                round=table.round,
            )
            yield Claim(step.number - 1, "7.2", "not_checked", message)
        for effect in step.effects:
            if isinstance(effect, MistakesFound) and effect.in_answers:
                hint = ntext(
                    "In round {round}, rule 5.5 does not allow {n} answer.",
                    "In round {round}, rule 5.5 does not allow {n} answers.",
                    effect.in_answers,
                    round=table.round,
                )
                yield _mistake(step.number - 1, "5.5", hint)


def _mistake(event: int, rule: str, hint: Text) -> Claim:
    message = Text("{first} {second}", {"first": hint, "second": _NO_ERROR})
    return Claim(event, rule, "mistake", message)


PLANS_LISTED_MAX, STEPS_SEARCHED_MAX = 4000, 60


def suspects(steps: Sequence[Step]) -> Iterator[Suspect]:
    """Yield the wrong answers (5.5) and faulty plans (section 4) before a refused event, the latest
    first: each changes how many tokens are drawn, and so whose turn it is.
    """
    for step in reversed(steps[-STEPS_SEARCHED_MAX:]):
        event, before = step.entry.event, step.before
        if isinstance(event, Search | Sniff):
            number = before.setup.ruleset.colours.index(event.samurai)
            space = before.chase.samurai[number]
            if isinstance(event, Sniff):
                space = before.setup.board.index[event.space]
            allowed = allowed_answers(before, space)
            if allowed and event.answer not in allowed:
                other = plain_event(event._replace(answer=not event.answer))
                yield Suspect(step.number - 1, "5.5", (other,))
        elif isinstance(event, Plan):
            board, table = before.setup.board, before.table
            rules = plan_rules_broken(board, table, event)
            if rules:
                similar = (
                    plain_event(plan)
                    for plan in islice(
                        legal_plans(board, table, before.secret.barred_types), PLANS_LISTED_MAX
                    )
                    if _differences(plan, event) == 1
                )
                yield Suspect(step.number - 1, rules[0], tuple(islice(similar, 6)))


def _differences(one: Plan, other: Plan) -> int:
    """Return how many cubes of two plans differ; a missing one counts."""
    spaces = sum(a != b for a, b in zip(one.route, other.route, strict=False))
    spaces += abs(len(one.route) - len(other.route))
    spaces += one.target != other.target
    return spaces + ((one.sprint, one.false_trail) != (other.sprint, other.false_trail))
