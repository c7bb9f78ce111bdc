"""Draws and luck: what happened beside what chance would have had it."""

from games.core.language import Labels, gettext_noop
from games.core.metrics import Change, OddsMetric

GROUPS = Labels(
    {
        "turned": gettext_noop("A draw turned an intact type"),
        "ended": gettext_noop("A draw ended the game"),
        "caught": gettext_noop("A Samurai stood on the target"),
        "yes": gettext_noop("A question was answered yes"),
    }
)
HISTORY = (Change(4, "2026-11-28", gettext_noop("First counted.")),)

METRICS = (
    OddsMetric(
        key="luck",
        title=gettext_noop("Draws and luck"),
        definition=gettext_noop(
            "How often it happened, beside how often it was to be expected. A draw's chance is "
            "that of a token out of those then in the bag, without putting back; only games whose "
            "bound type was recorded are in it, because the bag lacks that token. The chances of "
            "a catch and of a yes are those the Samurai could reckon from what lay open, every "
            "plan and bound type that fits as likely as the others; rounds with a mistake are "
            "left out. So more than expected there is not luck alone: people do not plan at "
            "random."
        ),
        unit=gettext_noop("trials"),
        group_title=gettext_noop("What"),
        groups=GROUPS,
        seen=gettext_noop("Happened"),
        history=HISTORY,
    ),
    OddsMetric(
        key="bag",
        title=gettext_noop("What the bag gave"),
        definition=gettext_noop(
            "How often each type was drawn from the bag, beside how often it was to be expected: "
            "at each draw, one out of the tokens then in the bag, without putting back. Only "
            "games whose bound type was recorded are in it, because the bag lacks that token."
        ),
        unit=gettext_noop("draws with the type in the bag"),
        group_title=gettext_noop("Type"),
        groups={},
        seen=gettext_noop("Drawn"),
        is_open=True,
        history=HISTORY,
    ),
)
