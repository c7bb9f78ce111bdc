"""Every rule that the engine enforces or applies, by the section of our rules page, with its place
in each edition's rulebook.
"""

from games.core.language import gettext_noop as _
from games.core.rules import Rule, Rulebook, Standing

_GORYO_TURN = ("Goryō's turn", "Fase A, Turno del Goryō", "Goryō's Turn")
_SAMURAI_TURN = ("Samurai's turn", "Fase B, Turno dei Samurai", "Samurai's Turn")
_INVESTIGATE = ("Samurai's turn, Investigate", "Fase B, Investigare", "Samurai's Turn, Investigate")
_REVEAL = ("Reveal", "Fase C, Rivelazione, Vendetta", "Discovery Turn")
_OFUDA = ("Reveal, Ofuda", "Fase C, Rivelazione, Ofuda", "Discovery Turn, Ofuda")
_POWERS = ("Goryō's powers", "Poteri del Goryō", "Powers of the Goryō")
_END = ("Game end", "Fine della partita", "Game ending")
_SETUP = ("Set-up", "Preparazione", "Setup")

_CITATIONS: dict[str, tuple[str | None, str | None, str | None]] = {
    "2.1": (
        "Contents; Set-up 2 and 9",
        "Contenuto; Preparazione",
        "Components; Palace and Garden Boards Information",
    ),
    "2.2": ("Goryō's turn", "Fase A, Turno del Goryō", "Goryō's Turn, placement rule 7"),
    "2.3": ("Set-up 9", "Preparazione", "Setup 7"),
    "2.4": ("Set-up 9", "Preparazione", "Samurai Player Board Information"),
    "3.1": ("Set-up 8", "Preparazione", "Setup 10"),
    "3.2": ("Set-up, last step", "Preparazione", "Setup 11 and 12"),
    "3.3": _SETUP,
    "4.1": (
        "Goryō's turn, rules 1 to 3",
        "Fase A, regole 1, 2 e 3",
        "Goryō's Turn, placement rules 2 and 3",
    ),
    "4.2": ("Goryō's turn, rule 5", "Fase A, regola 5", "Goryō's Turn, placement rules 2 and 5"),
    "4.3": ("Goryō's turn, rule 4", "Fase A, regola 4", "Goryō's Turn, placement rule 1"),
    "4.4": ("Goryō's turn, rule 6", "Fase A, regola 6", "Goryō's Turn, placement rule 6"),
    "4.5": (None, None, "Goryō's Turn, placement rules 4 and 6"),
    "4.6": _POWERS,
    "4.7": _POWERS,
    "4.8": _GORYO_TURN,
    "5.1": _SAMURAI_TURN,
    "5.2": ("Samurai's turn", "Fase B, Turno dei Samurai", "Samurai's Turn; Advanced mode"),
    "5.3": ("Samurai's turn, Step", "Fase B, Passo", "Samurai's Turn, Move"),
    "5.4": _INVESTIGATE,
    "5.5": (
        "Samurai's turn, Investigate; False Trail",
        "Fase B, Investigare; Falsa Pista",
        "Samurai's Turn, Investigate; False Trail",
    ),
    "6.1": _REVEAL,
    "6.2": _REVEAL,
    "6.3": _REVEAL,
    "6.4": _REVEAL,
    "6.5": _REVEAL,
    "6.6": _OFUDA,
    "6.7": _POWERS,
    "6.8": _END,
}
"""The positions of rules in the rulebooks of 2019, 2021 and 2024. Rules without one are ours."""
_INFERRED = ("4.5", "7.6")
SECTIONS = {
    "2": _("Pieces"),
    "3": _("Set-up"),
    "4": _("Plan"),
    "5": _("Chase"),
    "6": _("Discovery"),
    "7": _("Our rulings"),
}
"""The headings of the rules page."""


def _rule(key: str, title: str, summary: str) -> Rule:
    cited = zip(("2019", "2021", "2024"), _CITATIONS.get(key, ()), strict=False)
    standing = Standing.PRINTED if key in _CITATIONS else Standing.HOUSE
    if key in _INFERRED:
        standing = Standing.INFERRED
    return Rule(key, title, summary, standing, {e: place for e, place in cited if place})


