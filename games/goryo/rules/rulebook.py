"""Every rule the engine enforces or applies, keyed by the section of our rules page, with its
place in each edition's rulebook.
"""

from games.core.language import gettext_noop
from games.core.rules import Rule, Rulebook, Standing

_PRINTED, _INFERRED, _HOUSE = Standing.PRINTED, Standing.INFERRED, Standing.HOUSE


def _rule(
    key: str,
    title: str,
    summary: str,
    standing: Standing = _PRINTED,
    r19: str | None = None,
    r21: str | None = None,
    r24: str | None = None,
) -> Rule:
    places = {"2019": r19, "2021": r21, "2024": r24}
    return Rule(key, title, summary, standing, {e: p for e, p in places.items() if p is not None})


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
    "7": gettext_noop("House rulings"),
}
"""The headings of the rules page."""

RULEBOOK = Rulebook(
    (
        _rule(
            "2.1",
            gettext_noop("Types, rooms and spaces"),
            gettext_noop(
                "Eight object types; 32 spaces in four rooms of eight; every room has each type "
                "once and one centre."
            ),
            _PRINTED,
            "Contents; Set-up 2 and 9",
            "Contenuto; Preparazione",
            "Components; Palace and Garden Boards Information",
        ),
        _rule(
            "2.2",
            gettext_noop("Adjacent spaces"),
            gettext_noop(
                "Orthogonally next to each other inside one room, or joined by a bridge; a wall "
                "stands between two rooms."
            ),
            _PRINTED,
            _GORYO_TURN[0],
            _GORYO_TURN[1],
            "Goryō's Turn, placement rule 7",
        ),
        _rule(
            "2.3",
            gettext_noop("The four Samurai"),
            gettext_noop(
                "Green, red, blue, and yellow (2019, 2021) or purple (2024); each begins on a "
                "centre, one a room."
            ),
            _PRINTED,
            "Set-up 9",
            "Preparazione",
            "Setup 7",
        ),
        _rule(
            "2.4",
            gettext_noop("The gong"),
            gettext_noop(
                "A track of numbered spaces from 0; the board lists how many there are and which "
                "carry a bag."
            ),
            _PRINTED,
            "Set-up 9",
            "Preparazione",
            "Samurai Player Board Information",
        ),
        _rule(
            "2.5",
            gettext_noop("The board is data"),
            gettext_noop(
                "The printed layout is in none of the texts, so a log may carry its own board, "
                "and nothing about spaces is pooled over boards."
            ),
            _HOUSE,
        ),
        _rule(
            "3.1",
            gettext_noop("The bound type"),
            gettext_noop("The Goryō draws one token in secret."),
            _PRINTED,
            "Set-up 8",
            _SETUP[1],
            "Setup 10",
        ),
        _rule(
            "3.2",
            gettext_noop("The first stone"),
            gettext_noop(
                "A second token is drawn and shown; any space with that object is broken, and "
                "the pawn stands there. "
                "No spirit is flipped for a Samurai on it."
            ),
            _PRINTED,
            "Set-up, last step",
            _SETUP[1],
            "Setup 11 and 12",
        ),
        _rule(
            "3.3",
            gettext_noop("Bag, gong and rounds"),
            gettext_noop("Six tokens stay in the bag; at most four rounds."),
            _PRINTED,
            *_SETUP,
        ),
        _rule(
            "4.1",
            gettext_noop("Move cubes"),
            gettext_noop(
                "Four, all of them: the first on the pawn's space, each next one adjacent to the "
                "one before."
            ),
            _PRINTED,
            "Goryō's turn, rules 1 to 3",
            "Fase A, regole 1, 2 e 3",
            "Goryō's Turn, placement rules 2 and 3",
        ),
        _rule(
            "4.2",
            gettext_noop("Target cube"),
            gettext_noop("Adjacent to the last move cube."),
            _PRINTED,
            "Goryō's turn, rule 5",
            "Fase A, regola 5",
            "Goryō's Turn, placement rules 2 and 5",
        ),
        _rule(
            "4.3",
            gettext_noop("One cube a space"),
            gettext_noop("No two cubes share a space."),
            _PRINTED,
            "Goryō's turn, rule 4",
            "Fase A, regola 4",
            "Goryō's Turn, placement rule 1",
        ),
        _rule(
            "4.4",
            gettext_noop("An intact target"),
            gettext_noop(
                "The target's object is not broken, not sealed and not of the bound type; a type "
                "broken before is allowed."
            ),
            _PRINTED,
            "Goryō's turn, rule 6",
            "Fase A, regola 6",
            "Goryō's Turn, placement rule 6",
        ),
        _rule(
            "4.5",
            gettext_noop("Under Samurai"),
            gettext_noop(
                "Cubes may lie under Samurai, and move cubes on broken, sealed and bound objects."
            ),
            _INFERRED,
            None,
            None,
            "Goryō's Turn, placement rules 4 and 6",
        ),
        _rule(
            "4.6",
            gettext_noop("Sprint"),
            gettext_noop("Once a game one more move cube, by all the rules of move cubes."),
            _PRINTED,
            *_POWERS,
        ),
        _rule(
            "4.7",
            gettext_noop("False trail"),
            gettext_noop("On any space without another cube, whatever its state."),
            _PRINTED,
            *_POWERS,
        ),
        _rule(
            "4.8",
            gettext_noop("Stuck"),
            gettext_noop(
                "Without a legal plan, every power still held counted, the Goryō loses at once."
            ),
            _PRINTED,
            *_GORYO_TURN,
        ),
        _rule(
            "5.1",
            gettext_noop("Calling Samurai"),
            gettext_noop(
                "Up to three different Samurai, one after the other; who was called before is done."
            ),
            _PRINTED,
            *_SAMURAI_TURN,
        ),
        _rule(
            "5.2",
            gettext_noop("Actions"),
            gettext_noop(
                "A Samurai has at most 2 moves, 1 search and 1 sniff; in all 2 actions (2019, "
                "advanced mode) or 3; six for all together."
            ),
            _PRINTED,
            _SAMURAI_TURN[0],
            _SAMURAI_TURN[1],
            "Samurai's Turn; Advanced mode",
        ),
        _rule(
            "5.3",
            gettext_noop("Move"),
            gettext_noop(
                "To an adjacent space; Samurai may share a space, and stand on the pawn's."
            ),
            _PRINTED,
            "Samurai's turn, Step",
            "Fase B, Passo",
            "Samurai's Turn, Move",
        ),
        _rule(
            "5.4",
            gettext_noop("Questions"),
            gettext_noop(
                "Search asks of his own space, sniff of an adjacent one; never of the pawn's "
                "space, nor of one asked of in this round."
            ),
            _PRINTED,
            *_INVESTIGATE,
        ),
        _rule(
            "5.5",
            gettext_noop("Answers"),
            gettext_noop(
                "Yes if a cube of route, target or false trail lies there. In 2024 no is allowed "
                "where only the false trail lies."
            ),
            _PRINTED,
            _INVESTIGATE[0] + "; False Trail",
            _INVESTIGATE[1] + "; Falsa Pista",
            _INVESTIGATE[2] + "; False Trail",
        ),
        _rule(
            "6.1",
            gettext_noop("Mistakes"),
            gettext_noop("Every mistake flips one spirit."),
            _PRINTED,
            *_REVEAL,
        ),
        _rule(
            "6.2",
            gettext_noop("Her own type"),
            gettext_noop("A target of the bound type: the Samurai win."),
            _PRINTED,
            *_REVEAL,
        ),
        _rule(
            "6.3",
            gettext_noop("Clues and gong"),
            gettext_noop(
                "Clues leave the board; the gong advances one space for every green that is not "
                "the false trail's alone."
            ),
            _PRINTED,
            *_REVEAL,
        ),
        _rule(
            "6.4",
            gettext_noop("Caught"),
            gettext_noop(
                "Every Samurai on the target's space flips a spirit; the third flipped wins for "
                "the Samurai."
            ),
            _PRINTED,
            *_REVEAL,
        ),
        _rule(
            "6.5",
            gettext_noop("The stone"),
            gettext_noop(
                "The target is broken, the pawn stands there, its type turns to broken. With "
                "seven types no longer intact the Samurai win."
            ),
            _PRINTED,
            *_REVEAL,
        ),
        _rule(
            "6.6",
            gettext_noop("Ofuda"),
            gettext_noop(
                "One token for every bag reached and spirit flipped; its type is sealed on every "
                "space still intact. "
                "With seven types no longer intact the Samurai win."
            ),
            _PRINTED,
            *_OFUDA,
        ),
        _rule(
            "6.7",
            gettext_noop("Powers spent"),
            gettext_noop(
                "A sprint used is gone; a false trail that was asked of is gone, else it comes "
                "back."
            ),
            _PRINTED,
            *_POWERS,
        ),
        _rule(
            "6.8",
            gettext_noop("Revenge"),
            gettext_noop("After the fourth discovery and its draws the Goryō wins."),
            _PRINTED,
            *_END,
        ),
        _rule(
            "7.0",
            gettext_noop("Rulings in the sections above"),
            gettext_noop(
                "3.2 no spirit under the first stone; 4.8 powers counted; 6.3 a bag that is "
                "passed counts; 6.6 a broken type can be sealed."
            ),
            _HOUSE,
        ),
        _rule(
            "7.1",
            gettext_noop("A faulty plan is no bad log"),
            gettext_noop(
                "It counts as mistakes: one for each cube at fault, each missing or surplus "
                "cube, and each power already gone."
            ),
            _HOUSE,
        ),
        _rule(
            "7.2",
            gettext_noop("A wrong answer is one mistake"),
            gettext_noop("Wrong is what 5.5 does not allow."),
            _HOUSE,
        ),
        _rule(
            "7.3",
            gettext_noop("Cubes stand as placed"),
            gettext_noop(
                "After a faulty plan the pawn goes to the target, which is broken, sealed or not."
            ),
            _HOUSE,
        ),
        _rule(
            "7.4",
            gettext_noop("Greens count as they lie"),
            gettext_noop("A wrong yes advances the gong, a wrong no does not."),
            _HOUSE,
        ),
        _rule(
            "7.5",
            gettext_noop("No more flips than spirits"),
            gettext_noop("Mistakes flip no more spirits than are left; draws follow the flips."),
            _HOUSE,
        ),
        _rule(
            "7.6",
            gettext_noop("The bag is never too small"),
            gettext_noop("The sixth token drawn is always an exorcism."),
            _INFERRED,
        ),
        _rule(
            "7.7",
            gettext_noop("A bound type that was not recorded"),
            gettext_noop(
                "The log is legal if it is legal for at least one type; unmask names one for "
                "which it is."
            ),
            _HOUSE,
        ),
        _rule(
            "7.8",
            gettext_noop("Bad logs"),
            gettext_noop("An event out of turn, or an action or draw that cannot be, is refused."),
            _HOUSE,
        ),
    )
)
