"""The titles and summaries of the rules of Charisma, Equipment and knowledge (rules page, sections
9 to 11).
"""

from games.core.language import gettext_noop as _

_CHARISMA = (
    (
        "9.1",
        _("Tomoyo"),
        _("For each card, two are drawn and one of them goes to the bottom of its pile."),
    ),
    ("9.2", _("Anju"), _("A Bait may have two marks.")),
    (
        "9.3",
        _("Yoko"),
        _("A Site card may move an agent over an agent of its side. Tactics may not."),
    ),
    ("9.4", _("Ayane"), _("A coloured Site card may return to the hand after its play.")),
    (
        "9.5",
        _("Chiharu"),
        _(
            "The Government may enter the Oniwaban's headquarters. The Oniwaban may not enter "
            "neutral spaces in the Government's territory. Pushes are not affected."
        ),
    ),
    ("9.6", _("Iroha"), _("An Oniwaban attacker is turned face up.")),
    (
        "9.7",
        _("Ruri"),
        _("The enemy may not move onto an agent of Ruri's side on Ruri's colour. A push may."),
    ),
)
_EQUIPMENT = (
    (
        "10.1",
        _("Flip"),
        _("A side that loses an important agent may turn a card face up, at once or never."),
    ),
    ("10.2", _("Typewriter"), _("A discarded card returns to the hand, shown to both sides.")),
    (
        "10.3",
        _("Drugs"),
        _(
            "The Government's next card must move the chosen agent, or the Government shows "
            "that no card can. A Swap does not count."
        ),
    ),
    (
        "10.4",
        _("Pocket Pistol"),
        _("A Government attacker is turned face up, and captured if guessed right."),
    ),
    ("10.5", _("Wireless Bugs"), _("A hidden Oniwaban agent is turned face up.")),
    (
        "10.6",
        _("Stun Weapon"),
        _("An Oniwaban agent cannot be moved or swapped in the next turn of its side."),
    ),
    (
        "10.7",
        _("Bulletproof Fan"),
        _("In the Government's turn, an attacker that won may move once more with a card."),
    ),
)
_KNOWLEDGE = (
    (
        "11.1",
        _("Hidden information"),
        _(
            "Deployment, hand, draws, marks and Swaps are hidden. Identities are public once "
            "the game is over."
        ),
    ),
    (
        "11.2",
        _("Assignments"),
        _(
            "An assignment gives the six identities to the six agents in a way that fits all "
            "public events."
        ),
    ),
    (
        "11.3",
        _("Possible identities"),
        _("An identity is possible for an agent if at least one assignment gives it."),
    ),
    ("11.4", _("Contradiction"), _("A table log must leave at least one assignment.")),
    ("11.5", _("Unseen cards"), _("Unseen cards are in the hand, in the piles or unused marks.")),
)
MODULE_TEXTS = (*_CHARISMA, *_EQUIPMENT, *_KNOWLEDGE)
