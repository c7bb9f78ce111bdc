"""The titles and summaries of the rules of the other modes, our rulings, and public information
(rules page, sections 9 to 13).

Each ruling of section 12 is a rule, so that it is not mistaken for a printed one.
"""

from games.core.language import gettext_noop as _

MODE_TEXTS = {
    "9.1": (
        _("The first order"),
        _("There is no Start coin. The turn order of all players is drawn at random."),
    ),
    "9.2": (
        _("The next order"),
        _("After each Season, the lowest Wisdom goes first. Tied players reverse their order."),
    ),
    "10.1": (
        _("Partners and goals"),
        _(
            "Partners sit opposite each other. Four different goals lie between neighbours. No "
            "player has the same letter on both sides."
        ),
    ),
    "10.2": (
        _("Giving a tile"),
        _(
            "If you gather, give exactly one of the tiles gathered in this turn to your "
            "partner, even if it is the only one. You choose which."
        ),
    ),
    "10.3": (
        _("Team scoring"),
        _(
            "Each player scores the two neighbouring cards and their own Key Elements. The "
            "Wisdom belongs to the team."
        ),
    ),
    "10.4": (
        _("The Start coin of teams"),
        _("A player's Wisdom is the team's, so two partners are always tied."),
    ),
    "10.5": (
        _("Tied teams"),
        _("The fewest tiles on both mats of a team win. Otherwise the teams share the victory."),
    ),
    "10.6": (_("Clockwise order"), _("Partnership games are played in clockwise order.")),
    "11.1": (
        _("Solo set-up"),
        _(
            "No goal has letter C. Two of the three other elements are Kitsune Key Elements. "
            "One element is no Key Element."
        ),
    ),
    "11.2": (
        _("Kitsune tiles"),
        _(
            "Each Season the five Kitsune tiles go on different Path spaces. The other five "
            "spaces get a tile from the bag."
        ),
    ),
    "11.3": (
        _("Chits, Head and Tail"),
        _(
            "One of the five chits is set aside unseen. The first chit drawn places the Head, "
            "the second the Tail: chit k stands for the k-th cell of Kitsune tile k's line."
        ),
    ),
    "11.4": (
        _("Turns"),
        _(
            "You have three turns in a Season. A turn of the Kitsune follows each. Head and "
            "Tail block nothing."
        ),
    ),
    "11.5": (
        _("The Kitsune's turn"),
        _(
            "The coin activates the Head (heads) or the Tail (tails). The Kitsune gathers all "
            "tiles in the Pattern of the top tile under it."
        ),
    ),
    "11.6": (
        _("On an empty cell"),
        _("The Kitsune gathers all top tiles of the most frequent element."),
    ),
    "11.7": (
        _("Tied elements"),
        _(
            "A Kitsune Key Element comes before a regular one, and that before the fifth "
            "element. Then the order of the mat decides."
        ),
    ),
    "11.8": (
        _("The Kitsune moves and scores"),
        _(
            "After the first two Kitsune turns of a Season, a new chit moves the token that "
            "acted. At the end the Kitsune scores 1 for each tile of a regular Key Element and "
            "3 for each tile of a Kitsune Key Element."
        ),
    ),
    "11.9": (
        _("The end of solo"),
        _(
            "You score 3 (normal) or 2 (expert) for each tile of a regular Key Element. You "
            "win if you have more Wisdom than the Kitsune."
        ),
    ),
    "12.1": (
        _("2.7: the fifth landscape"),
        _(
            "Hill is one of the five landscapes. All stacks of a column have the same height. "
            "Its diagram is missing from the text we have."
        ),
    ),
    "12.2": (
        _("4.3: from the next turn on"),
        _("Tiles gathered in a turn raise the Understanding from the next turn on."),
    ),
    "12.3": (
        _("4.7: gathering little on purpose"),
        _("You may choose a cell where you can gather little or nothing."),
    ),
    "12.4": (
        _("5.1: two removals for each player"),
        _(
            'The text says "remaining three turns", but ten tiles are enough for one turn '
            "without a removal and two turns with one."
        ),
    ),
    "12.5": (
        _("5.2: skipped tokens stay out"),
        _("They return at the end of the Season, so there is always a token to reveal."),
    ),
    "12.6": (
        _("6.4: Winter's last tiles"),
        _(
            "They stay on the Path, because the later steps are skipped. So do Kitsune tiles, "
            "Head and Tail."
        ),
    ),
    "12.7": (
        _("6.5: a tied holder"),
        _("The holder keeps the coin only if no other player is tied for the lowest Wisdom."),
    ),
    "12.8": (_("7.1: five equal stacks"), _("g9 scores each stack once.")),
    "12.9": (_("7.2: one height only"), _("For g10 it is both the tallest and the shortest.")),
    "12.10": (
        _("7.4: comparing in partnership"),
        _("g5 and g6 compare the mats of all four players."),
    ),
    "12.11": (
        _("11.3: counted from the Path"),
        _("The k-th cell is counted from the space of the Kitsune tile."),
    ),
    "12.12": (
        _("13: players may look through stacks"),
        _("Earth gathers any tile beneath it, so these tiles are not secret."),
    ),
    "13.1": (
        _("Everything is public"),
        _(
            "Only the order of the bag is secret, and in solo the chit set aside. The contents of "
            "the bag are known: 20 tiles of each element, minus all tiles shown."
        ),
    ),
}
