"""The titles and summaries of the rules of the base game (rules page, sections 2 to 8)."""

from games.core.language import gettext_noop as _

_PIECES = (
    (
        "2.1",
        _("Spaces"),
        _(
            "There are 30 spaces: columns a to e, rows 1 to 6. Row 1 is the Oniwaban's home "
            "row, row 6 the Government's."
        ),
    ),
    ("2.2", _("Forward"), _("Forward is up for the Oniwaban and down for the Government.")),
    (
        "2.3",
        _("Agents"),
        _("Each side has 3r, 3f, 2r, 2f, 1f and 0f: the power, and real or fake intelligence."),
    ),
    (
        "2.4",
        _("Cards"),
        _(
            "A side has five Site cards of each colour and five wild ones, two Defend, two "
            "Tunnel, two Bait, one Charge and one Swap. The five wild cards are inferred: 25 "
            "cards minus four times five."
        ),
    ),
    (
        "2.5",
        _("The board"),
        _(
            "Site types, starts, home rows and territories are data. No text gives the printed "
            "colours, so the standard board is a reconstruction."
        ),
    ),
)
_SETUP = (
    ("3.1", _("First hand"), _("A first hand is four Site cards and two Tactics.")),
    ("3.2", _("Deployment"), _("The six agents are put face down on the six starts.")),
    (
        "3.3",
        _("Choice of Charisma"),
        _(
            "The Government chooses first, then the Oniwaban. Without the neutral card, this "
            "order is our ruling."
        ),
    ),
    (
        "3.4",
        _("Ruri's Site card"),
        _("A colour from the owner's Site pile lies on Ruri. That it lies face up is our ruling."),
    ),
    ("3.5", _("Equipment"), _("Each side has three cards, face down.")),
    ("3.6", _("First turn"), _("The Oniwaban begin.")),
)
_TURN = (
    (
        "4.1",
        _("Play one card"),
        _(
            "A side plays one card from its hand. The card must have its effect, and then goes "
            "to the discard pile."
        ),
    ),
    (
        "4.2",
        _("Draw"),
        _(
            "A side draws up to six cards from the piles of its choice, as far as they last. "
            "Then the turn ends."
        ),
    ),
    (
        "4.3",
        _("Order of a turn"),
        _(
            "The card, its conflict, the answers, the second half of a Charge, the declaration, "
            "the draw."
        ),
    ),
    (
        "4.4",
        _("No playable card"),
        _("A side that begins its turn without a playable card loses, unless a Typewriter helps."),
    ),
    ("4.5", _("Turn cap"), _("After a set number of turns the game ends without a winner.")),
    (
        "4.6",
        _("Answers"),
        _(
            "After an arrival or a capture, a flip, a mark or the Fan may follow. Any other "
            "event ends this chance."
        ),
    ),
    ("4.7", _("Out of turn"), _("Each event must come in its turn.")),
)
_MOVES = (
    ("5.1", _("Own agent"), _("A side moves only its own agents.")),
    (
        "5.2",
        _("One forward"),
        _("A Site card moves an agent one space straight or diagonally forward."),
    ),
    (
        "5.3",
        _("One agent per space"),
        _("An agent may not move to a space with an agent of its side."),
    ),
    ("5.4", _("Colour"), _("A coloured space needs a card of its colour or a wild card.")),
    (
        "5.5",
        _("Neutral"),
        _("A neutral space and a side's own headquarters can be entered with any Site card."),
    ),
    ("5.6", _("Headquarters"), _("An agent never enters the enemy's headquarters.")),
    (
        "6.1",
        _("Attack"),
        _("An agent that moves onto an enemy is the attacker, even if it is pushed."),
    ),
    ("6.2", _("Defender revealed"), _("The defender is turned face up.")),
    ("6.3", _("Result"), _("Higher power wins, but 0 beats 3. The attacker wins a tie.")),
    ("6.4", _("Capture"), _("A defender that loses goes to confinement.")),
    ("6.5", _("Retreat"), _("An attacker that loses goes back to its former space.")),
)
_END = (
    ("7.1", _("Captures"), _("A side that holds two real enemy agents wins at once.")),
    ("7.2", _("Decoys"), _("A side that holds three fake enemy agents loses at once.")),
    (
        "7.3",
        _("Escape"),
        _(
            "After the card, an agent that came to the goal row must be declared if it is real, "
            "and its side wins. The time of the declaration is our ruling."
        ),
    ),
    (
        "7.4",
        _("Decoys and escape"),
        _("A side that would lose by decoys and may declare does so at once."),
    ),
    ("7.5", _("Order of endings"), _("Only an escape comes before decoys.")),
    ("7.6", _("Resigning and abandoning"), _("A side may resign. A game may be abandoned.")),
    ("7.7", _("Unmasking"), _("After a table log's end the agents of a side may be revealed.")),
)
_TACTICS = (
    (
        "8.1",
        _("Defend"),
        _("An agent moves one space sideways, or straight or diagonally backward."),
    ),
    (
        "8.2",
        _("Tunnel"),
        _(
            "An agent moves any distance along its row, not past another agent. That it may "
            "pass headquarters is inferred."
        ),
    ),
    (
        "8.3",
        _("Charge"),
        _(
            "An agent moves one space forward, then an enemy agent one space backward. Without "
            "a legal push, only the first half is played."
        ),
    ),
    (
        "8.4",
        _("Swap"),
        _(
            "Two own agents in a row or column are exchanged or not, and are then hidden. This "
            "is not a move."
        ),
    ),
    (
        "8.5",
        _("Bait"),
        _("A Bait lies face up, with a coloured Site card face down under it: its mark."),
    ),
    (
        "8.6",
        _("Mark"),
        _(
            "An enemy agent that arrives on the mark's colour is pushed one or two spaces "
            "backward, past other agents, to an empty space."
        ),
    ),
)
PLAY_TEXTS = (*_PIECES, *_SETUP, *_TURN, *_MOVES, *_END, *_TACTICS)
