"""The openings of Shadows in Kyoto as a metric: the first cards that both sides played."""

from games.core import metrics
from games.core.language import Labels, sentences
from games.core.language import gettext_noop as _
from games.kyoto.metrics import ALL, DECIDED, grid
from games.kyoto.terms import CARDS

PLAYED = 6
"""The first cards of a game that are counted."""


def opening_label(step: str) -> str:
    """Return the text of a step of an opening: `tunnel:b1-e1` → `Tunnel b1 → e1`."""
    card, _colon, move = step.rpartition(":")
    if not card and "-" not in move:
        card, move = move, ""
    return " ".join(filter(None, (card and CARDS[card], move.replace("-", " → "))))


_MOVE = r"[a-e][1-6]-[a-e][1-6]"
OPENINGS = metrics.RoutesMetric(
    key="openings",
    title=_("Openings"),
    history=(metrics.Change(3, "2026-11-30", _("First counted.")),),
    definition=sentences(
        _(
            "The first six cards that both sides played, in order, on one board: a Site card by "
            "the space that the agent left and the one it entered, a Tactic by its name and "
            "movement. Each card shows its share of the games that are identical up to that point, "
            "and how often the side that played it won. Marks of a Bait and the spaces of a Swap "
            "do not count."
        ),
        DECIDED,
        metrics.REACHED,
    ),
    roots=Labels({ALL: _("Opening")}),
    ends=metrics.Layers(
        {"won": (_("Won"), _("the side that played the last of these cards won the game"))}
    ),
    ranked="won",
    wins=("won",),
    observation=_("decided game"),
    grid=grid,
    terms=metrics.RouteTerms(
        root=_("Opening"),
        start=_("First card"),
        all_starts=_("All first cards"),
        following=_("Next card"),
        number=_("Games"),
    ),
    step=rf"(?:(?:defend|tunnel|charge):)?{_MOVE}|swap|bait",
    step_label=opening_label,
    is_one_root=True,
)
