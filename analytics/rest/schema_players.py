"""What the OpenAPI page says of players, ratings and balance."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from analytics.reads.balance import UPLOAD_VERDICTS, VERDICTS
from analytics.requests.player_filter import SORTS
from analytics.requests.stats_filter import PLAYED_BY

from .schema import KeptSerializer, RateSerializer, StatsErrorSerializer, StatsVersionsSerializer

A_LIST = 200


class KindsKeptSerializer(KeptSerializer):
    """Of when numbers of several games are."""

    versions = serializers.DictField(child=StatsVersionsSerializer(), help_text="by game")


class KindKeptSerializer(KeptSerializer):
    """Which games of one board game count, and of when the numbers are."""

    inclusion = serializers.CharField(help_text="which games count")

    versions = StatsVersionsSerializer()


class CountsSerializer(serializers.Serializer[Any]):
    """How games ended: games = won + lost + nobody + unfinished."""

    games = serializers.IntegerField()
    won = serializers.IntegerField(help_text="alone or shared")
    shared = serializers.IntegerField(help_text="of those won")
    lost = serializers.IntegerField()
    nobody = serializers.IntegerField(help_text="broken off")
    unfinished = serializers.IntegerField()
    rate = RateSerializer(help_text="won of won + lost")
    is_few = serializers.BooleanField(help_text="fewer than ten decided games")


class ListedPlayerSerializer(CountsSerializer):
    """A name in the list."""

    handle = serializers.CharField(help_text="stands for the name in addresses")
    name = serializers.CharField()
    url = serializers.URLField()


class PlayerListSerializer(KindsKeptSerializer):
    """A page of names."""

    definition = serializers.CharField()
    total = serializers.IntegerField(help_text="names that fit")
    page = serializers.IntegerField()
    players = ListedPlayerSerializer(many=True)


class RecordSerializer(CountsSerializer):
    """Some of a player's games."""

    label = serializers.CharField()  # type: ignore[assignment]  # a word of the answer, no option
    words = serializers.DictField(
        child=serializers.CharField(), help_text="that choose these games in addresses"
    )
    games_url = serializers.URLField(help_text="the list of these games, as it is today")


class KindRecordSerializer(serializers.Serializer[Any]):
    """A player's record in one board game."""

    kind = serializers.CharField()
    whole = RecordSerializer()
    by_role = RecordSerializer(many=True, help_text="none where roles are alike")
    by_ruleset = RecordSerializer(many=True)


class HabitValueSerializer(serializers.Serializer[Any]):
    """A share or a mean with its 95 % interval, of n games."""

    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()


class HabitRowSerializer(serializers.Serializer[Any]):
    """A group, or a space of the board: the player beside all others."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a word of the answer, no option
    player = HabitValueSerializer()
    others = HabitValueSerializer()
    differs = serializers.ChoiceField(
        ["more", "less"], allow_null=True, help_text="where the difference leaves out nought"
    )
    games_url = serializers.URLField(help_text="the player's n games")


class HabitTableSerializer(serializers.Serializer[Any]):
    """A habit."""

    key = serializers.CharField(help_text="a key of the list of metrics")
    roles = serializers.ListField(child=serializers.CharField())
    layer = serializers.CharField(allow_null=True, help_text="of spaces")
    title = serializers.CharField()
    definition = serializers.CharField()
    n_more = serializers.IntegerField(help_text="rows that are not shown")
    rows = HabitRowSerializer(many=True)


class HabitsSerializer(serializers.Serializer[Any]):
    """Habits in one board game, under one ruleset, on one board."""

    kind = serializers.CharField()
    edition = serializers.CharField(allow_blank=True)
    mode = serializers.CharField()
    board = serializers.CharField(help_text="its digest")
    tables = HabitTableSerializer(many=True)


class RatedSerializer(serializers.Serializer[Any]):
    """A rating: mu, with the 95 % interval mu ± 1.96 sigma, after so many rated games."""

    games = serializers.IntegerField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class RatingPointSerializer(serializers.Serializer[Any]):
    """A rating after the rated game of this number."""

    number = serializers.IntegerField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()


class PlayerRatingSerializer(RatedSerializer):
    """A player's rating under one ruleset, at one place."""

    kind = serializers.CharField()
    edition = serializers.CharField(allow_blank=True)
    mode = serializers.CharField()
    simulated = serializers.BooleanField()
    place = serializers.CharField(allow_null=True, help_text="null where all are rated alike")
    is_few = serializers.BooleanField(help_text="fewer rated games than a leaderboard asks for")
    points = RatingPointSerializer(many=True, help_text="evenly over time; none of a snapshot")


