"""Every rule that the engine enforces or applies, by the section of our rules page, with its place
in each edition's rulebook.
"""

from games.core.language import gettext_noop
from games.core.rules import Rule, Rulebook, Standing


def _rule(
    key: str,
    title: str,
    summary: str,
    r19: str | None = None,
    r21: str | None = None,
    r24: str | None = None,
    standing: Standing = Standing.PRINTED,
) -> Rule:
    places = {"2019": r19, "2021": r21, "2024": r24}
    return Rule(key, title, summary, standing, {e: p for e, p in places.items() if p is not None})


def _ruling(key: str, title: str, summary: str) -> Rule:
    return Rule(key, title, summary, Standing.HOUSE, {})


_GORYO_TURN = ("Goryō's turn", "Fase A, Turno del Goryō", "Goryō's Turn")
_SAMURAI_TURN = ("Samurai's turn", "Fase B, Turno dei Samurai", "Samurai's Turn")
_INVESTIGATE = ("Samurai's turn, Investigate", "Fase B, Investigare", "Samurai's Turn, Investigate")
_REVEAL = ("Reveal", "Fase C, Rivelazione, Vendetta", "Discovery Turn")
_OFUDA = ("Reveal, Ofuda", "Fase C, Rivelazione, Ofuda", "Discovery Turn, Ofuda")
_POWERS = ("Goryō's powers", "Poteri del Goryō", "Powers of the Goryō")
_END = ("Game end", "Fine della partita", "Game ending")
_SETUP = ("Set-up", "Preparazione", "Setup")

SECTIONS = {
    "2": gettext_noop("Pieces"),
    "3": gettext_noop("Set-up"),
    "4": gettext_noop("Plan"),
    "5": gettext_noop("Chase"),
    "6": gettext_noop("Discovery"),
    "7": gettext_noop("Our rulings"),
}
"""The headings of the rules page."""