_RULES = {
    "2.1": (
        _("Types, rooms and spaces"),
        _(
            "There are eight object types and 32 spaces, in four rooms of eight. Every room has "
            "each type once, and one centre."
        ),
    ),
    "2.2": (
        _("Adjacent spaces"),
        _(
            "Two spaces are adjacent if they are orthogonal neighbours in one room or joined by a "
            "bridge. Other spaces of two rooms are separated by walls."
        ),
    ),
    "2.3": (
        _("The four Samurai"),
        _(
            "They are green, red, blue, and yellow (2019, 2021) or purple (2024). One starts on "
            "the centre of each room."
        ),
    ),
    "2.4": (
        _("The gong"),
        _(
            "The arc of gongs is a track of spaces numbered from 0. The board gives their number, "
            "and which have a bag icon."
        ),
    ),
    "2.5": (
        _("The board is data"),
        _(
            "No rulebook text gives the printed layout. So a log may include a board, and "
            "statistics by space are never combined across boards."
        ),
    ),
    "3.1": (_("The bound type"), _("The Goryō draws one token in secret.")),
    "3.2": (
        _("The first object"),
        _(
            "A second token is drawn and shown. The Goryō breaks any object of that type, and her "
            "pawn starts there. A Samurai on that space does not flip a spirit."
        ),
    ),
    "3.3": (
        _("Bag, gong and rounds"),
        _("Six tokens stay in the bag. The game has at most four rounds."),
    ),
    "4.1": (
        _("Move cubes"),
        _(
            "All four are placed: the first on the pawn's space, each other one adjacent to the "
            "one before."
        ),
    ),
    "4.2": (_("Target cube"), _("The target cube is adjacent to the last move cube.")),
    "4.3": (_("One cube per space"), _("No two cubes share a space.")),
    "4.4": (
        _("An intact target"),
        _(
            "The target's object is not broken, not sealed and not of the bound type. An intact "
            "object of a type that was broken before is allowed."
        ),
    ),
    "4.5": (
        _("Under Samurai"),
        _("Cubes may be placed under Samurai, and move cubes on broken, sealed and bound objects."),
    ),
    "4.6": (
        _("Sprint"),
        _("Once per game the Goryō may place one more move cube, by the rules of move cubes."),
    ),
    "4.7": (_("False trail"), _("The cube may be placed on any space without another cube.")),
    "4.8": (
        _("Stuck"),
        _("If the Goryō has no legal plan, even with her remaining powers, she loses immediately."),
    ),
    "5.1": (
        _("Activating Samurai"),
        _(
            "Up to three different Samurai are activated, one after the other. A Samurai can't act "
            "again after the next one is activated."
        ),
    ),
    "5.2": (
        _("Actions"),
        _(
            "A Samurai has at most 2 moves, 1 search and 1 sniff, and in total 2 actions (2019, "
            "advanced mode) or 3. All Samurai together have six."
        ),
    ),
    "5.3": (
        _("Move"),
        _("A Samurai moves to an adjacent space. Samurai may share a space, also with the pawn."),
    ),
    "5.4": (
        _("Questions"),
        _(
            "Search investigates the Samurai's own space, sniff an adjacent one. The pawn's space "
            "and spaces investigated in this round are not allowed."
        ),
    ),
    "5.5": (
        _("Answers"),
        _(
            "The answer is yes if a route, target or false-trail cube is on the space. In 2024, "
            "no is also allowed for the false trail."
        ),
    ),
    "6.1": (_("Mistakes"), _("Every mistake flips one spirit.")),
    "6.2": (_("Bound object broken"), _("If the target has the bound type, the Samurai win.")),
    "6.3": (
        _("Clues and gong"),
        _(
            "Clues leave the board. The gong advances one space for every green clue, except one "
            "on the false trail alone."
        ),
    ),
    "6.4": (
        _("Caught"),
        _(
            "Every Samurai on the target's space flips a spirit. With the third one the Samurai "
            "win."
        ),
    ),
    "6.5": (
        _("Breaking the target"),
        _(
            "The target is broken, its type becomes broken, and the pawn moves there. With seven "
            "types sealed or broken the Samurai win."
        ),
    ),
    "6.6": (
        _("Ofuda"),
        _(
            "A token is drawn for every bag reached and every spirit flipped. Its type is sealed "
            "on every space where it is intact. With seven types sealed or broken the Samurai win."
        ),
    ),
    "6.7": (
        _("Powers used up"),
        _(
            "A sprint is used up with its plan. A false trail is used up if it was investigated, "
            "otherwise it is returned."
        ),
    ),
    "6.8": (_("Revenge"), _("After the fourth discovery and its draws, the Goryō wins.")),
    "7.0": (
        _("Rulings in the sections above"),
        _(
            "3.2: no spirit for a Samurai on the first object. 4.8: remaining powers count. 6.3: a "
            "bag that is passed counts. 6.6: a broken type can be sealed."
        ),
    ),
    "7.1": (
        _("A faulty plan is not an invalid log"),
        _(
            "A faulty plan counts as mistakes: one for each misplaced, missing or surplus cube, "
            "and for each power already used up."
        ),
    ),
    "7.2": (_("A wrong answer is one mistake"), _("An answer is wrong if 5.5 does not allow it.")),
    "7.3": (
        _("Cubes stay as placed"),
        _(
            "After a faulty plan the pawn still moves to the target, which is broken even if it "
            "was sealed."
        ),
    ),
    "7.4": (
        _("Green clues count as placed"),
        _("A wrong yes advances the gong; a wrong no does not."),
    ),
    "7.5": (
        _("No more flips than spirits"),
        _("Mistakes flip no more spirits than are left. The draws depend on the flips."),
    ),
    "7.6": (
        _("The bag never runs out"),
        _("The sixth token drawn always ends the game with an exorcism."),
    ),
    "7.7": (
        _("Unrecorded bound type"),
        _(
            "The log is legal if it is legal for at least one bound type. Unmask names one such "
            "type."
        ),
    ),
    "7.8": (
        _("Invalid logs"),
        _("A log with an event out of turn, or an impossible action or draw, is refused."),
    ),
}
RULEBOOK = Rulebook(tuple(_rule(key, *texts) for key, texts in _RULES.items()))
