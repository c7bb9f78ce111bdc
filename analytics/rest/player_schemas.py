"""Bodies of players, ratings and balance."""

from typing import Annotated

from msgspec import Meta

from analytics.insight.bodies import AnyBasis, Basis, Rate, Versions
from analytics.reads.balance import REASONS, UPLOAD_VERDICTS, VERDICTS
from replays.rest.body import Body, Time, Url, doc


class KindsBasis(AnyBasis):
    """Timestamps and versions of the data of several games."""

    versions: Annotated[dict[str, Versions], doc("By game.")]


class KindBasis(Basis):
    """Timestamps and versions of the data of one game."""

    inclusion: Annotated[str, doc("Which games count.")]


class Counts(Body):
    """Games by result; games = won + lost + abandoned + unfinished."""

    aliases = {"nobody": "abandoned"}
    games: int
    won: Annotated[int, doc("Alone or with others.")]
    shared: Annotated[int, doc("Won with others.")]
    lost: int
    abandoned: int
    unfinished: int
    rate: Annotated[Rate, doc("won / (won + lost)")]
    is_few: Annotated[bool, doc("Fewer than ten decided games.")]


class ListedPlayer(Counts):
    """A name in the list."""

    handle: Annotated[str, doc("Identifies the name in URLs.")]
    name: str
    url: Url


class PlayerList(KindsBasis):
    """A page of names."""

    definition: str
    total: Annotated[int, doc("Number of matching names.")]
    page: int
    players: list[ListedPlayer]


class Record(Counts):
    """Some games of a player."""

    aliases = {"words": "params"}
    label: str
    params: Annotated[dict[str, str], doc("Query parameters that select these games.")]
    games_url: Annotated[Url, doc("The live list of these games.")]


class KindRecord(Body):
    """A player's record in one board game."""

    kind: str
    whole: Record
    by_role: Annotated[list[Record], doc("Empty where all roles are equal.")]
    by_ruleset: list[Record]


class HabitValue(Body):
    """A share or mean with its 95 % interval, over n games."""

    value: float | None
    low: float | None
    high: float | None
    n: int


class HabitRow(Body):
    """A group or space: the player compared with all others."""

    key: str
    label: str
    player: HabitValue
    others: HabitValue
    differs: Annotated[
        str | None,
        doc("Set if the q-value is at most 0.05.", enum=["more", "less", None]),
    ]
    q: Annotated[
        float | None,
        doc("Corrected over all habits (Benjamini and Hochberg). Null: too few games to test."),
    ]
    games_url: Annotated[Url, doc("The player's n games.")]


class HabitTable(Body):
    """A habit."""

    key: Annotated[str, doc("A key of the list of metrics.")]
    roles: list[str]
    layer: Annotated[str | None, doc("Of a metric by space.")]
    title: str
    definition: str
    n_more: Annotated[int, doc("Rows that are not shown.")]
    rows: list[HabitRow]


class Habits(Body):
    """Habits in one board game, with one ruleset, on one board."""

    kind: str
    edition: str
    mode: str
    board: Annotated[str, doc("Its digest.")]
    tables: list[HabitTable]


class Rated(Body):
    """A rating in points with its 95 % interval; 1500 is the average of the main component."""

    games: Annotated[int, doc("Rated games.")]
    rating: float
    low: float
    high: float


class RatingPoint(Body):
    """A rating at the end of a period, at most 60 days long, in which the player has games."""

    day: Annotated[str, doc("The last day of the period, as 2026-11-29.")]
    rating: float
    low: float
    high: float


class PlayerRating(Rated):
    """A player's rating in a board game, overall or in a role."""

    kind: str
    simulated: bool
    role: Annotated[str | None, doc("Null: overall.")]
    component: Annotated[
        int, doc("Players linked by common games, from 1. Different components can't be compared.")
    ]
    is_few: Annotated[bool, doc("Fewer rated games than a leaderboard requires.")]
    curve: Annotated[list[RatingPoint], doc("Over time. Empty for a role.")]


class Opponent(Body):
    """Decided games against another name. Handle and name are null if the name is hidden."""

    handle: str | None
    name: str | None
    ahead: Rate
    level: Annotated[int, doc("How many of the n games were tied.")]


class GamesByPlayers(Body):
    """Counted games, live or of the snapshot: human, bot, both."""

    no: int
    yes: int
    all: int


class Player(KindsBasis):
    """A name."""

    definition: str
    handle: str
    name: str
    is_bot: Annotated[bool, doc("Whether the name occurs only in bot games.")]
    games: GamesByPlayers
    question: dict[str, str]
    records: list[KindRecord]
    habits_definition: str
    habits: list[Habits]
    ratings_definition: str
    ratings: list[PlayerRating]
    opponents_definition: str
    opponents: list[Opponent]
    form: Annotated[
        list[str] | None,
        doc(
            "Results of the last ten decided games by date, the newest last: won or lost. Null: "
            "the snapshot is of a recount, which does not have them."
        ),
    ]