class OpponentSerializer(serializers.Serializer[Any]):
    """Decided games against another name; handle and name are null of who is not named."""

    handle = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    ahead = RateSerializer()
    level = serializers.IntegerField(help_text="of n, games with neither ahead")


class GamesByPlayersSerializer(serializers.Serializer[Any]):
    """Counted games of now: of people, of programs, both."""

    no = serializers.IntegerField()
    yes = serializers.IntegerField()
    all = serializers.IntegerField()


class PlayerSerializer(KindsKeptSerializer):
    """A name."""

    definition = serializers.CharField()
    handle = serializers.CharField()
    name = serializers.CharField()
    is_bot = serializers.BooleanField(help_text="in simulated games only")
    games = GamesByPlayersSerializer()
    question = serializers.DictField(child=serializers.CharField())
    records = KindRecordSerializer(many=True)
    habits_definition = serializers.CharField()
    habits = HabitsSerializer(many=True)
    ratings_definition = serializers.CharField()
    ratings = PlayerRatingSerializer(many=True)
    opponents_definition = serializers.CharField()
    opponents = OpponentSerializer(many=True)


class LadderRowSerializer(RatedSerializer):
    """A player of a leaderboard; handle and name are empty, the address null of who is not
    named.
    """

    edition = serializers.CharField(allow_blank=True)
    mode = serializers.CharField()
    place = serializers.CharField(allow_blank=True, help_text="empty where all are rated alike")
    rank = serializers.IntegerField()
    handle = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    url = serializers.URLField(allow_null=True)


class RatingsSerializer(KindKeptSerializer):
    """Leaderboards."""

    definition = serializers.CharField()
    minimum_games = serializers.IntegerField()
    ratings = LadderRowSerializer(many=True)


class ChanceSerializer(serializers.Serializer[Any]):
    """A modelled share with its 95 % interval."""

    value = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class WithoutPairSerializer(serializers.Serializer[Any]):
    """The same fit without the pair that met most."""

    fit = ChanceSerializer(allow_null=True)
    games = serializers.IntegerField(help_text="left out")


def _share(text: str) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, help_text=text
    )


class BalancePlaceSerializer(serializers.Serializer[Any]):
    """A place at the table."""

    place = serializers.CharField()
    even = serializers.FloatField(help_text="the share if all places were alike")
    share = _share("games won, decided games, as played")
    fit = ChanceSerializer(allow_null=True, help_text="between equals; null: too few")
    verdict = serializers.ChoiceField(list(VERDICTS))
    without = WithoutPairSerializer()


class SenderSharesSerializer(serializers.Serializer[Any]):
    """Won and decided games of a place, by where the sender sat."""

    there = _share("the sender sat there")
    opposite = _share("the sender sat elsewhere")
    unknown = _share("the sender is not known")


class UploadsSerializer(serializers.Serializer[Any]):
    """Who sends games in."""

    known = serializers.IntegerField(help_text="games of which the sender is known")
    unknown = serializers.IntegerField()
    declared = serializers.IntegerField(help_text="of those known: the log says so")
    own = _share("games won, games, of senders in what they sent")
    elsewhere = _share("the same people in games that others sent")
    places = serializers.DictField(child=SenderSharesSerializer())
    fit = ChanceSerializer(allow_null=True, help_text="a sender's share at even places")
    verdict = serializers.ChoiceField(list(UPLOAD_VERDICTS))


