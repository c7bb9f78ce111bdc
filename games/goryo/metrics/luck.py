"""Draws and luck: what happened, compared with what was expected by chance."""

from games.core.language import Labels, gettext_noop
from games.core.metrics import Change, OddsMetric

GROUPS = Labels(
    {
        "turned": gettext_noop("Draw of an intact type"),
        "ended": gettext_noop("Draw that ended the game"),
        "caught": gettext_noop("Samurai on the target"),
        "yes": gettext_noop("Positive answer"),
    }
)
HISTORY = (Change(4, "2026-11-28", gettext_noop("First counted.")),)

METRICS = (
    OddsMetric(
        key="luck",
        title=gettext_noop("Draws and luck"),
        definition=gettext_noop(
            "How often each event happened, and how often it was expected. The chance of a draw is "
            "that of one token among those in the bag, drawn without replacement. Only games with "
            "a recorded bound type count, because that token is not in the bag. The chances of a "
            "catch and of a yes are computed from public information, with every plan and bound "
            "type that fits equally likely; rounds with a mistake do not count. More catches than "
            "expected are not luck alone: people do not plan at random."
        ),
        unit=gettext_noop("trials"),
        group_title=gettext_noop("Event"),
        groups=GROUPS,
        seen=gettext_noop("Happened"),
        history=HISTORY,
    ),
    OddsMetric(
        key="bag",
        title=gettext_noop("Tokens drawn"),
        definition=gettext_noop(
            "How often each type was drawn from the bag, and how often it was expected: at each "
            "draw, one token among those in the bag, drawn without replacement. Only games with a "
            "recorded bound type count, because that token is not in the bag."
        ),
        unit=gettext_noop("draws with the type in the bag"),
        group_title=gettext_noop("Type"),
        groups={},
        seen=gettext_noop("Drawn"),
        is_open=True,
        history=HISTORY,
    ),
)
