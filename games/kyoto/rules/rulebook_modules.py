"""The rules of Charisma, Equipment and knowledge (rules page, sections 9 to 11)."""

from games.core.language import gettext_noop
from games.kyoto.rules.rulebook_play import HOUSE, INFERRED, PRINTED, rule

CHARISMA, EQUIPMENT = "Description of Charisma Cards", "Description of Equipment Cards"

_CHARISMA = (
    rule(
        "9.1",
        gettext_noop("Tomoyo"),
        gettext_noop("Of two cards drawn one goes under its pile."),
        PRINTED,
        f"{CHARISMA}, Tomoyo",
    ),
    rule(
        "9.2",
        gettext_noop("Anju"),
        gettext_noop("A Bait may have two marks."),
        PRINTED,
        f"{CHARISMA}, Anju",
    ),
    rule(
        "9.3",
        gettext_noop("Yoko"),
        gettext_noop("A Site card may move an agent over a friend; only Site cards."),
        HOUSE,
        f"{CHARISMA}, Yoko",
    ),
    rule(
        "9.4",
        gettext_noop("Ayane"),
        gettext_noop("A colour played may be taken back."),
        PRINTED,
        f"{CHARISMA}, Ayane",
    ),
    rule(
        "9.5",
        gettext_noop("Chiharu"),
        gettext_noop(
            "The Government enters the Oniwaban's headquarters; these may not enter the "
            "Government's neutral spaces. Pushes and springs are neither."
        ),
        INFERRED,
        f"{CHARISMA}, Chiharu",
    ),
    rule(
        "9.6",
        gettext_noop("Iroha"),
        gettext_noop("An Oniwaban attacker is shown."),
        PRINTED,
        f"{CHARISMA}, Iroha",
    ),
    rule(
        "9.7",
        gettext_noop("Ruri"),
        gettext_noop("No enemy moves onto an agent of hers on her colour; a push may."),
        INFERRED,
        f"{CHARISMA}, Ruri",
    ),
)
_EQUIPMENT = (
    rule(
        "10.1",
        gettext_noop("Flip"),
        gettext_noop(
            "A side that loses an important agent may turn a card face up, at once or never."
        ),
        HOUSE,
        "Activate Equipment Cards",
    ),
    rule(
        "10.2",
        gettext_noop("Typewriter"),
        gettext_noop("A discarded card comes back, in sight of all."),
        HOUSE,
        f"{EQUIPMENT}, Typewriter",
    ),
    rule(
        "10.3",
        gettext_noop("Drugs"),
        gettext_noop(
            "The Government's next card moves the agent, or its hand is shown; a Swap does not "
            "count."
        ),
        HOUSE,
        f"{EQUIPMENT}, Drugs",
    ),
    rule(
        "10.4",
        gettext_noop("Pocket Pistol"),
        gettext_noop("A Government attacker is seen, and captured if it was guessed."),
        INFERRED,
        f"{EQUIPMENT}, Pocket Pistol",
    ),
    rule(
        "10.5",
        gettext_noop("Wireless Bugs"),
        gettext_noop("A hidden Oniwaban agent is turned face up."),
        HOUSE,
        f"{EQUIPMENT}, Wireless Bugs",
    ),
    rule(
        "10.6",
        gettext_noop("Stun Weapon"),
        gettext_noop("An Oniwaban agent is neither moved nor swapped in their next turn."),
        HOUSE,
        f"{EQUIPMENT}, Stun Weapon",
    ),
    rule(
        "10.7",
        gettext_noop("Bulletproof Fan"),
        gettext_noop(
            "A Government attacker that won moves once more by a card, in the Government's turn."
        ),
        HOUSE,
        f"{EQUIPMENT}, Bulletproof Fan",
    ),
)
_KNOWN = (
    rule(
        "11.1",
        gettext_noop("What is secret"),
        gettext_noop(
            "Deployment, hand, draws, marks and Swaps; identities are public once the game is over."
        ),
        HOUSE,
        "Setup",
    ),
    rule(
        "11.2",
        gettext_noop("Assignments"),
        gettext_noop("All ways to give six identities to six agents that fit everything seen."),
        HOUSE,
    ),
    rule(
        "11.3",
        gettext_noop("Possible identities"),
        gettext_noop("Those of at least one assignment."),
        HOUSE,
    ),
    rule(
        "11.4",
        gettext_noop("Contradiction"),
        gettext_noop("A table log leaves at least one assignment."),
        HOUSE,
    ),
    rule(
        "11.5",
        gettext_noop("Unseen cards"),
        gettext_noop("Those in hand, piles and unused marks."),
        HOUSE,
    ),
)
MODULE_RULES = (*_CHARISMA, *_EQUIPMENT, *_KNOWN)
