"""The rules of the base game (rules page, sections 2 to 8)."""

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
        "Spaces",
        "Thirty spaces, columns a to e, rows 1 to 6; row 1 is the Oniwaban's home row, row 6 the "
        "Government's.",
        COMPONENT,
        COMPONENTS,
    ),
    rule("2.2", "Forward", "For the Oniwaban up, for the Government down.", COMPONENT, MOVE),
    rule(
        "2.3",
        "Agents",
        "Each side has 3r, 3f, 2r, 2f, 1f and 0f: power, and real or fake intelligence.",
        COMPONENT,
        ELEMENTS,
    ),
    rule(
        "2.4",
        "Cards",
        "A side has five Site cards of each colour and five wild, two Defend, two Tunnel, two "
        "Bait, one Charge and one Swap. Five wild is inferred: 25 less four times five.",
        INFERRED,
        COMPONENTS,
    ),
    rule(
        "2.5",
        "The board",
        "Site types, starts, home rows and territories are data. The printed colours are in none "
        "of the texts; the house board is a reconstruction.",
        HOUSE,
    ),
)
_SETUP = (
    rule("3.1", "First hand", "Four Site cards and two Tactics.", PRINTED, f"{SETUP} 3"),
    rule("3.2", "Deployment", "The six agents go hidden on the six starts.", PRINTED, f"{SETUP} 4"),
    rule(
        "3.3",
        "Choice of Charisma",
        "The Government chooses first, then the Oniwaban; the order without the neutral card is a "
        "house ruling.",
        HOUSE,
        "Setup Charisma",
    ),
    rule(
        "3.4",
        "Ruri's Site card",
        "A colour from the owner's Site pile lies on Ruri; that it lies face up is a house ruling.",
        HOUSE,
        "Description of Charisma Cards, Ruri",
    ),
    rule("3.5", "Equipment", "Three cards a side, face down.", PRINTED, "Setup Equipment"),
    rule("3.6", "Who begins", "The Oniwaban.", PRINTED, f"{SETUP} 5"),
)
_TURN = (
    rule(
        "4.1",
        "Play one card",
        "One card of the hand; it must be carried out, and then lies in the discard pile.",
        PRINTED,
        f"{PLAY} 1",
    ),
    rule(
        "4.2",
        "Draw",
        "Up to six cards, from the piles of one's choice, as far as they reach; the turn ends.",
        PRINTED,
        f"{PLAY} 2",
    ),
    rule(
        "4.3",
        "Order of a turn",
        "The card, its conflict, the answers, the second half of a Charge, the declaration, the "
        "draw.",
        HOUSE,
        PLAY,
    ),
    rule(
        "4.4",
        "No playable card",
        "A side whose turn begins without a playable card loses; a Typewriter that helps saves it.",
        PRINTED,
        f"{END}, Special case 2",
    ),
    rule("4.5", "Turn cap", "After so many turns the game ends without a winner.", HOUSE),
    rule(
        "4.6",
        "Answers",
        "After an arrival or a capture: a flip, a spring, the Fan; the next other event ends the "
        "chance.",
        HOUSE,
    ),
    rule("4.7", "Out of turn", "Nothing comes out of turn.", PRINTED, PLAY),
)
_MOVES = (
    rule("5.1", "One's own agent", "Moved is an agent of one's own.", PRINTED, MOVE),
    rule("5.2", "One forward", "One space directly or diagonally forward.", PRINTED, MOVE),
    rule("5.3", "One agent a space", "Not to a space with a friend.", PRINTED, MOVE),
    rule("5.4", "Colour", "A coloured space takes its colour or wild.", PRINTED, SITES),
    rule("5.5", "Neutral", "A neutral space and one's headquarters take any.", PRINTED, SITES),
    rule("5.6", "Headquarters", "The enemy's headquarters are never entered.", PRINTED, SITES),
    rule(
        "6.1",
        "Attack",
        "Who moves onto an enemy is the attacker, whoever moved it.",
        INFERRED,
        FIGHT,
    ),
    rule("6.2", "The defender is shown", "It is turned face up.", PRINTED, FIGHT),
    rule("6.3", "Who wins", "Higher power; 0 beats 3; a tie is the attacker's.", PRINTED, FIGHT),
    rule("6.4", "Capture", "A beaten defender goes to confinement.", PRINTED, FIGHT),
    rule("6.5", "Retreat", "A beaten attacker goes back to where it was.", PRINTED, FIGHT),
)
_END = (
    rule("7.1", "Captures", "Two real enemy agents win at once.", PRINTED, END),
    rule("7.2", "Decoys", "Three fake enemy agents lose at once.", PRINTED, END),
    rule(
        "7.3",
        "Escape",
        "An agent that came to the goal row speaks when the card is carried out: a real one wins. "
        "When it is asked is a house ruling.",
        HOUSE,
        END,
    ),
    rule(
        "7.4",
        "Decoys and escape",
        "Who would lose by decoys and may declare does so at once.",
        HOUSE,
        f"{END}, Special case 1",
    ),
    rule("7.5", "Order of ends", "Only an escape outranks decoys.", INFERRED, END),
    rule("7.6", "Stopping", "A side may resign; a game may be abandoned.", HOUSE),
    rule("7.7", "Unmasking", "After a table log's end a side's agents may be shown.", HOUSE),
)
_TACTICS = (
    rule("8.1", "Defend", "One space aside or backward.", PRINTED, TACTICS),
    rule(
        "8.2",
        "Tunnel",
        "Any way along the row, over no agent; that headquarters may be passed is inferred.",
        INFERRED,
        TACTICS,
    ),
    rule(
        "8.3",
        "Charge",
        "One space forward, then an enemy agent one space backward; without a legal push the "
        "first half alone.",
        HOUSE,
        TACTICS,
    ),
    rule(
        "8.4",
        "Swap",
        "Two own agents of a row or column are exchanged or not, and hidden; it is no move.",
        HOUSE,
        TACTICS,
    ),
    rule("8.5", "Bait", "It lies open with a coloured Site card under it.", PRINTED, TACTICS),
    rule(
        "8.6",
        "Spring",
        "An enemy on the mark's colour is pushed one or two spaces backward, over agents, onto "
        "none.",
        HOUSE,
        TACTICS,
    ),
)
PLAY_RULES = (*_PIECES, *_SETUP, *_TURN, *_MOVES, *_END, *_TACTICS)
