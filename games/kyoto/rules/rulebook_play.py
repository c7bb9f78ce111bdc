"""The rules of the base game (rules page, sections 2 to 8)."""

from games.core.language import gettext_noop
from games.core.rules import Rule, Standing

PRINTED, COMPONENT = Standing.PRINTED, Standing.COMPONENT
INFERRED, HOUSE = Standing.INFERRED, Standing.HOUSE

SETUP, PLAY, MOVE, SITES = "Setup", "Gameplay", "Move", "Site Type"
FIGHT, END, TACTICS = "Conflict", "End of the Game", "Description of the Tactic Cards"
ELEMENTS, COMPONENTS = "Game Elements", "Components"


def rule(
    key: str, title: str, summary: str, standing: Standing = PRINTED, place: str | None = None
) -> Rule:
    """A rule with its place in the one rulebook; None where that is silent."""
    return Rule(key, title, summary, standing, {} if place is None else {"": place})


_PIECES = (
    rule(
        "2.1",
        gettext_noop("Spaces"),
        gettext_noop(
            "Thirty spaces, columns a to e, rows 1 to 6; row 1 is the Oniwaban's home row, row 6 "
            "the Government's."
        ),
        COMPONENT,
        COMPONENTS,
    ),
    rule(
        "2.2",
        gettext_noop("Forward"),
        gettext_noop("For the Oniwaban up, for the Government down."),
        COMPONENT,
        MOVE,
    ),
    rule(
        "2.3",
        gettext_noop("Agents"),
        gettext_noop(
            "Each side has 3r, 3f, 2r, 2f, 1f and 0f: power, and real or fake intelligence."
        ),
        COMPONENT,
        ELEMENTS,
    ),
    rule(
        "2.4",
        gettext_noop("Cards"),
        gettext_noop(
            "A side has five Site cards of each colour and five wild, two Defend, two Tunnel, two "
            "Bait, one Charge and one Swap. Five wild is inferred: 25 less four times five."
        ),
        INFERRED,
        COMPONENTS,
    ),
    rule(
        "2.5",
        gettext_noop("The board"),
        gettext_noop(
            "Site types, starts, home rows and territories are data. The printed colours are in "
            "none of the texts; the house board is a reconstruction."
        ),
        HOUSE,
    ),
)
_SETUP = (
    rule(
        "3.1",
        gettext_noop("First hand"),
        gettext_noop("Four Site cards and two Tactics."),
        PRINTED,
        f"{SETUP} 3",
    ),
    rule(
        "3.2",
        gettext_noop("Deployment"),
        gettext_noop("The six agents go hidden on the six starts."),
        PRINTED,
        f"{SETUP} 4",
    ),
    rule(
        "3.3",
        gettext_noop("Choice of Charisma"),
        gettext_noop(
            "The Government chooses first, then the Oniwaban; the order without the neutral card "
            "is a house ruling."
        ),
        HOUSE,
        "Setup Charisma",
    ),
    rule(
        "3.4",
        gettext_noop("Ruri's Site card"),
        gettext_noop(
            "A colour from the owner's Site pile lies on Ruri; that it lies face up is a house "
            "ruling."
        ),
        HOUSE,
        "Description of Charisma Cards, Ruri",
    ),
    rule(
        "3.5",
        gettext_noop("Equipment"),
        gettext_noop("Three cards a side, face down."),
        PRINTED,
        "Setup Equipment",
    ),
    rule("3.6", gettext_noop("Who begins"), gettext_noop("The Oniwaban."), PRINTED, f"{SETUP} 5"),
)
_TURN = (
    rule(
        "4.1",
        gettext_noop("Play one card"),
        gettext_noop(
            "One card of the hand; it must be carried out, and then lies in the discard pile."
        ),
        PRINTED,
        f"{PLAY} 1",
    ),
    rule(
        "4.2",
        gettext_noop("Draw"),
        gettext_noop(
            "Up to six cards, from the piles of one's choice, as far as they reach; the turn ends."
        ),
        PRINTED,
        f"{PLAY} 2",
    ),
    rule(
        "4.3",
        gettext_noop("Order of a turn"),
        gettext_noop(
            "The card, its conflict, the answers, the second half of a Charge, the declaration, "
            "the draw."
        ),
        HOUSE,
        PLAY,
    ),
    rule(
        "4.4",
        gettext_noop("No playable card"),
        gettext_noop(
            "A side whose turn begins without a playable card loses; a Typewriter that helps saves "
            "it."
        ),
        PRINTED,
        f"{END}, Special case 2",
    ),
    rule(
        "4.5",
        gettext_noop("Turn cap"),
        gettext_noop("After so many turns the game ends without a winner."),
        HOUSE,
    ),
    rule(
        "4.6",
        gettext_noop("Answers"),
        gettext_noop(
            "After an arrival or a capture: a flip, a spring, the Fan; the next other event ends "
            "the chance."
        ),
        HOUSE,
    ),
    rule(
        "4.7",
        gettext_noop("Out of turn"),
        gettext_noop("Nothing comes out of turn."),
        PRINTED,
        PLAY,
    ),
)
_MOVES = (
    rule(
        "5.1",
        gettext_noop("One's own agent"),
        gettext_noop("Moved is an agent of one's own."),
        PRINTED,
        MOVE,
    ),
    rule(
        "5.2",
        gettext_noop("One forward"),
        gettext_noop("One space directly or diagonally forward."),
        PRINTED,
        MOVE,
    ),
    rule(
        "5.3",
        gettext_noop("One agent a space"),
        gettext_noop("Not to a space with a friend."),
        PRINTED,
        MOVE,
    ),
    rule(
        "5.4",
        gettext_noop("Colour"),
        gettext_noop("A coloured space takes its colour or wild."),
        PRINTED,
        SITES,
    ),
    rule(
        "5.5",
        gettext_noop("Neutral"),
        gettext_noop("A neutral space and one's headquarters take any."),
        PRINTED,
        SITES,
    ),
    rule(
        "5.6",
        gettext_noop("Headquarters"),
        gettext_noop("The enemy's headquarters are never entered."),
        PRINTED,
        SITES,
    ),
    rule(
        "6.1",
        gettext_noop("Attack"),
        gettext_noop("Who moves onto an enemy is the attacker, whoever moved it."),
        INFERRED,
        FIGHT,
    ),
    rule(
        "6.2",
        gettext_noop("The defender is shown"),
        gettext_noop("It is turned face up."),
        PRINTED,
        FIGHT,
    ),
    rule(
        "6.3",
        gettext_noop("Who wins"),
        gettext_noop("Higher power; 0 beats 3; a tie is the attacker's."),
        PRINTED,
        FIGHT,
    ),
    rule(
        "6.4",
        gettext_noop("Capture"),
        gettext_noop("A beaten defender goes to confinement."),
        PRINTED,
        FIGHT,
    ),
    rule(
        "6.5",
        gettext_noop("Retreat"),
        gettext_noop("A beaten attacker goes back to where it was."),
        PRINTED,
        FIGHT,
    ),
)
_END = (
    rule(
        "7.1",
        gettext_noop("Captures"),
        gettext_noop("Two real enemy agents win at once."),
        PRINTED,
        END,
    ),
    rule(
        "7.2",
        gettext_noop("Decoys"),
        gettext_noop("Three fake enemy agents lose at once."),
        PRINTED,
        END,
    ),
    rule(
        "7.3",
        gettext_noop("Escape"),
        gettext_noop(
            "An agent that came to the goal row speaks when the card is carried out: a real one "
            "wins. When it is asked is a house ruling."
        ),
        HOUSE,
        END,
    ),
    rule(
        "7.4",
        gettext_noop("Decoys and escape"),
        gettext_noop("Who would lose by decoys and may declare does so at once."),
        HOUSE,
        f"{END}, Special case 1",
    ),
    rule(
        "7.5",
        gettext_noop("Order of ends"),
        gettext_noop("Only an escape outranks decoys."),
        INFERRED,
        END,
    ),
    rule(
        "7.6",
        gettext_noop("Stopping"),
        gettext_noop("A side may resign; a game may be abandoned."),
        HOUSE,
    ),
    rule(
        "7.7",
        gettext_noop("Unmasking"),
        gettext_noop("After a table log's end a side's agents may be shown."),
        HOUSE,
    ),
)
_TACTICS = (
    rule(
        "8.1",
        gettext_noop("Defend"),
        gettext_noop("One space aside or backward."),
        PRINTED,
        TACTICS,
    ),
    rule(
        "8.2",
        gettext_noop("Tunnel"),
        gettext_noop(
            "Any way along the row, over no agent; that headquarters may be passed is inferred."
        ),
        INFERRED,
        TACTICS,
    ),
    rule(
        "8.3",
        gettext_noop("Charge"),
        gettext_noop(
            "One space forward, then an enemy agent one space backward; without a legal push the "
            "first half alone."
        ),
        HOUSE,
        TACTICS,
    ),
    rule(
        "8.4",
        gettext_noop("Swap"),
        gettext_noop(
            "Two own agents of a row or column are exchanged or not, and hidden; it is no move."
        ),
        HOUSE,
        TACTICS,
    ),
    rule(
        "8.5",
        gettext_noop("Bait"),
        gettext_noop("It lies open with a coloured Site card under it."),
        PRINTED,
        TACTICS,
    ),
    rule(
        "8.6",
        gettext_noop("Spring"),
        gettext_noop(
            "An enemy on the mark's colour is pushed one or two spaces backward, over agents, onto "
            "none."
        ),
        HOUSE,
        TACTICS,
    ),
)
PLAY_RULES = (*_PIECES, *_SETUP, *_TURN, *_MOVES, *_END, *_TACTICS)
