"""Draws and luck: what happened, compared with what was expected by chance."""

from games.core.language import Labels
from games.core.language import gettext_noop as _
from games.core.metrics import Change, OddsMetric

GROUPS = Labels(
    {
        "turned": _("Draw of an intact type"),
        "ended": _("Draw that ended the game"),
        "caught": _("Samurai on the target"),
        "yes": _("Positive answer"),
    }
)
HISTORY = (Change(4, "2026-11-28", _("First counted.")),)

METRICS = (
    OddsMetric(
        key="luck",
        title=_("Draws and luck"),
        definition=_(
            "How often each event happened, and how often it was expected. The chance of a draw is "
            "that of one token among those in the bag, drawn without replacement. Only games with "
            "a recorded bound type count, because that token is not in the bag. The chances of a "
            "catch and of a yes are computed from public information, with every plan and bound "
            "type that fits equally likely; rounds with a mistake do not count. More catches than "
            "expected are not luck alone: people do not plan at random."
        ),
        unit=_("trials"),
        group_title=_("Event"),
        groups=GROUPS,
        seen=_("Happened"),
        history=HISTORY,
    ),
    OddsMetric(
        key="bag",
        title=_("Tokens drawn"),
        definition=_(
            "How often each type was drawn from the bag, and how often it was expected: at each "
            "draw, one token among those in the bag, drawn without replacement. Only games with a "
            "recorded bound type count, because that token is not in the bag."
        ),
        unit=_("draws with the type in the bag"),
        group_title=_("Type"),
        groups={},
        seen=_("Drawn"),
        is_open=True,
        history=HISTORY,
    ),
)
