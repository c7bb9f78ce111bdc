"""The displayed names of sides, spaces and cards, in the reader's language."""

from games.core.language import Labels, gettext, gettext_noop
from games.kyoto.rules.components import HQ, NEUTRAL, REAL

SIDES = Labels({"oniwaban": gettext_noop("Oniwaban"), "government": gettext_noop("Government")})
"""A side, without an article."""
THE = Labels(
    {"oniwaban": gettext_noop("the Oniwaban"), "government": gettext_noop("the Government")}
)
"""A side inside a sentence."""
SUBJECT = Labels(
    {"oniwaban": gettext_noop("The Oniwaban"), "government": gettext_noop("The Government")}
)
"""A side at the beginning of a sentence."""
SITES = Labels(
    {
        "shrine": gettext_noop("shrine"),
        "residence": gettext_noop("residence"),
        "market": gettext_noop("market"),
        "castle": gettext_noop("castle"),
        NEUTRAL: gettext_noop("neutral"),
        HQ["oniwaban"]: gettext_noop("headquarters of the Oniwaban"),
        HQ["government"]: gettext_noop("headquarters of the Government"),
    }
)
CARDS = Labels(
    {
        "shrine": gettext_noop("shrine"),
        "residence": gettext_noop("residence"),
        "market": gettext_noop("market"),
        "castle": gettext_noop("castle"),
        "wild": gettext_noop("wild"),
        "defend": gettext_noop("Defend"),
        "tunnel": gettext_noop("Tunnel"),
        "charge": gettext_noop("Charge"),
        "swap": gettext_noop("Swap"),
        "bait": gettext_noop("Bait"),
        "site": gettext_noop("Site card"),
        "tactic": gettext_noop("Tactic"),
    }
)
CHARISMA = Labels(
    {
        "tomoyo": gettext_noop("Tomoyo"),
        "anju": gettext_noop("Anju"),
        "yoko": gettext_noop("Yoko"),
        "ayane": gettext_noop("Ayane"),
        "chiharu": gettext_noop("Chiharu"),
        "iroha": gettext_noop("Iroha"),
        "ruri": gettext_noop("Ruri"),
    }
)
EQUIPMENT = Labels(
    {
        "typewriter": gettext_noop("Typewriter"),
        "drugs": gettext_noop("Drugs"),
        "pistol": gettext_noop("Pocket Pistol"),
        "bugs": gettext_noop("Wireless Bugs"),
        "stun": gettext_noop("Stun Weapon"),
        "fan": gettext_noop("Bulletproof Fan"),
    }
)


def identity_label(identity: str) -> str:
    """Return the displayed name of an identity: `3r` → `3 real`."""
    if identity in REAL:
        return gettext("{power} real").format(power=identity[0])
    return gettext("{power} fake").format(power=identity[0])
