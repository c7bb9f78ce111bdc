"""What each number of balance, ratings and rates is: formula, assumptions and known limits. Pure
texts for the page of definitions.
"""

from typing import NamedTuple

from django.utils.translation import gettext_noop


class Number(NamedTuple):
    """A number: its title, its formula, and its assumptions and known limits."""

    title: str
    formula: str
    limits: str


BALANCE = (
    Number(
        gettext_noop("Win rate at equal skill"),
        gettext_noop(
            "exp(b) of the seat, divided by the sum of exp(b) of all seats, where b are the "
            "effects of the seats in logits. The strength of a side is b plus the mean of its "
            "players' strengths; the order of places follows the Plackett–Luce model."
        ),
        gettext_noop(
            "If players choose the role that they are better at, this is the effect of the roles "
            "as these players play them. Effects do not depend on the strength of the players. A "
            "tie counts as all strict orders that fit it, so intervals of games with many ties are "
            "slightly too wide."
        ),
    ),
    Number(
        gettext_noop("Its 95 % interval"),
        gettext_noop(
            "Normal on the scale of logit(share), with the covariance by Laplace's approximation "
            "and the spread over a grid of variances. Where a seat won nearly all or none of its "
            "games: profile likelihood."
        ),
        gettext_noop(
            "Where players are equally strong in every role, the intervals are too wide: see the "
            "simulated worlds. In pools with more than 1,500 parameters the uncertainty of the "
            "variances is not included, so intervals of boards with few games are slightly too "
            "narrow."
        ),
    ),
    Number(
        gettext_noop("Raw share"),
        gettext_noop(
            "Shares of the first place, divided by decided games; m tied winners get 1/m."
        ),
        gettext_noop("Not adjusted for who played."),
    ),
    Number(
        gettext_noop("Effective games"),
        gettext_noop(
            "n (1 − R²): n games, and R² of the regression of the seat on the players of the same "
            "games. For a group: the smallest of its seats."
        ),
        gettext_noop(
            "0 if no player ever changes seats. Below 20, or with fewer than 4 named players in "
            "several seats, there is no estimate."
        ),
    ),
    Number(
        gettext_noop("p and verdict"),
        gettext_noop(
            "p: two-sided, normal, against the fair share 1/K of K seats. Holm's correction over "
            "all seats of all groups of the pool; a group with two seats counts once. Ahead or "
            "behind: the interval does not contain the fair share, and the corrected p is at most "
            "0.05. Even: the interval is within 10 % of the fair share. Else: cannot tell."
        ),
        gettext_noop(
            "At most 5 % chance of any false “ahead” or “behind” in a pool, if the model is right. "
            "The interval itself is not widened."
        ),
    ),
    Number(
        gettext_noop("Without the busiest pair, without the most active uploader"),
        gettext_noop(
            "The same fit, with the same variances, without the games of the two opponents who met "
            "most often; and without those of the most active uploader."
        ),
        gettext_noop(
            "“Ahead” and “behind” must hold in both. The check never removes two pairs or two "
            "uploaders at once. Snapshots contain only uploaders that a log names."
        ),
    ),
    Number(
        gettext_noop("Games that a verdict needs"),
        gettext_noop(
            "So many that, in games simulated from the fit, a verdict has a chance of 60 %."
        ),
        gettext_noop("Rough: the chance rises slowly with the games."),
    ),
    Number(
        gettext_noop("Differences between boards"),
        gettext_noop(
            "The effect of a seat on a board is that in the ruleset plus a deviation; shown is the "
            "standard deviation u, in logits. Prior: half-normal with scale 0.3."
        ),
        gettext_noop("With few boards, u depends on the prior."),
    ),
    Number(
        gettext_noop("Win rate of uploaders at equal skill"),
        gettext_noop(
            "A separate model (Bradley–Terry) with a term for the side of a known uploader, "
            "between equal players in balanced seats. Without bias it is 50 %."
        ),
        gettext_noop(
            "Only for games with a known uploader, from 30 games of 4 players on. Bias that does "
            "not depend on who won is not detected."
        ),
    ),
)
RATINGS = (
    Number(
        gettext_noop("Rating"),
        gettext_noop(
            "1500 + 400 / ln 10 × (strength − mean strength of the named players of the largest "
            "component), on the day of the pool's last game. Strength includes the term for strong "
            "players' preference for a seat. In a role: plus the player's deviation in it."
        ),
        gettext_noop(
            "Strength is a random walk in steps of up to 60 days. A team's strength is the mean of "
            "its players. Ratings of different board games, of human and bot games, and of "
            "different components can't be compared."
        ),
    ),
    Number(
        gettext_noop("Its 95 % interval, and the rank"),
        gettext_noop(
            "The interval of the difference from the average. Lists are sorted by its lower end, "
            "from ten games on."
        ),
        gettext_noop(
            "It becomes wider without recent games. Two players whose intervals overlap can still "
            "differ: their errors are not independent."
        ),
    ),
    Number(
        gettext_noop("Component"),
        gettext_noop("Players who are linked by a chain of common games; the largest is number 1."),
        gettext_noop("One game between two components joins them."),
    ),
    Number(
        gettext_noop("Rating over time"),
        gettext_noop("The same for each period in which the player has games, with its interval."),
        gettext_noop("Later games change earlier points, because all are one fit."),
    ),
    Number(
        gettext_noop("Chance to beat an opponent"),
        gettext_noop("1 / (1 + 10^(−difference / 400)), between equal seats."),
        gettext_noop("The uncertainty of the two ratings is not included."),
    ),
)
RATES = (
    Number(
        gettext_noop("Rate k/n with its 95 % interval"),
        gettext_noop("Wilson's score interval."),
        gettext_noop(
            "It treats games as independent. Not adjusted for who played. A rate among games that "
            "reached something is not the effect of it: longer games reach more."
        ),
    ),
    Number(
        gettext_noop("Mean with its 95 % interval"),
        gettext_noop("Student's t with games as clusters."),
        gettext_noop(
            "For skewed values the interval covers less than 95 % if there are few games."
        ),
    ),
    Number(
        gettext_noop("Interval of players"),
        gettext_noop(
            "Two-way sandwich over the players of a game, Student's t with the number of players "
            "minus one degrees of freedom. Below 30 players: a bootstrap over players with 2,000 "
            "draws and a fixed seed; a game is weighted by the product of its players' weights."
        ),
        gettext_noop(
            "The wider of this interval and that of games is drawn. Below 5 players there is none. "
            "Not in snapshots and downloaded figures, which have no uploaders, for bot games, and "
            "for more than 20,000 games."
        ),
    ),
    Number(
        gettext_noop("Players, uploaders, largest shares, effective players"),
        gettext_noop(
            "Distinct named players, and each seat without a name as one more. Largest share: "
            "games with the most active player, or by the most active uploader, divided by all. "
            "Effective players: (sum of n)² / sum of n², where n are the games of each player."
        ),
        gettext_noop(
            "Hidden names count as seats without a name. Uploaders are browsers and keys, not "
            "people."
        ),
    ),
    Number(
        gettext_noop("Without any one pair"),
        gettext_noop("The lowest and highest value without the games of any one pair of players."),
        gettext_noop("A range, not an interval."),
    ),
    Number(
        gettext_noop("Mean by player"),
        gettext_noop("The mean of the players' own values; each player counts once."),
        gettext_noop(
            "Noisy if many players have one game. The page says so if it differs from the value by "
            "more than half the width of the interval."
        ),
    ),
    Number(
        gettext_noop("Cap on uploaders"),
        gettext_noop(
            "If one uploader uploaded more than a fixed share of the games, these games weigh "
            "less, so that the uploader has exactly this share."
        ),
        gettext_noop(
            "Not with too few uploaders for it. A person with several browsers is not found."
        ),
    ),
    Number(
        gettext_noop("Difference of two numbers, and q"),
        gettext_noop(
            "The interval is computed from those of both numbers (Newcombe; MOVER for ratios). "
            "Tables with many comparisons show q by Benjamini–Hochberg over the whole table; "
            "marked if at most 0.05. Named groups: Holm. Below 10 games, or with an expected count "
            "below 5: Fisher's exact test, mid-p."
        ),
        gettext_noop(
            "If nothing differed, about one of twenty comparisons would be marked by chance. After "
            "correction, at most 5 % of the marks are expected to be false. Groups below 5 games "
            "are not tested. A difference is not an effect: the groups differ in who played."
        ),
    ),
    Number(
        gettext_noop("Share of games still going"),
        gettext_noop(
            "Kaplan–Meier, with Greenwood's interval on the scale of log(−log), widened as the "
            "interval of the mean length with players as clusters."
        ),
        gettext_noop(
            "Resigned and unfinished games count as long as they were played. Players resign games "
            "that are lost, so the share may be biased. Downloaded figures and snapshots treat "
            "games as independent."
        ),
    ),
    Number(
        gettext_noop("Card drawn minus not drawn"),
        gettext_noop(
            "Differences in the same turns, pooled (Mantel–Haenszel weights); q over all cards."
        ),
        gettext_noop(
            "Only games that reached the same turns without the card. How many cards a player "
            "draws is not chance."
        ),
    ),
)
SECTIONS = (
    (gettext_noop("Balance"), BALANCE),
    (gettext_noop("Ratings"), RATINGS),
    (gettext_noop("Rates and means"), RATES),
)
"""The sections of the page."""