class LadderRow(Rated):
    """A player of a leaderboard. If the name is hidden, handle and name are empty. `url` is null
    for players without a page: hidden ones, and those who have no public game.
    """

    role: Annotated[str, doc("Empty: overall.")]
    component: Annotated[int, doc("As in a player's rating.")]
    rank: Annotated[int, doc("In the role and component.")]
    handle: str
    name: str
    url: Url | None


class ResultsFit(Body):
    """The fit of the model of results that balance and ratings are views of. Standard deviations
    are in logits, null for one that does not matter.
    """

    model_version: str
    digest: Annotated[str, doc("Of the games and uploaders that were fitted.")]
    is_full: Annotated[bool, doc("False: started from the fit of earlier games.")]
    games: int
    fitted_at: Time
    strength_sd: float | None
    role_sd: float | None
    drift_sd_per_root_year: float | None
    board_sd: Annotated[float | None, doc("Between the boards of a ruleset.")]


FIT_STATES = ["computing", "failed", None]
FitState = Annotated[
    str | None,
    doc("Of a set: computing until a job has made its fit. Null: it is made.", enum=FIT_STATES),
]


class Ratings(KindBasis):
    """Leaderboards."""

    fit: ResultsFit | None
    fit_state: FitState
    definition: str
    minimum_games: int
    ratings: list[LadderRow]


class Chance(Body):
    """A modelled share with its 95 % interval."""

    value: float
    low: float
    high: float


Share = Annotated[list[int], Meta(min_length=2, max_length=2)]


class SeatShare(Body):
    """The share of wins of a seat at equal skill, with its 95 % interval. Null: no estimate."""

    seat: str
    share: float | None
    low: float | None
    high: float | None


class BalanceSeat(SeatShare):
    """A seat of a group."""

    p: Annotated[float | None, doc("Two-sided, against the fair share.")]
    p_adjusted: Annotated[float | None, doc("After Holm's correction for all comparisons.")]
    verdict: Annotated[str, doc(enum=list(VERDICTS))]
    raw_share: Annotated[float, doc("Wins divided by games; a shared win counts in parts.")]


class Sensitivity(Body):
    """The same without some games. Null: there are none to leave out."""

    without_largest_pair: Annotated[
        list[SeatShare] | None, doc("Without the two opponents who met most often.")
    ]
    without_largest_uploader: Annotated[
        list[SeatShare] | None, doc("Without the most active uploader.")
    ]


class UploaderShares(Body):
    """Games won and decided games of a role, by the uploader's seat."""

    there: Annotated[Share, doc("The uploader had this role.")]
    opposite: Annotated[Share, doc("The uploader had another role.")]
    unknown: Annotated[Share, doc("The uploader is unknown.")]


class Uploads(Body):
    """Whether uploads are biased."""

    known: Annotated[int, doc("Games with a known uploader.")]
    unknown: int
    declared: Annotated[int, doc("Known because the log names the uploader.")]
    own: Annotated[Share, doc("Games won and games, of uploaders in their uploads.")]
    elsewhere: Annotated[Share, doc("The same players in games that others uploaded.")]
    places: dict[str, UploaderShares]
    fit: Annotated[Chance | None, doc("An uploader's share at equal skill and fair roles.")]
    verdict: Annotated[str, doc(enum=list(UPLOAD_VERDICTS))]


class BalanceFit(Body):
    """A ruleset on a board."""

    edition: str
    mode: str
    board: Annotated[str, doc("Its digest.")]
    games: Annotated[int, doc("Decided games.")]
    players: Annotated[int, doc("Named players.")]
    players_on_several_sides: int
    effective_games: Annotated[
        float, doc("Games left after separating players from seats; at least 20 are needed.")
    ]
    largest_pair: Annotated[int, doc("Games between the two opponents who met most often.")]
    largest_uploader: Annotated[int, doc("Games of the most active uploader. 0: unknown.")]
    identified: Annotated[bool, doc("Whether seats can be separated from players.")]
    reason: Annotated[str | None, doc("Why there is no estimate or no verdict.", enum=REASONS)]
    comparisons: Annotated[int, doc("Comparisons that the verdicts are corrected for.")]
    needed: Annotated[
        int | None,
        doc("With about so many more games, the chance of a verdict is 60 %. Null: not known."),
    ]
    seats: list[BalanceSeat]
    sensitivity: Annotated[Sensitivity | None, doc("Null where no verdict needs it.")]
    uploads: Uploads


class Balance(KindBasis):
    """Balance of seats."""

    fit: ResultsFit | None
    fit_state: FitState
    definition: str
    uploads: Annotated[str, doc("How bias of uploads is estimated.")]
    fits: list[BalanceFit]
