"""How games are played: their length, what the Samurai ask, and what they learn by it."""

from games.core.metrics import Change, DistributionMetric
from games.goryo.metrics.spaces import ROUNDS

TO_THE_END = (
    "Only games played to their end by rule are in it: none that was resigned, broken off or left "
    "unfinished."
)
DISCOVERED = "Only rounds whose plan was discovered are in it."
TOGETHER = "What is observed in one game is taken together when the interval is made."
BITS = (
    "Bits are of the number of plans and bound types that fit what lies open, each as likely as "
    "the others: one bit halves it."
)
HISTORY = (Change(4, "2026-11-28", "First counted."),)
WINNERS = {"goryo": "Goryō won", "samurai": "Samurai won"}
ANSWERS = {"yes": "Answered yes", "no": "Answered no"}
SPLITS = ("edition", "mode", "board", "month")
TENTHS = 10

METRICS = (
    DistributionMetric(
        key="length",
        title="Length: rounds",
        definition=f"Discovered rounds of a game, by who won it. {TO_THE_END}",
        unit="games",
        group_title="Won by",
        groups=WINNERS,
        value="rounds",
        splits=SPLITS,
        history=HISTORY,
    ),
    DistributionMetric(
        key="actions",
        title="Length: the Samurai's actions",
        definition=f"Moves, searches and sniffs of a game, by who won it. {TO_THE_END}",
        unit="games",
        group_title="Won by",
        groups=WINNERS,
        value="actions",
        splits=SPLITS,
        history=HISTORY,
    ),
    DistributionMetric(
        key="questions",
        title="Questions asked",
        definition=f"Searches and sniffs of a chase. {DISCOVERED} {TOGETHER}",
        unit="chases",
        group_title="Round",
        groups=ROUNDS,
        value="questions",
        history=HISTORY,
    ),
    DistributionMetric(
        key="bits",
        title="Bits gained by a question",
        definition=f"What an answer told the Samurai. {BITS} An answer that no plan fits is left "
        f"out. {DISCOVERED} {TOGETHER}",
        unit="questions",
        group_title="Answer",
        groups=ANSWERS,
        value="bits",
        per=TENTHS,
        history=HISTORY,
    ),
    DistributionMetric(
        key="bits-chase",
        title="Bits gained in a chase",
        definition=f"What all answers of a chase told the Samurai together. {BITS} A chase with an "
        f"answer that no plan fits is left out. {DISCOVERED} {TOGETHER}",
        unit="chases",
        group_title="Round",
        groups=ROUNDS,
        value="bits",
        per=TENTHS,
        history=HISTORY,
    ),
    DistributionMetric(
        key="stealth",
        title="Plans that fit when the chase ended",
        definition="How well a plan was hidden: the bits that still lay between the Samurai and "
        "the plan and bound type when the chase ended, none where they could know both. Not of "
        f"rounds with a mistake. {BITS} {DISCOVERED} {TOGETHER}",
        unit="chases",
        group_title="Round",
        groups=ROUNDS,
        value="bits",
        per=TENTHS,
        history=HISTORY,
    ),
)
