"""How games are played: their length, the Samurai's questions, and the information they gain."""

from games.core.language import Labels, gettext_noop, sentences
from games.core.metrics import Change, DistributionMetric
from games.goryo.metrics.spaces import ROUNDS

TO_THE_END = gettext_noop(
    "Only games that were played to the end count, not those resigned, abandoned or unfinished."
)
DISCOVERED = gettext_noop("Only rounds with a discovered plan count.")
TOGETHER = gettext_noop("The interval treats the observations of one game as one cluster.")
BITS = gettext_noop(
    "Information is measured in bits, with every plan and bound type that fits the public "
    "information equally likely: one bit halves their number."
)
HISTORY = (Change(4, "2026-11-28", gettext_noop("First counted.")),)
WINNERS = Labels({"goryo": gettext_noop("Goryō won"), "samurai": gettext_noop("Samurai won")})
ANSWERS = Labels({"yes": gettext_noop("Yes"), "no": gettext_noop("No")})
SPLITS = ("edition", "mode", "board", "month")
TENTHS = 10


def _per_game(key: str, title: str, observed: str, value: str) -> DistributionMetric:
    return DistributionMetric(
        key=key,
        title=title,
        definition=sentences(observed, TO_THE_END),
        unit=gettext_noop("games"),
        group_title=gettext_noop("Won by"),
        groups=WINNERS,
        value=value,
        splits=SPLITS,
        history=HISTORY,
    )


def _per_chase(
    key: str, title: str, definition: tuple[str, ...], value: str, per: int = 1
) -> DistributionMetric:
    return DistributionMetric(
        key=key,
        title=title,
        definition=sentences(*definition, DISCOVERED, TOGETHER),
        unit=gettext_noop("chases"),
        group_title=gettext_noop("Round"),
        groups=ROUNDS,
        value=value,
        per=per,
        history=HISTORY,
    )


METRICS = (
    _per_game(
        "length",
        gettext_noop("Game length (rounds)"),
        gettext_noop("The discovered rounds of a game, by winner."),
        gettext_noop("rounds"),
    ),
    _per_game(
        "actions",
        gettext_noop("Game length (Samurai actions)"),
        gettext_noop("The moves, searches and sniffs of a game, by winner."),
        gettext_noop("actions"),
    ),
    _per_chase(
        "questions",
        gettext_noop("Questions per chase"),
        (gettext_noop("The searches and sniffs in a chase."),),
        gettext_noop("questions"),
    ),
    DistributionMetric(
        key="bits",
        title=gettext_noop("Information per question"),
        definition=sentences(
            gettext_noop("The information that an answer gave the Samurai."),
            BITS,
            gettext_noop("Answers that fit no plan do not count."),
            DISCOVERED,
            TOGETHER,
        ),
        unit=gettext_noop("questions"),
        group_title=gettext_noop("Answer"),
        groups=ANSWERS,
        value=gettext_noop("bits"),
        per=TENTHS,
        history=HISTORY,
    ),
    _per_chase(
        "bits-chase",
        gettext_noop("Information per chase"),
        (
            gettext_noop("The information that all answers of a chase gave the Samurai together."),
            BITS,
            gettext_noop("Chases with an answer that fits no plan do not count."),
        ),
        gettext_noop("bits"),
        TENTHS,
    ),
    _per_chase(
        "stealth",
        gettext_noop("Uncertainty at the end of a chase"),
        (
            gettext_noop(
                "How well a plan was hidden: the bits of information that the Samurai still lacked "
                "about the plan and the bound type at the end of the chase, 0 if they could infer "
                "both. Rounds with a mistake do not count."
            ),
            BITS,
        ),
        gettext_noop("bits"),
        TENTHS,
    ),
)
