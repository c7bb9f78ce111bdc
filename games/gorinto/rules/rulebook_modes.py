"""The rules of the other modes, the rulings, and what is known (rules page, sections 9 to 13).

The rulings of section 12 stand by themselves, so that nobody takes one for a printed rule.
"""

from games.core.language import gettext_noop
from games.gorinto.rules.rulebook_play import (
    HOUSE,
    INFERRED,
    KNOW,
    MORE,
    PRINTED,
    SEASON,
    TWO,
    rule,
)

ORDER, TEAM, SOLO = "Compassionate Turn Order", "Partnership Mode", "Kitsune Solo Mode"

_COMPASSIONATE = (
    rule(
        "9.1",
        gettext_noop("The first order"),
        gettext_noop("No Start coin; the players' order is drawn at random and names each once."),
        PRINTED,
        ORDER,
    ),
    rule(
        "9.2",
        gettext_noop("The next order"),
        gettext_noop(
            "After each Season lowest Wisdom first; of those tied, who acted later acts earlier."
        ),
        PRINTED,
        ORDER,
    ),
)

_PARTNERSHIP = (
    rule(
        "10.1",
        gettext_noop("Partners and goals"),
        gettext_noop(
            "Partners sit across. Four different goals, one between each two neighbours; nobody "
            "has the same letter on both sides."
        ),
        PRINTED,
        TEAM,
    ),
    rule(
        "10.2",
        gettext_noop("The gift"),
        gettext_noop(
            "Who gathers gives exactly one of the tiles gathered in this turn to his partner, of "
            "his own choice, also if it is the only one."
        ),
        PRINTED,
        TEAM,
    ),
    rule(
        "10.3",
        gettext_noop("Teams score"),
        gettext_noop(
            "Each player scores the two cards beside him and his own Key Elements; a team has one "
            "Wisdom."
        ),
        PRINTED,
        TEAM,
    ),
    rule(
        "10.4",
        gettext_noop("The Start coin of teams"),
        gettext_noop("A player's Wisdom is his team's, so two partners are always tied."),
        HOUSE,
    ),
    rule(
        "10.5",
        gettext_noop("Teams that are tied"),
        gettext_noop("The fewest tiles on the team's two mats together, then a shared victory."),
        HOUSE,
    ),
    rule(
        "10.6", gettext_noop("Clockwise"), gettext_noop("Partners play in clockwise order."), HOUSE
    ),
)

_KITSUNE = (
    rule(
        "11.1",
        gettext_noop("Solo set-up"),
        gettext_noop(
            "No goal with letter C. Two more of the other three elements are the Kitsune Key "
            "Elements; one element is nobody's."
        ),
        PRINTED,
        SOLO + ", Changes to General Setup",
    ),
    rule(
        "11.2",
        gettext_noop("Kitsune tiles"),
        gettext_noop(
            "Each Season they go onto five different Path spaces, and the other five get a tile."
        ),
        PRINTED,
        SOLO + ", Path Setup",
    ),
    rule(
        "11.3",
        gettext_noop("Chits, Head and Tail"),
        gettext_noop(
            "Five chits, one set aside unseen. The first puts down the Head, the second the Tail: "
            "chit k on the k-th cell of the line of Kitsune tile k."
        ),
        PRINTED,
        SOLO + ", Movement Setup",
    ),
    rule(
        "11.4",
        gettext_noop("Turns"),
        gettext_noop(
            "Three of the player's a Season, each followed by one of the Kitsune. Head and Tail "
            "hinder nobody."
        ),
        PRINTED,
        SOLO + ", Gameplay",
    ),
    rule(
        "11.5",
        gettext_noop("The Kitsune's turn"),
        gettext_noop(
            "Heads: the Head acts, tails: the Tail. It gathers all there is by the Pattern of the "
            "top tile it lies on."
        ),
        PRINTED,
        SOLO + ", Kitsune's Turn",
    ),
    rule(
        "11.6",
        gettext_noop("On a blank cell"),
        gettext_noop(
            "Of all top tiles on the Mountain it gathers all of the most frequent element."
        ),
        PRINTED,
        SOLO + ", Kitsune's Turn",
    ),
    rule(
        "11.7",
        gettext_noop("Which of several"),
        gettext_noop(
            "A Kitsune Key Element before a regular one, that before the one that is nobody's, "
            "then the order of the mat."
        ),
        PRINTED,
        SOLO + ", Kitsune's Turn",
    ),
    rule(
        "11.8",
        gettext_noop("It moves and scores"),
        gettext_noop(
            "After its first two turns the token that acted moves by a new chit. At a Season's end "
            "the Kitsune has 1 for each tile of a regular and 3 for each of a Kitsune Key Element."
        ),
        PRINTED,
        SOLO + ", End of the Season",
    ),
    rule(
        "11.9",
        gettext_noop("The end of solo"),
        gettext_noop(
            "The player has 3 (normal) or 2 (expert) for each tile of a regular Key Element, and "
            "wins with more Wisdom than the Kitsune."
        ),
        PRINTED,
        SOLO + ", Game End",
    ),
)

