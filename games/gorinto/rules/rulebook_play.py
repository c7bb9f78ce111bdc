"""The rules of pieces, set-up, turns, Seasons, goals and the end (rules page, sections 2 to 8)."""

from games.core.language import gettext_noop
from games.core.rules import Rule, Standing

YEAR = "2020"
"""The year of the one rulebook there is."""
PRINTED, COMPONENT = Standing.PRINTED, Standing.COMPONENT
INFERRED, HOUSE = Standing.INFERRED, Standing.HOUSE

SETUP, LANDSCAPES = "Setup", "Alternate Landscapes"
TURN, KNOW, PATTERNS = "On Your Turn", "Understanding", "Patterns"
MORE, TWO = "Additional Gathering Rules", "Adjustment for 2 Players"
PLAY, SEASON, END = "Gameplay", "End of a Season", "Game End"


def rule(
    key: str, title: str, summary: str, standing: Standing = PRINTED, place: str | None = None
) -> Rule:
    """A rule with its place in the one rulebook; None where that is silent."""
    return Rule(key, title, summary, standing, {} if place is None else {YEAR: place})


_PIECES = (
    rule(
        "2.1",
        gettext_noop("Elements and tiles"),
        gettext_noop(
            "Void, wind, fire, water and earth, from the top of the mat down; 20 tiles of each. A "
            "tile is in the bag, on the Mountain, the Path or a mat, or discarded."
        ),
        COMPONENT,
        "Component",
    ),
    rule(
        "2.2",
        gettext_noop("The Mountain"),
        gettext_noop(
            "Five columns a to e from the left, five rows 1 to 5 from the top; stacks grow without "
            "limit and never block."
        ),
        PRINTED,
        SETUP,
    ),
    rule(
        "2.3",
        gettext_noop("The Path"),
        gettext_noop(
            "Ten spaces: a to e above the columns, their tiles move down; 1 to 5 left of the rows, "
            "their tiles move right."
        ),
        COMPONENT,
        TURN,
    ),
    rule(
        "2.4",
        gettext_noop("Goal cards"),
        gettext_noop("Twelve cards, g1 to g12; eight of them bear one of four conflict letters."),
        COMPONENT,
        "Component",
    ),
    rule(
        "2.5",
        gettext_noop("Cards, tokens, chits, coin"),
        gettext_noop(
            "Five Key Element cards; ten Burrow tokens, one a Path space; Kitsune tiles and "
            "Movement chits 1 to 5; a coin with heads and tails; a Head and a Tail."
        ),
        COMPONENT,
        "Component",
    ),
    rule(
        "2.6",
        gettext_noop("No expansion"),
        gettext_noop(
            "Dragon tiles and a fifth player belong to expansions whose rules are not in the "
            "rulebook; a log that uses one is refused."
        ),
        HOUSE,
    ),
    rule(
        "2.7",
        gettext_noop("Landscapes"),
        gettext_noop(
            "Peak, waves, mesa, lake and hill: the heights of the 25 stacks at the start, 60 "
            "tiles in each."
        ),
        COMPONENT,
        LANDSCAPES,
    ),
)

_SET_UP = (
    rule(
        "3.1",
        gettext_noop("Modes"),
        gettext_noop(
            "Standard for two to four, partnership for four, solo for one; two players choose how "
            "tiles are removed, three and four in which order they play, a solo player how hard."
        ),
        PRINTED,
        SETUP,
    ),
    rule(
        "3.2",
        gettext_noop("The Mountain is dealt"),
        gettext_noop(
            "Each cell gets as many tiles as the landscape says; so no element is there more than "
            "20 times."
        ),
        PRINTED,
        SETUP,
    ),
    rule(
        "3.3",
        gettext_noop("The Path is filled"),
        gettext_noop(
            "At the start of every Season one tile from the bag goes onto each of the ten spaces; "
            "in solo onto the five without a Kitsune tile."
        ),
        PRINTED,
        SETUP,
    ),
    rule(
        "3.4",
        gettext_noop("Two goals"),
        gettext_noop("Two different goal cards that do not bear the same letter."),
        PRINTED,
        SETUP,
    ),
    rule(
        "3.5",
        gettext_noop("Two Key Elements"),
        gettext_noop("Two different elements."),
        PRINTED,
        SETUP,
    ),
    rule(
        "3.6",
        gettext_noop("Start player"),
        gettext_noop("At random; he has the Start coin, and play goes clockwise from him."),
        PRINTED,
        SETUP,
    ),
)

