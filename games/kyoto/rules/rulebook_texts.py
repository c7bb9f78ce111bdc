"""The titles and summaries of the rules by section of the rules page."""

from games.core.language import gettext_noop as _

TEXTS = {
    "2.1": (
        _("Spaces"),
        _(
            "There are 30 spaces: columns a to e, rows 1 to 6. Row 1 is the Oniwaban's home "
            "row, row 6 the Government's."
        ),
    ),
    "2.2": (_("Forward"), _("Forward is up for the Oniwaban and down for the Government.")),
    "2.3": (
        _("Agents"),
        _("Each side has 3r, 3f, 2r, 2f, 1f and 0f: the power, and real or fake intelligence."),
    ),
    "2.4": (
        _("Cards"),
        _(
            "A side has five Site cards of each colour and five wild ones, two Defend, two "
            "Tunnel, two Bait, one Charge and one Swap. The five wild cards are inferred: 25 "
            "cards minus four times five."
        ),
    ),
    "2.5": (
        _("The board"),
        _(
            "Site types, starts, home rows and territories are data. No text gives the printed "
            "colours, so the standard board is a reconstruction."
        ),
    ),
    "3.1": (_("First hand"), _("A first hand is four Site cards and two Tactics.")),
    "3.2": (_("Deployment"), _("The six agents are put face down on the six starts.")),
    "3.3": (
        _("Choice of Charisma"),
        _(
            "The Government chooses first, then the Oniwaban. Without the neutral card, this "
            "order is our ruling."
        ),
    ),
    "3.4": (
        _("Ruri's Site card"),
        _("A colour from the owner's Site pile lies on Ruri. That it lies face up is our ruling."),
    ),
    "3.5": (_("Equipment"), _("Each side has three cards, face down.")),
    "3.6": (_("First turn"), _("The Oniwaban begin.")),
    "4.1": (
        _("Play one card"),
        _(
            "A side plays one card from its hand. The card must have its effect, and then goes "
            "to the discard pile."
        ),
    ),
    "4.2": (
        _("Draw"),
        _(
            "A side draws from the piles of its choice until it holds six cards or the piles are "
            "empty. Then the turn ends."
        ),
    ),
    "4.3": (
        _("Order of a turn"),
        _(
            "The card, its conflict, the answers, the second half of a Charge, the declaration, "
            "the draw."
        ),
    ),
    "4.4": (
        _("No playable card"),
        _("A side that begins its turn without a playable card loses, unless a Typewriter helps."),
    ),
    "4.5": (_("Turn cap"), _("After a set number of turns the game ends without a winner.")),
    "4.6": (
        _("Answers"),
        _(
            "After an arrival or a capture, a flip, a mark or the Fan may follow. Any other "
            "event ends this chance."
        ),
    ),
    "4.7": (_("Out of turn"), _("Each event must come in its turn.")),
    "5.1": (_("Own agent"), _("A side moves only its own agents.")),
    "5.2": (
        _("One forward"),
        _("A Site card moves an agent one space straight or diagonally forward."),
    ),
    "5.3": (
        _("One agent per space"),
        _("An agent may not move to a space with an agent of its side."),
    ),
    "5.4": (_("Colour"), _("A coloured space needs a card of its colour or a wild card.")),
    "5.5": (
        _("Neutral"),
        _("A neutral space and a side's own headquarters can be entered with any Site card."),
    ),
    "5.6": (_("Headquarters"), _("An agent never enters the enemy's headquarters.")),
    "6.1": (
        _("Attack"),
        _("An agent that moves onto an enemy is the attacker, even if it is pushed."),
    ),
    "6.2": (_("Defender revealed"), _("The defender is turned face up.")),
    "6.3": (_("Result"), _("Higher power wins, but 0 beats 3. The attacker wins a tie.")),
    "6.4": (_("Capture"), _("A defender that loses goes to confinement.")),
    "6.5": (_("Retreat"), _("An attacker that loses goes back to its former space.")),
    "7.1": (_("Captures"), _("A side that holds two real enemy agents wins at once.")),
    "7.2": (_("Decoys"), _("A side that holds three fake enemy agents loses at once.")),
    "7.3": (
        _("Escape"),
        _(
            "After the card, an agent that came to the goal row must be declared if it is real, "
            "and its side wins. The time of the declaration is our ruling."
        ),
    ),
    "7.4": (
        _("Decoys and escape"),
        _("A side that would lose by decoys and may declare does so at once."),
    ),
    "7.5": (_("Order of endings"), _("Only an escape comes before decoys.")),
    "7.6": (_("Resigning and abandoning"), _("A side may resign. A game may be abandoned.")),
    "7.7": (_("Unmasking"), _("After a table log's end the agents of a side may be revealed.")),
    "8.1": (
        _("Defend"),
        _("An agent moves one space sideways, or straight or diagonally backward."),
    ),
    "8.2": (
        _("Tunnel"),
        _(
            "An agent moves any distance along its row, not past another agent. That it may "
            "pass headquarters is inferred."
        ),
    ),
    "8.3": (
        _("Charge"),
        _(
            "An agent moves one space forward, then an enemy agent one space backward. Without "
            "a legal push, only the first half is played."
        ),
    ),
    "8.4": (
        _("Swap"),
        _(
            "Two own agents in a row or column are exchanged or not, and are then hidden. This "
            "is not a move."
        ),
    ),
    "8.5": (
        _("Bait"),
        _("A Bait lies face up, with a coloured Site card face down under it: its mark."),
    ),
    "8.6": (
        _("Mark"),
        _(
            "An enemy agent that arrives on the mark's colour is pushed one or two spaces "
            "backward, past other agents, to an empty space."
        ),
    ),
    "9.1": (
        _("Tomoyo"),
        _("For each card, two are drawn and one of them goes to the bottom of its pile."),
    ),
    "9.2": (_("Anju"), _("A Bait may have two marks.")),
    "9.3": (
        _("Yoko"),
        _("A Site card may move an agent over an agent of its side. Tactics may not."),
    ),
    "9.4": (_("Ayane"), _("A coloured Site card may return to the hand after its play.")),
    "9.5": (
        _("Chiharu"),
        _(
            "The Government may enter the Oniwaban's headquarters. The Oniwaban may not enter "
            "neutral spaces in the Government's territory. Pushes are not affected."
        ),
    ),
    "9.6": (_("Iroha"), _("An Oniwaban attacker is turned face up.")),
    "9.7": (
        _("Ruri"),
        _("The enemy may not move onto an agent of Ruri's side on Ruri's colour. A push may."),
    ),
    "10.1": (
        _("Flip"),
        _("A side that loses an important agent may turn a card face up, at once or never."),
    ),
    "10.2": (_("Typewriter"), _("A discarded card returns to the hand, shown to both sides.")),
    "10.3": (
        _("Drugs"),
        _(
            "The Government's next card must move the chosen agent, or the Government shows "
            "that no card can. A Swap does not count."
        ),
    ),
    "10.4": (
        _("Pocket Pistol"),
        _("A Government attacker is turned face up, and captured if guessed right."),
    ),
    "10.5": (_("Wireless Bugs"), _("A hidden Oniwaban agent is turned face up.")),
    "10.6": (
        _("Stun Weapon"),
        _("An Oniwaban agent cannot be moved or swapped in the next turn of its side."),
    ),
    "10.7": (
        _("Bulletproof Fan"),
        _("In the Government's turn, an attacker that won may move once more with a card."),
    ),
    "11.1": (
        _("Hidden information"),
        _(
            "Deployment, hand, draws, marks and Swaps are hidden. Identities are public once "
            "the game is over."
        ),
    ),
    "11.2": (
        _("Assignments"),
        _(
            "An assignment gives the six identities to the six agents in a way that fits all "
            "public events."
        ),
    ),
    "11.3": (
        _("Possible identities"),
        _("An identity is possible for an agent if at least one assignment gives it."),
    ),
    "11.4": (_("Contradiction"), _("At least one assignment must fit a table log.")),
    "11.5": (_("Unseen cards"), _("Unseen cards are in the hand, in the piles or unused marks.")),
}
