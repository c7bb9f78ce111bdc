"""Draws and luck: what happened beside what chance would have had it."""

from games.core.metrics import Change, OddsMetric

GROUPS = {
    "turned": "A draw turned an intact type",
    "ended": "A draw ended the game",
    "caught": "A Samurai stood on the target",
    "yes": "A question was answered yes",
}
HISTORY = (Change(4, "2026-11-28", "First counted."),)

METRICS = (
    OddsMetric(
        key="luck",
        title="Draws and luck",
        definition="How often it happened, beside how often it was to be expected. A draw's chance "
        "is that of a token out of those then in the bag, without putting back; only games whose "
        "bound type was recorded are in it, because the bag lacks that token. The chances of a "
        "catch and of a yes are those the Samurai could reckon from what lay open, every plan and "
        "bound type that fits as likely as the others; rounds with a mistake are left out. So more "
        "than expected there is not luck alone: people do not plan at random.",
        unit="trials",
        group_title="What",
        groups=GROUPS,
        seen="Happened",
        history=HISTORY,
    ),
    OddsMetric(
        key="bag",
        title="What the bag gave",
        definition="How often each type was drawn from the bag, beside how often it was to be "
        "expected: at each draw, one out of the tokens then in the bag, without putting back. Only "
        "games whose bound type was recorded are in it, because the bag lacks that token.",
        unit="draws with the type in the bag",
        group_title="Type",
        groups={},
        seen="Drawn",
        is_open=True,
        history=HISTORY,
    ),
)
