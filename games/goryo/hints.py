"""Hints for the person who checks a Goryō log. Rules broken in play are mistakes found at the
discovery (6.1), not errors of the log.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from games.core.contract import Suspect
from games.core.findings import LOG_FORMAT, Claim
from games.core.language import Items, Text, ntext, text
from games.core.replay import Replay, Step
from games.goryo.codec import plain_event
from games.goryo.rules.effects import MistakesFound
from games.goryo.rules.events import HiddenPlan, Plan, Question, Sniff
from games.goryo.rules.generation import allowed_answers
from games.goryo.rules.plan import legal_plans, plan_rules_broken
from games.goryo.rules.rulebook import RULEBOOK
from games.goryo.rules.sheet import unchecked_rules
from games.goryo.rules.sheet_state import Sheet, question_space
from games.goryo.rules.state import State
from games.goryo.sheets import has_other_ends, is_incomplete

_NO_ERROR = text(
    "The log is still valid: by the rules this is a mistake, found at the discovery (6.1)."
)


def hints(replay: Replay) -> Iterator[Claim]:
    """Yield a hint for each faulty plan (section 4), discovered or not, and for each discovery that
    found wrong answers (7.2). Hints reveal secrets; show them only with the log. For the Goryō's
    sheet, name what is not checked.
    """
    if not replay.is_exact:
        yield from _sheet_hints(replay)
        return
    if is_incomplete(replay.record):
        yield Claim(None, LOG_FORMAT, "not_checked", _READ_AS_FULL, "setup.known_by")
    for step in replay.steps:
        event, table = step.entry.event, step.before.table
        if isinstance(event, Plan):
            yield from _plan_hints(step.number - 1, step.before, event)
        elif isinstance(event, HiddenPlan):
            message = text(
                "The plan of round {round} is unknown, so neither the plan nor the answers in that "
                "round are checked.",
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


def _plan_hints(number: int, state: State, plan: Plan) -> Iterator[Claim]:
    """Yield the hint about a faulty plan, the event with this number (from 0)."""
    rules = plan_rules_broken(state.setup.board, state.table, plan)
    if rules:
        broken = Items(
            Text("{rule} ({title})", {"rule": rule, "title": text(RULEBOOK[rule].title)})
            for rule in rules
        )
        hint = text(
            "In round {round}, the plan breaks {rules}.", round=state.table.round, rules=broken
        )
        yield _mistake(number, rules[0], hint)


def _sheet_hints(replay: Replay) -> Iterator[Claim]:
    """Yield the hints on a sheet: each kind of check that was skipped once, at its first event."""
    yield Claim(None, "5.2", "not_checked", _SKIPPED["5.2"], "setup.known_by")
    skipped: set[str] = set()
    for step in replay.steps:
        event, before = step.entry.event, step.before
        if isinstance(event, Plan):
            yield from _plan_hints(step.number - 1, before.first, event)
        elif isinstance(event, Question):
            space = question_space(before, event)
            if space is not None and event.answer not in allowed_answers(before.first, space):
                hint = text("Rule 5.5 does not allow this answer.")
                yield _mistake(step.number - 1, "5.5", hint)
        for rule in sorted(unchecked_rules(before, event) - skipped):
            skipped.add(rule)
            yield Claim(step.number - 1, rule, "not_checked", _SKIPPED[rule])
    if has_other_ends(replay):
        message = _RESULT_DECIDES if replay.is_over else _OTHER_ENDS
        yield Claim(None, LOG_FORMAT, "not_checked", message, "outcome")


def _mistake(event: int, rule: str, hint: Text) -> Claim:
    message = Text("{first} {second}", {"first": hint, "second": _NO_ERROR})
    return Claim(event, rule, "mistake", message)


_READ_AS_FULL = text(
    "No moves seem to be missing from this Goryō's sheet, but that can't be verified, so the game "
    "is not counted. If the log is complete, remove {tag}.",
    tag='[KnownBy "goryo"]',
)
_SKIPPED = {
    "5.2": text(
        "This is the Goryō's own sheet, which may omit moves of the Samurai. Limits are checked "
        "only for recorded actions. On its own, the game does not count."
    ),
    "5.3": text(
        "From here on, moves of a Samurai whose space is unknown are not checked for adjacency."
    ),
    "5.4": text(
        "From here on, questions of a Samurai whose space is unknown are not checked for their "
        "space."
    ),
    "5.5": text("From here on, answers to searches at an unknown space are not checked."),
    "6.4": text(
        "From here on, the number of Samurai on the target is inferred from the tokens drawn."
    ),
}
_OTHER_ENDS = text(
    "The recorded events allow more than one ending, so the result is unknown. If the game is "
    "over, add its result, for example {tag}.",
    tag='[Result "goryo revenge"]',
)
_RESULT_DECIDES = text(
    "The recorded events allow other endings than this one. It was chosen because it fits the "
    "recorded result or the last event."
)

PLANS_LISTED_MAX, STEPS_SEARCHED_MAX = 4000, 60


def suspects(steps: Sequence[Step]) -> Iterator[Suspect]:
    """Yield the wrong answers (5.5) and faulty plans (section 4) before a refused event, the latest
    first: each changes how many tokens are drawn, and so whose turn it is.
    """
    for step in reversed(steps[-STEPS_SEARCHED_MAX:]):
        event, before = step.entry.event, step.before
        if isinstance(event, Question):
            space = _question_space(before, event)
            allowed = () if space is None else allowed_answers(_state(before), space)
            if allowed and event.answer not in allowed:
                other = plain_event(event._replace(answer=not event.answer))
                yield Suspect(step.number - 1, "5.5", (other,))
        elif isinstance(event, Plan):
            state = _state(before)
            board, table = state.setup.board, state.table
            rules = plan_rules_broken(board, table, event)
            if rules:
                similar = (
                    plain_event(plan)
                    for plan in islice(
                        legal_plans(board, table, state.secret.barred_types), PLANS_LISTED_MAX
                    )
                    if _differences(plan, event) == 1
                )
                yield Suspect(step.number - 1, rules[0], tuple(islice(similar, 6)))


def _state(position: State | Sheet) -> State:
    return position.first if isinstance(position, Sheet) else position


def _question_space(position: State | Sheet, event: Question) -> int | None:
    """Return the space of a question; None if a sheet does not determine it."""
    if isinstance(position, Sheet):
        return question_space(position, event)
    if isinstance(event, Sniff):
        return position.setup.board.index[event.space]
    return position.chase.samurai[position.setup.ruleset.colours.index(event.samurai)]


def _differences(one: Plan, other: Plan) -> int:
    """Return how many cubes of two plans differ; a missing one counts."""
    spaces = sum(a != b for a, b in zip(one.route, other.route, strict=False))
    spaces += abs(len(one.route) - len(other.route))
    spaces += one.target != other.target
    return spaces + ((one.sprint, one.false_trail) != (other.sprint, other.false_trail))