_A_TURN = (
    rule(
        "4.1",
        gettext_noop("Choose a tile"),
        gettext_noop("An Element tile on the Path, never a Kitsune tile; there is no passing."),
        PRINTED,
        TURN,
    ),
    rule(
        "4.2",
        gettext_noop("Move it"),
        gettext_noop("To any of the five cells of its line, on top of the stack there."),
        PRINTED,
        TURN,
    ),
    rule(
        "4.3",
        gettext_noop("Understanding"),
        gettext_noop(
            "1 and as many as there are tiles of that element on one's mat: so many are gathered."
        ),
        PRINTED,
        KNOW,
    ),
    rule(
        "4.4",
        gettext_noop("Patterns"),
        gettext_noop(
            "Void gathers from the diagonal neighbours, wind from the orthogonal ones, fire from "
            "the rest of the column, water from the rest of the row, earth from beneath itself."
        ),
        PRINTED,
        PATTERNS,
    ),
    rule(
        "4.5",
        gettext_noop("The placed tile stays"),
        gettext_noop("It is never gathered in its own turn."),
        PRINTED,
        MORE,
    ),
    rule(
        "4.6",
        gettext_noop("Top tiles, one a stack"),
        gettext_noop(
            "Only the top tile of a stack, and one of each stack; with earth any tiles beneath, "
            "and those left keep their order."
        ),
        PRINTED,
        MORE,
    ),
    rule(
        "4.7",
        gettext_noop("As many as one must"),
        gettext_noop(
            "As many as the Understanding says, or all there are in the Pattern if there are "
            "fewer; it may be none."
        ),
        PRINTED,
        MORE,
    ),
    rule(
        "4.8",
        gettext_noop("Onto the mat"),
        gettext_noop(
            "Gathered tiles go onto one's mat; the order of gathering makes no difference."
        ),
        PRINTED,
        TURN,
    ),
)

_TWO_PLAYERS = (
    rule(
        "5.1",
        gettext_noop("A tile is removed"),
        gettext_noop(
            "After a player's second and third turn in a Season, before the other acts, one more "
            "tile of the Path is discarded."
        ),
        PRINTED,
        TWO,
    ),
    rule(
        "5.2",
        gettext_noop("Burrow tokens"),
        gettext_noop(
            "Shuffled anew each Season and never put back in it: a token whose tile is gone is "
            "skipped, the first whose tile is there decides."
        ),
        PRINTED,
        TWO,
    ),
    rule(
        "5.3",
        gettext_noop("Tactical"),
        gettext_noop("The player who has just placed chooses the tile."),
        PRINTED,
        TWO,
    ),
    rule(
        "5.4",
        gettext_noop("The last tile"),
        gettext_noop("The last tile of a Season is removed like any other, also in Winter."),
        INFERRED,
        TWO,
    ),
)

_SEASONS = (
    rule(
        "6.1",
        gettext_noop("What comes when"),
        gettext_noop(
            "First the Path is filled, then the players act in turn; a player has three turns a "
            "Season, with four players two. What is not due is out of turn."
        ),
        PRINTED,
        PLAY,
    ),
    rule(
        "6.2",
        gettext_noop("A Season ends"),
        gettext_noop(
            "When all have had a turn and fewer tiles are left on the Path than there are players; "
            "in solo when no chit is left."
        ),
        PRINTED,
        SEASON,
    ),
    rule(
        "6.3",
        gettext_noop("Scoring"),
        gettext_noop("All score the goals from their mats as they are; it costs no tiles."),
        PRINTED,
        SEASON,
    ),
    rule(
        "6.4",
        gettext_noop("The next Season"),
        gettext_noop(
            "What is left on the Path is discarded and the Season marker moves on; after Winter "
            "neither happens."
        ),
        PRINTED,
        SEASON,
    ),
    rule(
        "6.5",
        gettext_noop("The Start coin"),
        gettext_noop(
            "To the player with the lowest Wisdom; of several to the first that it reaches "
            "clockwise from its holder."
        ),
        PRINTED,
        SEASON,
    ),
)

_GOALS = (
    rule(
        "7.0",
        gettext_noop("The cards"),
        gettext_noop(
            "What each of the twelve cards pays, from the heights of a mat's five stacks; the "
            "symbols printed on the mat are no tiles."
        ),
        COMPONENT,
        "Sample Season Scoring",
    ),
)

_THE_END = (
    rule(
        "8.1",
        gettext_noop("Key Elements"),
        gettext_noop(
            "After the fourth scoring 2 Wisdom for each tile of either Key Element on one's mat."
        ),
        PRINTED,
        END,
    ),
    rule(
        "8.2",
        gettext_noop("Who wins"),
        gettext_noop(
            "The most Wisdom; of those tied the fewest tiles on the mat; of those still tied all "
            "together."
        ),
        PRINTED,
        END,
    ),
    rule(
        "8.3",
        gettext_noop("Resigning"),
        gettext_noop(
            "With two players, in partnership and in solo a player may resign and the other side "
            "wins; with three or four such a game is abandoned."
        ),
        HOUSE,
    ),
)

PLAY_RULES = (*_PIECES, *_SET_UP, *_A_TURN, *_TWO_PLAYERS, *_SEASONS, *_GOALS, *_THE_END)