_RULINGS = (
    rule(
        "12.1",
        gettext_noop("2.7: the fifth landscape"),
        gettext_noop(
            "Hill is one of five; its columns have one height each. Its diagram is lost from the "
            "text we have."
        ),
        INFERRED,
    ),
    rule(
        "12.2",
        gettext_noop("4.3: from the next turn on"),
        gettext_noop("Tiles gathered in a turn raise the Understanding from the next turn on."),
        INFERRED,
        KNOW,
    ),
    rule(
        "12.3",
        gettext_noop("4.7: gathering little on purpose"),
        gettext_noop("Also a cell where little or nothing can be gathered may be chosen."),
        INFERRED,
        MORE,
    ),
    rule(
        "12.4",
        gettext_noop("5.1: two removals a player"),
        gettext_noop(
            'The text says "remaining three turns", but ten tiles make one turn without and two '
            "with a removal."
        ),
        INFERRED,
        TWO,
    ),
    rule(
        "12.5",
        gettext_noop("5.2: skipped tokens stay out"),
        gettext_noop("Till the Season's end, so the pile is never empty."),
        INFERRED,
        TWO,
    ),
    rule(
        "12.6",
        gettext_noop("6.4: Winter's last tiles"),
        gettext_noop(
            "They stay on the Path, for the later steps are skipped; so do Kitsune tiles, Head and "
            "Tail."
        ),
        INFERRED,
        SEASON,
    ),
    rule(
        "12.7",
        gettext_noop("6.5: a holder who is tied"),
        gettext_noop("He keeps the coin only if nobody else is tied with him."),
        INFERRED,
        SEASON,
    ),
    rule(
        "12.8",
        gettext_noop("7.1: five equal stacks"),
        gettext_noop("g9 pays each stack once."),
        INFERRED,
    ),
    rule(
        "12.9",
        gettext_noop("7.2: one height only"),
        gettext_noop("With g10 it is tallest and shortest."),
        INFERRED,
    ),
    rule(
        "12.10",
        gettext_noop("7.4: comparing in partnership"),
        gettext_noop("g5 and g6 compare all four players."),
        HOUSE,
    ),
    rule(
        "12.11",
        gettext_noop("11.3: counted from the Path"),
        gettext_noop("The k-th cell is counted from the space on which the Kitsune tile lies."),
        INFERRED,
        SOLO + ", Movement Setup",
    ),
    rule(
        "12.12",
        gettext_noop("13: stacks may be looked through"),
        gettext_noop("Earth takes any tile beneath it, so what lies there is no secret."),
        INFERRED,
        MORE,
    ),
)

_KNOWN = (
    rule(
        "13.1",
        gettext_noop("Everything lies open"),
        gettext_noop(
            "All but the order of the bag, and in solo the chit set aside. What the bag holds is "
            "known: 20 of each element less all that were shown."
        ),
        INFERRED,
    ),
)

MODE_RULES = (*_COMPASSIONATE, *_PARTNERSHIP, *_KITSUNE, *_RULINGS, *_KNOWN)
