"""The titles and summaries of the rules on components, set-up, turns, Seasons, goals and the end
(rules page, sections 2 to 8).
"""

from games.core.language import gettext_noop as _

PLAY_TEXTS = {
    "2.1": (
        _("Elements and tiles"),
        _(
            "The elements are void, wind, fire, water and earth, from the top of the mat down. "
            "There are 20 tiles of each. Every tile is in the bag, on the Mountain, on the "
            "Path, on a mat, or discarded."
        ),
    ),
    "2.2": (
        _("The Mountain"),
        _(
            "The columns are a to e from the left, the rows 1 to 5 from the top. Stacks have "
            "no height limit and never block."
        ),
    ),
    "2.3": (
        _("The Path"),
        _(
            "The Path has ten spaces. Tiles on a to e, above the columns, move down. Tiles on "
            "1 to 5, left of the rows, move right."
        ),
    ),
    "2.4": (
        _("Goal cards"),
        _("There are twelve cards, g1 to g12. Eight have one of four conflict letters."),
    ),
    "2.5": (
        _("Cards, tokens, chits, coin"),
        _(
            "There are five Key Element cards, a Burrow token for each Path space, Kitsune "
            "tiles and Movement chits 1 to 5, a coin with heads and tails, a Head and a Tail."
        ),
    ),
    "2.6": (
        _("No expansions"),
        _(
            "Dragon tiles and a fifth player belong to expansions. Their rules are not in the "
            "rulebook, so logs that use them are refused."
        ),
    ),
    "2.7": (
        _("Landscapes"),
        _(
            "Peak, waves, mesa, lake and hill set the heights of the 25 stacks at the start. "
            "Each has 60 tiles."
        ),
    ),
    "3.1": (
        _("Modes"),
        _(
            "Standard is for two to four players, partnership for four, solo for one. Two players "
            "choose how tiles are removed, three or four the turn order, a solo player the "
            "difficulty."
        ),
    ),
    "3.2": (
        _("Deal the Mountain"),
        _("Each cell gets as many tiles as the landscape shows. No element has more than 20."),
    ),
    "3.3": (
        _("Fill the Path"),
        _(
            "At the start of every Season, put a tile from the bag on each of the ten spaces. In "
            "solo, fill the five spaces without a Kitsune tile."
        ),
    ),
    "3.4": (_("Two goals"), _("The two goal cards differ and do not have the same letter.")),
    "3.5": (_("Two Key Elements"), _("The two Key Elements differ.")),
    "3.6": (
        _("Start player"),
        _("A random player gets the Start coin. Play goes clockwise from this player."),
    ),
    "4.1": (
        _("Choose a tile"),
        _("Choose an Element tile on the Path, not a Kitsune tile. You can't pass."),
    ),
    "4.2": (
        _("Move the tile"),
        _("Move it to any of the five cells of its line, on top of the stack there."),
    ),
    "4.3": (
        _("Understanding"),
        _(
            "Your Understanding of an element is 1 plus the tiles of that element on your mat. "
            "You gather this many tiles."
        ),
    ),
    "4.4": (
        _("Patterns"),
        _(
            "Void gathers from the diagonal neighbours, wind from the orthogonal neighbours, "
            "fire from the rest of its column, water from the rest of its row, earth from the "
            "tiles beneath it."
        ),
    ),
    "4.5": (
        _("The placed tile stays"),
        _("You can't gather the tile you placed in the same turn."),
    ),
    "4.6": (
        _("One top tile from each stack"),
        _(
            "Gather only the top tile of a stack, and only one from each stack. Earth gathers "
            "any tiles beneath it, and the others keep their order."
        ),
    ),
    "4.7": (
        _("Gather as many as you must"),
        _(
            "Gather as many tiles as your Understanding, or all tiles in the Pattern if there "
            "are fewer. There may be none."
        ),
    ),
    "4.8": (
        _("Onto the mat"),
        _("Gathered tiles go onto your mat. The order of gathering makes no difference."),
    ),
    "5.1": (
        _("Removing a tile"),
        _(
            "After each player's second and third turn in a Season, one more tile of the Path "
            "is discarded before the next turn."
        ),
    ),
    "5.2": (
        _("Burrow tokens"),
        _(
            "Shuffle all tokens each Season and reveal them one by one. Skip tokens whose tile "
            "is gone. The first token whose tile is still there removes it."
        ),
    ),
    "5.3": (_("Tactical removal"), _("The player who placed last chooses the tile.")),
    "5.4": (
        _("The last tile"),
        _("The last tile of a Season is removed like any other, also in Winter."),
    ),
    "6.1": (
        _("Order of events"),
        _(
            "First the Path is filled, then players take turns: three each Season, or two with "
            "four players. Any other event is out of turn."
        ),
    ),
    "6.2": (
        _("End of a Season"),
        _(
            "A Season ends when all players have had a turn and the Path has fewer tiles than "
            "there are players. In solo it ends when no chit is left."
        ),
    ),
    "6.3": (_("Scoring"), _("All players score the goals for their mats. Scoring costs no tiles.")),
    "6.4": (
        _("The next Season"),
        _(
            "Tiles left on the Path are discarded and the Season marker moves on. After Winter "
            "neither happens."
        ),
    ),
    "6.5": (
        _("The Start coin"),
        _(
            "The player with the lowest Wisdom gets the coin. Among tied players it goes to "
            "the first one clockwise from its holder."
        ),
    ),
    "7.0": (
        _("The goal cards"),
        _(
            "Each of the twelve cards scores the heights of the five stacks on a mat. Symbols "
            "printed on the mat are not tiles."
        ),
    ),
    "8.1": (
        _("Key Elements"),
        _("After the fourth scoring, score 2 for each tile of a Key Element on your mat."),
    ),
    "8.2": (
        _("Winning"),
        _(
            "The most Wisdom wins. Ties go to the fewest tiles on the mat. Players who are "
            "still tied share the victory."
        ),
    ),
    "8.3": (
        _("Resigning"),
        _(
            "With two players, in partnership and in solo a player may resign, and the other "
            "side wins. With three or four players such a game is abandoned."
        ),
    ),
}
