"""How games are played: their length, what the Samurai ask, and what they learn by it."""

from games.core.language import Labels, gettext_noop, sentences
from games.core.metrics import Change, DistributionMetric
from games.goryo.metrics.spaces import ROUNDS

TO_THE_END = gettext_noop(
    "Only games played to their end by rule are in it: none that was resigned, broken off or left "
    "unfinished."
)
DISCOVERED = gettext_noop("Only rounds whose plan was discovered are in it.")
TOGETHER = gettext_noop("What is observed in one game is taken together when the interval is made.")
BITS = gettext_noop(
    "Bits are of the number of plans and bound types that fit what lies open, each as likely as "
    "the others: one bit halves it."
)
HISTORY = (Change(4, "2026-11-28", gettext_noop("First counted.")),)
WINNERS = Labels({"goryo": gettext_noop("Goryō won"), "samurai": gettext_noop("Samurai won")})
ANSWERS = Labels({"yes": gettext_noop("Answered yes"), "no": gettext_noop("Answered no")})
SPLITS = ("edition", "mode", "board", "month")
TENTHS = 10

METRICS = (
    DistributionMetric(
        key="length",
        title=gettext_noop("Length: rounds"),
        definition=sentences(
            gettext_noop("Discovered rounds of a game, by who won it."), TO_THE_END
        ),
        unit=gettext_noop("games"),
        group_title=gettext_noop("Won by"),
        groups=WINNERS,
        value=gettext_noop("rounds"),
        splits=SPLITS,
        history=HISTORY,
    ),
    DistributionMetric(
        key="actions",
        title=gettext_noop("Length: the Samurai's actions"),
        definition=sentences(
            gettext_noop("Moves, searches and sniffs of a game, by who won it."), TO_THE_END
        ),
        unit=gettext_noop("games"),
        group_title=gettext_noop("Won by"),
        groups=WINNERS,
        value=gettext_noop("actions"),
        splits=SPLITS,
        history=HISTORY,
    ),
    DistributionMetric(
        key="questions",
        title=gettext_noop("Questions asked"),
        definition=sentences(gettext_noop("Searches and sniffs of a chase."), DISCOVERED, TOGETHER),
        unit=gettext_noop("chases"),
        group_title=gettext_noop("Round"),
        groups=ROUNDS,
        value=gettext_noop("questions"),
        history=HISTORY,
    ),
    DistributionMetric(
        key="bits",
        title=gettext_noop("Bits gained by a question"),
        definition=sentences(
            gettext_noop("What an answer told the Samurai."),
            BITS,
            gettext_noop("An answer that no plan fits is left out."),
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
    DistributionMetric(
        key="bits-chase",
        title=gettext_noop("Bits gained in a chase"),
        definition=sentences(
            gettext_noop("What all answers of a chase told the Samurai together."),
            BITS,
            gettext_noop("A chase with an answer that no plan fits is left out."),
            DISCOVERED,
            TOGETHER,
        ),
        unit=gettext_noop("chases"),
        group_title=gettext_noop("Round"),
        groups=ROUNDS,
        value=gettext_noop("bits"),
        per=TENTHS,
        history=HISTORY,
    ),
    DistributionMetric(
        key="stealth",
        title=gettext_noop("Plans that fit when the chase ended"),
        definition=sentences(
            gettext_noop(
                "How well a plan was hidden: the bits that still lay between the Samurai and the "
                "plan and bound type when the chase ended, none where they could know both. Not "
                "of rounds with a mistake."
            ),
            BITS,
            DISCOVERED,
            TOGETHER,
        ),
        unit=gettext_noop("chases"),
        group_title=gettext_noop("Round"),
        groups=ROUNDS,
        value=gettext_noop("bits"),
        per=TENTHS,
        history=HISTORY,
    ),
)