class BalanceFitSerializer(serializers.Serializer[Any]):
    """A ruleset on a board."""

    edition = serializers.CharField(allow_blank=True)
    mode = serializers.CharField()
    board = serializers.CharField(help_text="its digest")
    digest = serializers.CharField(help_text="of all that went into the fit")
    fitted_at = serializers.DateTimeField()
    games = serializers.IntegerField(help_text="decided")
    nameless = serializers.IntegerField(help_text="not in the fit: a seat has no name")
    mixed = serializers.IntegerField(help_text="not in the fit: one name on several sides")
    fitted = serializers.IntegerField()
    players = serializers.IntegerField()
    spread = serializers.FloatField(allow_null=True, help_text="of strengths, in log odds")
    places = BalancePlaceSerializer(many=True)
    uploads = UploadsSerializer()


class BalanceSerializer(KindKeptSerializer):
    """Fits of the balance of places."""

    definition = serializers.CharField()
    uploads = serializers.CharField(help_text="what is said of who uploads, in words")
    fits = BalanceFitSerializer(many=True)


_SNAPSHOT = OpenApiParameter(
    "snapshot", OpenApiTypes.STR, description="a kept state; default: the numbers of now"
)
_QUERY = [
    OpenApiParameter("kind", OpenApiTypes.STR, description="which board game"),
    OpenApiParameter("edition", OpenApiTypes.STR),
    OpenApiParameter("mode", OpenApiTypes.STR),
    OpenApiParameter("simulated", OpenApiTypes.STR, description="default no", enum=list(PLAYED_BY)),
    _SNAPSHOT,
]
_LIST = [
    OpenApiParameter("q", OpenApiTypes.STR, description="a part of the name"),
    OpenApiParameter("sort", OpenApiTypes.STR, enum=list(SORTS)),
    OpenApiParameter("page", OpenApiTypes.INT, description=f"from 1, {A_LIST} names each"),
]
_HANDLE = OpenApiParameter(
    "handle",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="stands for a name; the list gives it",
)
_OF_KIND = [
    OpenApiParameter("kind", OpenApiTypes.STR, OpenApiParameter.PATH),
    OpenApiParameter("simulated", OpenApiTypes.STR, enum=["no", "yes"]),
    _SNAPSHOT,
]
_WRONG = {400: OpenApiResponse(StatsErrorSerializer), 404: OpenApiResponse(StatsErrorSerializer)}
_CSV: dict[Any, Any] = {(200, "text/csv"): OpenApiTypes.STR, **_WRONG}

PLAYERS: dict[str, Any] = {
    "operation_id": "players",
    "parameters": [*_QUERY, *_LIST],
    "responses": {200: PlayerListSerializer, **_WRONG},
}
PLAYER: dict[str, Any] = {
    "operation_id": "player",
    "parameters": [_HANDLE, *_QUERY],
    "responses": {200: PlayerSerializer, **_WRONG},
}
PLAYER_CSV: dict[str, Any] = {
    "operation_id": "player_csv",
    "parameters": [_HANDLE, *_QUERY],
    "responses": _CSV,
}
RATINGS: dict[str, Any] = {
    "operation_id": "stats_ratings",
    "parameters": _OF_KIND,
    "responses": {200: RatingsSerializer, **_WRONG},
}
RATINGS_CSV: dict[str, Any] = {
    "operation_id": "stats_ratings_csv",
    "parameters": _OF_KIND,
    "responses": _CSV,
}
BALANCE: dict[str, Any] = {
    "operation_id": "stats_balance",
    "parameters": _OF_KIND,
    "responses": {200: BalanceSerializer, **_WRONG},
}
BALANCE_CSV: dict[str, Any] = {
    "operation_id": "stats_balance_csv",
    "parameters": _OF_KIND,
    "responses": _CSV,
}
