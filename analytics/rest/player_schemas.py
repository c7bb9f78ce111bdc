"""Bodies of players, ratings and balance."""

from typing import Annotated

from msgspec import Meta

from analytics.insight.bodies import AnyBasis, Basis, Rate, Versions
from analytics.reads.balance import UPLOAD_VERDICTS, VERDICTS
from replays.rest.body import Body, Time, Url, doc


class KindsBasis(AnyBasis):
    """Timestamps and versions of the data of several games."""

    versions: Annotated[dict[str, Versions], doc("By game.")]


class KindBasis(Basis):
    """Timestamps and versions of the data of one game."""

    inclusion: Annotated[str, doc("Which games count.")]


class Counts(Body):
    """Games by result; games = won + lost + nobody + unfinished."""

    games: int
    won: Annotated[int, doc("Alone or with others.")]
    shared: Annotated[int, doc("Won with others.")]
    lost: int
    nobody: Annotated[int, doc("Abandoned.")]
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

    label: str
    words: Annotated[dict[str, str], doc("Query parameters that select these games.")]
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
    """A rating: mu and the 95 % interval mu ± 1.96 sigma."""

    games: Annotated[int, doc("Rated games.")]
    mu: float
    sigma: float
    low: float
    high: float


class RatingPoint(Body):
    """A rating after a rated game."""

    number: Annotated[int, doc("The number of the rated game.")]
    mu: float
    sigma: float


class PlayerRating(Rated):
    """A player's rating with one ruleset, in one role."""

    kind: str
    edition: str
    mode: str
    simulated: bool
    place: Annotated[str | None, doc("The role. Null where all roles share a rating.")]
    is_few: Annotated[bool, doc("Fewer rated games than a leaderboard requires.")]
    points: Annotated[list[RatingPoint], doc("At regular intervals. Empty in a snapshot.")]


class Opponent(Body):
    """Decided games against another name. Handle and name are null if the name is hidden."""

    handle: str | None
    name: str | None
    ahead: Rate
    level: Annotated[int, doc("How many of the n games were tied.")]


class GamesByPlayers(Body):
    """Counted live games: human, bot, both."""

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


class LadderRow(Rated):
    """A player of a leaderboard. If the name is hidden, handle and name are empty, url is null."""

    edition: str
    mode: str
    place: Annotated[str, doc("The role. Empty where all roles share a rating.")]
    rank: int
    handle: str
    name: str
    url: Url | None


class Ratings(KindBasis):
    """Leaderboards."""

    definition: str
    minimum_games: int
    ratings: list[LadderRow]


class Chance(Body):
    """A modelled share with its 95 % interval."""

    value: float
    low: float
    high: float


class WithoutPair(Body):
    """The same fit without the two players who met most often."""

    fit: Chance | None
    games: Annotated[int, doc("Games that were excluded.")]


Share = Annotated[list[int], Meta(min_length=2, max_length=2)]


class BalancePlace(Body):
    """A role."""

    place: str
    even: Annotated[float, doc("The fair share.")]
    share: Annotated[Share, doc("Games won and decided games, raw.")]
    fit: Annotated[Chance | None, doc("Win rate at equal skill. Null: too few games.")]
    verdict: Annotated[str, doc(enum=list(VERDICTS))]
    without: WithoutPair


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
    digest: Annotated[str, doc("Of the input of the fit.")]
    fitted_at: Time
    games: Annotated[int, doc("Decided games.")]
    nameless: Annotated[int, doc("Excluded: a seat has no name.")]
    mixed: Annotated[int, doc("Excluded: one name on several sides.")]
    fitted: int
    players: int
    spread: Annotated[float | None, doc("Of skill, in log odds.")]
    places: list[BalancePlace]
    uploads: Uploads


class Balance(KindBasis):
    """Balance of roles."""

    definition: str
    uploads: Annotated[str, doc("How bias of uploads is estimated.")]
    fits: list[BalanceFit]