RULEBOOK = Rulebook(
    (
        _rule(
            "2.1",
            gettext_noop("Types, rooms and spaces"),
            gettext_noop(
                "There are eight object types and 32 spaces, in four rooms of eight. Every room "
                "has each type once, and one centre."
            ),
            "Contents; Set-up 2 and 9",
            "Contenuto; Preparazione",
            "Components; Palace and Garden Boards Information",
        ),
        _rule(
            "2.2",
            gettext_noop("Adjacent spaces"),
            gettext_noop(
                "Two spaces are adjacent if they are orthogonal neighbours in one room or joined "
                "by a bridge. Other spaces of two rooms are separated by walls."
            ),
            _GORYO_TURN[0],
            _GORYO_TURN[1],
            "Goryō's Turn, placement rule 7",
        ),
        _rule(
            "2.3",
            gettext_noop("The four Samurai"),
            gettext_noop(
                "They are green, red, blue, and yellow (2019, 2021) or purple (2024). One starts "
                "on the centre of each room."
            ),
            "Set-up 9",
            "Preparazione",
            "Setup 7",
        ),
        _rule(
            "2.4",
            gettext_noop("The gong"),
            gettext_noop(
                "The arc of gongs is a track of spaces numbered from 0. The board gives their "
                "number, and which have a bag icon."
            ),
            "Set-up 9",
            "Preparazione",
            "Samurai Player Board Information",
        ),
        _ruling(
            "2.5",
            gettext_noop("The board is data"),
            gettext_noop(
                "No rulebook text gives the printed layout. So a log may include a board, and "
                "statistics by space are never combined across boards."
            ),
        ),
        _rule(
            "3.1",
            gettext_noop("The bound type"),
            gettext_noop("The Goryō draws one token in secret."),
            "Set-up 8",
            _SETUP[1],
            "Setup 10",
        ),
        _rule(
            "3.2",
            gettext_noop("The first object"),
            gettext_noop(
                "A second token is drawn and shown. The Goryō breaks any object of that type, and "
                "her pawn starts there. A Samurai on that space does not flip a spirit."
            ),
            "Set-up, last step",
            _SETUP[1],
            "Setup 11 and 12",
        ),
        _rule(
            "3.3",
            gettext_noop("Bag, gong and rounds"),
            gettext_noop("Six tokens stay in the bag. The game has at most four rounds."),
            *_SETUP,
        ),
        _rule(
            "4.1",
            gettext_noop("Move cubes"),
            gettext_noop(
                "All four are placed: the first on the pawn's space, each other one adjacent to "
                "the one before."
            ),
            "Goryō's turn, rules 1 to 3",
            "Fase A, regole 1, 2 e 3",
            "Goryō's Turn, placement rules 2 and 3",
        ),
        _rule(
            "4.2",
            gettext_noop("Target cube"),
            gettext_noop("The target cube is adjacent to the last move cube."),
            "Goryō's turn, rule 5",
            "Fase A, regola 5",
            "Goryō's Turn, placement rules 2 and 5",
        ),
        _rule(
            "4.3",
            gettext_noop("One cube per space"),
            gettext_noop("No two cubes share a space."),
            "Goryō's turn, rule 4",
            "Fase A, regola 4",
            "Goryō's Turn, placement rule 1",
        ),
        _rule(
            "4.4",
            gettext_noop("An intact target"),
            gettext_noop(
                "The target's object is not broken, not sealed and not of the bound type. An "
                "intact object of a type that was broken before is allowed."
            ),
            "Goryō's turn, rule 6",
            "Fase A, regola 6",
            "Goryō's Turn, placement rule 6",
        ),
        _rule(
            "4.5",
            gettext_noop("Under Samurai"),
            gettext_noop(
                "Cubes may be placed under Samurai, and move cubes on broken, sealed and bound "
                "objects."
            ),
            r24="Goryō's Turn, placement rules 4 and 6",
            standing=Standing.INFERRED,
        ),
        _rule(
            "4.6",
            gettext_noop("Sprint"),
            gettext_noop(
                "Once per game the Goryō may place one more move cube, by the rules of move cubes."
            ),
            *_POWERS,
        ),
        _rule(
            "4.7",
            gettext_noop("False trail"),
            gettext_noop("The cube may be placed on any space without another cube."),
            *_POWERS,
        ),
        _rule(
            "4.8",
            gettext_noop("Stuck"),
            gettext_noop(
                "If the Goryō has no legal plan, even with her remaining powers, she loses "
                "immediately."
            ),
            *_GORYO_TURN,
        ),
        _rule(
            "5.1",
            gettext_noop("Activating Samurai"),
            gettext_noop(
                "Up to three different Samurai are activated, one after the other. A Samurai can't "
                "act again after the next one is activated."
            ),
            *_SAMURAI_TURN,
        ),
        _rule(
            "5.2",
            gettext_noop("Actions"),
            gettext_noop(
                "A Samurai has at most 2 moves, 1 search and 1 sniff, and in total 2 actions "
                "(2019, advanced mode) or 3. All Samurai together have six."
            ),
            _SAMURAI_TURN[0],
            _SAMURAI_TURN[1],
            "Samurai's Turn; Advanced mode",
        ),
        _rule(
            "5.3",
            gettext_noop("Move"),
            gettext_noop(
                "A Samurai moves to an adjacent space. Samurai may share a space, also with the "
                "pawn."
            ),
            "Samurai's turn, Step",
            "Fase B, Passo",
            "Samurai's Turn, Move",
        ),
        _rule(
            "5.4",
            gettext_noop("Questions"),
            gettext_noop(
                "Search investigates the Samurai's own space, sniff an adjacent one. The pawn's "
                "space and spaces investigated in this round are not allowed."
            ),
            *_INVESTIGATE,
        ),
        _rule(
            "5.5",
            gettext_noop("Answers"),
            gettext_noop(
                "The answer is yes if a cube of route, target or false trail is on the space. In "
                "2024, no is also allowed for the false trail."
            ),
            _INVESTIGATE[0] + "; False Trail",
            _INVESTIGATE[1] + "; Falsa Pista",
            _INVESTIGATE[2] + "; False Trail",
        ),
        _rule(
            "6.1",
            gettext_noop("Mistakes"),
            gettext_noop("Every mistake flips one spirit."),
            *_REVEAL,
        ),
        _rule(
            "6.2",
            gettext_noop("Bound object broken"),
            gettext_noop("If the target has the bound type, the Samurai win."),
            *_REVEAL,
        ),
        _rule(
            "6.3",
            gettext_noop("Clues and gong"),
            gettext_noop(
                "Clues leave the board. The gong advances one space for every green clue, except "
                "one on the false trail alone."
            ),
            *_REVEAL,
        ),
        _rule(
            "6.4",
            gettext_noop("Caught"),
            gettext_noop(
                "Every Samurai on the target's space flips a spirit. With the third one the "
                "Samurai win."
            ),
            *_REVEAL,
        ),
        _rule(
            "6.5",
            gettext_noop("Breaking the target"),
            gettext_noop(
                "The target is broken, its type becomes broken, and the pawn moves there. With "
                "seven types sealed or broken the Samurai win."
            ),
            *_REVEAL,
        ),
        _rule(
            "6.6",
            gettext_noop("Ofuda"),
            gettext_noop(
                "A token is drawn for every bag reached and every spirit flipped. Its type is "
                "sealed on every space where it is intact. With seven types sealed or broken the "
                "Samurai win."
            ),
            *_OFUDA,
        ),
        _rule(
            "6.7",
            gettext_noop("Powers used up"),
            gettext_noop(
                "A sprint is used up with its plan. A false trail is used up if it was "
                "investigated, otherwise it is returned."
            ),
            *_POWERS,
        ),
        _rule(
            "6.8",
            gettext_noop("Revenge"),
            gettext_noop("After the fourth discovery and its draws, the Goryō wins."),
            *_END,
        ),
        _ruling(
            "7.0",
            gettext_noop("Rulings in the sections above"),
            gettext_noop(
                "3.2: no spirit for a Samurai on the first object. 4.8: remaining powers count. "
                "6.3: a bag that is passed counts. 6.6: a broken type can be sealed."
            ),
        ),
        _ruling(
            "7.1",
            gettext_noop("A faulty plan is not an invalid log"),
            gettext_noop(
                "It counts as mistakes: one for each misplaced, missing or surplus cube, and for "
                "each power already used up."
            ),
        ),
        _ruling(
            "7.2",
            gettext_noop("A wrong answer is one mistake"),
            gettext_noop("An answer is wrong if 5.5 does not allow it."),
        ),
        _ruling(
            "7.3",
            gettext_noop("Cubes stay as placed"),
            gettext_noop(
                "After a faulty plan the pawn still moves to the target, which is broken even if "
                "it was sealed."
            ),
        ),
        _ruling(
            "7.4",
            gettext_noop("Green clues count as placed"),
            gettext_noop("A wrong yes advances the gong; a wrong no does not."),
        ),
        _ruling(
            "7.5",
            gettext_noop("No more flips than spirits"),
            gettext_noop(
                "Mistakes flip no more spirits than are left. The draws depend on the flips."
            ),
        ),
        _rule(
            "7.6",
            gettext_noop("The bag never runs out"),
            gettext_noop("The sixth token drawn always ends the game with an exorcism."),
            standing=Standing.INFERRED,
        ),
        _ruling(
            "7.7",
            gettext_noop("Unrecorded bound type"),
            gettext_noop(
                "The log is legal if it is legal for at least one bound type. Unmask names one "
                "such type."
            ),
        ),
        _ruling(
            "7.8",
            gettext_noop("Invalid logs"),
            gettext_noop(
                "A log with an event out of turn, or an impossible action or draw, is refused."
            ),
        ),
    )
)
