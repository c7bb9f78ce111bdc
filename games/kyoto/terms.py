"""The displayed names of sides, spaces and cards, in the reader's language."""

from functools import partial

from games.core.language import Labels, LazyLabels, gettext
from games.core.language import gettext_noop as _
from games.kyoto.rules.components import HQ, IDENTITIES, NEUTRAL, REAL

SIDES = Labels({"oniwaban": _("Oniwaban"), "government": _("Government")})
"""A side, without an article."""
THE = Labels({"oniwaban": _("the Oniwaban"), "government": _("the Government")})
"""A side inside a sentence."""
SUBJECT = Labels({"oniwaban": _("The Oniwaban"), "government": _("The Government")})
"""A side at the beginning of a sentence."""
_COLOURS = {name: name for name in (_("shrine"), _("residence"), _("market"), _("castle"))}
_TACTICS = (_("Defend"), _("Tunnel"), _("Charge"), _("Swap"), _("Bait"))
_CHARISMA_NAMES = (
    _("Tomoyo"),
    _("Anju"),
    _("Yoko"),
    _("Ayane"),
    _("Chiharu"),
    _("Iroha"),
    _("Ruri"),
)
SITES = Labels(
    {
        **_COLOURS,
        NEUTRAL: _("neutral"),
        HQ["oniwaban"]: _("headquarters of the Oniwaban"),
        HQ["government"]: _("headquarters of the Government"),
    }
)
CARDS = Labels(
    {
        **_COLOURS,
        "wild": _("wild"),
        **{name.lower(): name for name in _TACTICS},
        "site": _("Site card"),
        "tactic": _("Tactic"),
    }
)
CHARISMA = Labels({name.lower(): name for name in _CHARISMA_NAMES})
EQUIPMENT = Labels(
    {
        "typewriter": _("Typewriter"),
        "drugs": _("Drugs"),
        "pistol": _("Pocket Pistol"),
        "bugs": _("Wireless Bugs"),
        "stun": _("Stun Weapon"),
        "fan": _("Bulletproof Fan"),
    }
)


def identity_label(identity: str) -> str:
    """Return the displayed name of an identity: `3r` → `3 real`."""
    if identity in REAL:
        return gettext("{power} real").format(power=identity[0])
    return gettext("{power} fake").format(power=identity[0])


IDENTITY_NAMES = LazyLabels({key: partial(identity_label, key) for key in IDENTITIES})
"""The displayed names of all identities."""
