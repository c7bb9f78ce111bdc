"""What the OpenAPI page says of the statistics: parameters, answers, shapes."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from analytics.insight.definitions import DIMENSION_TITLES


def _query(name: str, text: str, enum: list[str] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, enum=enum)


class StatsVersionsSerializer(serializers.Serializer[Any]):
    """What made an answer: the engine's version and that of the counting rules."""

    engine = serializers.CharField()
    facts = serializers.IntegerField()


class OldRateSerializer(serializers.Serializer[Any]):
    """k of n with its 95 % Wilson score interval; value and bounds are null where n is 0."""

    k = serializers.IntegerField()
    n = serializers.IntegerField()
    value = serializers.FloatField(allow_null=True, help_text="k/n, not rounded")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    percent = serializers.CharField(help_text="one decimal, rounded half up, as the pages show it")


class TallySerializer(serializers.Serializer[Any]):
    """Games by how they ended; total = decided + abandoned + unfinished."""

    total = serializers.IntegerField()
    decided = serializers.IntegerField(help_text="somebody won")
    abandoned = serializers.IntegerField()
    unfinished = serializers.IntegerField()
    resigned = serializers.IntegerField(help_text="of those decided")


class RoleRateSerializer(OldRateSerializer):
    """A role's win rate, and where the k games are."""

    games_url = serializers.URLField(allow_null=True, help_text="null where there are none")


class ClusterSerializer(serializers.Serializer[Any]):
    """A group of games."""

    key = serializers.CharField(allow_blank=True)
    label = serializers.CharField()  # type: ignore[assignment]  # a word of the answer, no option
    games = TallySerializer()
    games_url = serializers.URLField()
    n = serializers.IntegerField(help_text="what the rates are divided by")
    is_few = serializers.BooleanField(help_text="fewer than ten games")
    roles = serializers.DictField(child=RoleRateSerializer())


class KeptSerializer(serializers.Serializer[Any]):
    """Of when numbers are."""

    as_of = serializers.DateTimeField(
        allow_null=True, help_text="when a number last changed; null: never"
    )
    revision = serializers.IntegerField(help_text="moves whenever a sum changes")
    snapshot = serializers.CharField(
        allow_null=True, help_text="the kept state of the numbers; null: as they are now"
    )
    games_behind = serializers.IntegerField(
        help_text="games still counted by an earlier engine or earlier counting rules"
    )


class AnswerSerializer(KeptSerializer):
    """What every answer carries."""

    question = serializers.DictField()
    definition = serializers.CharField()
    inclusion = serializers.CharField(help_text="which games count")
    versions = StatsVersionsSerializer()


class RolesSerializer(AnswerSerializer):
    """Win rates."""

    overall = ClusterSerializer()
    clusters = ClusterSerializer(many=True)


class SpaceSerializer(serializers.Serializer[Any]):
    """One space."""

    space = serializers.CharField()
    about = serializers.CharField(allow_blank=True, help_text="what the space is")
    times = serializers.IntegerField()
    games = serializers.IntegerField(help_text="in which it happened at least once")
    share = OldRateSerializer()
    games_url = serializers.URLField(allow_null=True, help_text="null where there are none")


class SpacesSerializer(AnswerSerializer):
    """Counts by space of one board."""

    board = inline_serializer(
        "StatsBoard",
        {
            "id": serializers.CharField(),
            "digest": serializers.CharField(),
            "name": serializers.CharField(),
            "provenance": serializers.CharField(),
            "is_reconstruction": serializers.BooleanField(),
        },
    )
    games = TallySerializer()
    games_url = serializers.URLField()
    n = serializers.IntegerField(help_text="games with at least one observation")
    observations = serializers.IntegerField()
    observation = serializers.CharField(help_text="what one is, as `discovered round`")
    total = serializers.IntegerField(help_text="sum of times")
    spaces = SpaceSerializer(many=True)
    show = serializers.CharField(help_text="how the board is seen")
    baseline = serializers.DictField(allow_null=True, help_text="of a lift: random games, seed")
    rulesets = serializers.ListField(help_text="to choose from, where a lift is of several")
    views = serializers.ListField(
        child=serializers.DictField(), help_text="value, low and high of each space"
    )


class MetricListSerializer(serializers.Serializer[Any]):
    """What may be asked of a game."""

    kind = serializers.CharField()
    metrics = inline_serializer(
        "StatsMetricAbout",
        {
            "key": serializers.CharField(),
            "title": serializers.CharField(),
            "form": serializers.ChoiceField(
                ["rate", "distribution", "series", "odds", "spaces", "ways"]
            ),
            "definition": serializers.CharField(),
            "history": serializers.ListField(help_text="version, day, what changed"),
            "roots": serializers.DictField(required=False, help_text="of ways"),
            "ends": serializers.DictField(required=False, help_text="of ways"),
            "unit": serializers.CharField(required=False, help_text="what n counts"),
            "groups": serializers.DictField(required=False, help_text="key: label"),
            "by": serializers.ListField(required=False, help_text="what it may be split by"),
            "positions": serializers.DictField(required=False, help_text="of a series"),
            "layers": serializers.ListField(required=False, help_text="of spaces"),
            "url": serializers.URLField(),
        },
        many=True,
    )


class MetricMeanSerializer(serializers.Serializer[Any]):
    """A mean with its 95 % interval: null without observations, the bounds also with one game."""

    n = serializers.IntegerField(required=False)
    games = serializers.IntegerField(required=False)
    mean = serializers.FloatField(required=False, allow_null=True)
    mean_low = serializers.FloatField(required=False, allow_null=True)
    mean_high = serializers.FloatField(required=False, allow_null=True)


class MetricPositionSerializer(MetricMeanSerializer):
    """A position of a series."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a word of the answer, no option


class MetricGroupSerializer(MetricMeanSerializer):
    """A group. Which fields there are depends on the form: a rate has k, n, value, low, high,
    percent, aside, even, won_url; a distribution its mean, quartiles and values; a series its
    positions.
    """

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a word of the answer, no option
    is_few = serializers.BooleanField(help_text="fewer than ten games")
    games_url = serializers.URLField()
    k = serializers.IntegerField(required=False)
    value = serializers.FloatField(required=False, allow_null=True)
    low = serializers.FloatField(required=False, allow_null=True)
    high = serializers.FloatField(required=False, allow_null=True)
    percent = serializers.CharField(required=False)
    aside = serializers.IntegerField(required=False, help_text="of k, what is counted apart")
    even = serializers.FloatField(
        required=False, allow_null=True, help_text="the share if all were alike"
    )
    won_url = serializers.URLField(required=False, allow_null=True)
    lost = serializers.DictField(required=False, help_text="the rate of the other n - k")
    seen = serializers.IntegerField(required=False, help_text="of odds: how often it happened")
    expected = serializers.FloatField(required=False, help_text="of odds: how often by chance")
    min = serializers.FloatField(required=False, help_text="of a distribution: smallest value")
    max = serializers.FloatField(required=False, help_text="of a distribution: largest value")
    q1 = serializers.FloatField(required=False)
    median = serializers.FloatField(required=False)
    q3 = serializers.FloatField(required=False)
    values = serializers.DictField(required=False, help_text="value: how often")
    positions = MetricPositionSerializer(many=True, required=False)


class MetricSerializer(AnswerSerializer):
    """A metric of a game."""

    title = serializers.CharField()
    form = serializers.ChoiceField(["rate", "distribution", "series", "odds"])
    unit = serializers.CharField(help_text="what n counts")
    games = TallySerializer()
    comparisons = serializers.IntegerField(help_text="intervals side by side")
    groups = MetricGroupSerializer(many=True)


class StatsErrorSerializer(serializers.Serializer[Any]):
    """Every error; `problems` names each word that is wrong."""

    error = inline_serializer(
        "StatsErrorBody",
        {
            "code": serializers.CharField(),
            "message": serializers.CharField(),
            "problems": serializers.ListField(child=serializers.DictField(), required=False),
        },
    )


class DumpFileSerializer(serializers.Serializer[Any]):
    """One file of a dump."""

    name = serializers.CharField()
    url = serializers.URLField()
    size = serializers.IntegerField(help_text="bytes")
    sha256 = serializers.CharField()
    records = serializers.IntegerField(allow_null=True, help_text="games, rows or boards in it")


class DumpSerializer(serializers.Serializer[Any]):
    """A dump, as its manifest tells it."""

    format = serializers.CharField()
    name = serializers.CharField(help_text="also the snapshot's name: `snapshot=` in addresses")
    made_at = serializers.DateTimeField()
    as_of = serializers.DateTimeField(allow_null=True)
    revision = serializers.IntegerField(help_text="of the sums, when it was begun")
    licence = serializers.DictField()
    policy = serializers.CharField()
    versions = serializers.DictField(help_text="kind → engine and counting rules")
    kinds = serializers.DictField(help_text="kind → games of people, simulated games")
    files = DumpFileSerializer(many=True)
    sha256 = serializers.CharField(help_text="of manifest.json")
    manifest_url = serializers.URLField()


class DumpListSerializer(serializers.Serializer[Any]):
    """The dumps, newest first."""

    dumps = DumpSerializer(many=True)


_FILTERS = [
    OpenApiParameter(
        "kind", OpenApiTypes.STR, OpenApiParameter.PATH, description="which board game"
    ),
    _query("edition", "an edition of the kind, where it has several"),
    _query("mode", "a mode of the kind: standard, advanced, …"),
    _query("board", "a board's digest, or its id if only one board has it"),
    _query("winner", "a side, or none"),
    _query("reason", "way of winning"),
    _query("month", "YYYY-MM, or unknown"),
    _query("from", "first month, YYYY-MM"),
    _query("to", "last month, YYYY-MM, included"),
    _query("simulated", "played by programs; default no", ["no", "yes", "all"]),
    _query("snapshot", "a kept state of the sums, as the name of a dump; default: as they are now"),
]
_BY = _query("by", "split the win rates", list(DIMENSION_TITLES))
_LAYER = _query("layer", "what is counted: a layer of the kind, by default the first")
_SHOW = _query("show", "how the board is seen", ["times", "share", "lift", "pair", "difference"])
_PART = _query("part", "which of two boards side by side", ["0", "1"])
_METRIC = OpenApiParameter(
    "metric", OpenApiTypes.STR, OpenApiParameter.PATH, description="a key of the list of metrics"
)
_SPLIT = _query("by", "split by this instead of by the metric's groups, where the metric has it")
_THEME = _query("theme", "colours; default light", ["light", "dark"])
_wrong = {400: OpenApiResponse(StatsErrorSerializer), 404: OpenApiResponse(StatsErrorSerializer)}


class CatalogueSerializer(serializers.Serializer[Any]):
    """All metrics and dimensions, by game."""

    kinds = serializers.ListField(child=serializers.DictField())


CATALOGUE: dict[str, Any] = {
    "operation_id": "stats_catalogue",
    "responses": {200: CatalogueSerializer, 400: _wrong[400]},
}


class WaysSerializer(AnswerSerializer):
    """The ways from a place."""

    board = serializers.DictField()
    here = serializers.IntegerField(help_text="how many were at the place")
    ends = serializers.DictField(child=OldRateSerializer(), help_text="what came of all of them")
    ways = serializers.ListField(child=serializers.DictField())


_WAY = [
    _query("root", "a root of the metric, as a round; without it all together"),
    _query("node", "the way so far: spaces with blanks between, a target with > before it"),
]
WAYS: dict[str, Any] = {
    "operation_id": "stats_ways",
    "parameters": [*_FILTERS, *_WAY],
    "responses": {200: WaysSerializer, **_wrong},
}
WAYS_CSV: dict[str, Any] = {
    "operation_id": "stats_ways_csv",
    "parameters": [*_FILTERS, *_WAY],
    "responses": {(200, "text/csv"): OpenApiTypes.STR, **_wrong},
}
ROLES_CSV: dict[str, Any] = {
    "operation_id": "stats_roles_csv",
    "parameters": [*_FILTERS, _BY],
    "responses": {(200, "text/csv"): OpenApiTypes.STR, **_wrong},
}
SPACES_CSV: dict[str, Any] = {
    "operation_id": "stats_spaces_csv",
    "parameters": [*_FILTERS, _LAYER, _SHOW],
    "responses": {(200, "text/csv"): OpenApiTypes.STR, **_wrong},
}
ROLES: dict[str, Any] = {
    "operation_id": "stats_roles",
    "parameters": [*_FILTERS, _BY],
    "responses": {200: RolesSerializer, **_wrong},
}
SPACES: dict[str, Any] = {
    "operation_id": "stats_spaces",
    "parameters": [*_FILTERS, _LAYER, _SHOW],
    "responses": {200: SpacesSerializer, **_wrong},
}
ROLES_FIGURE: dict[str, Any] = {
    "operation_id": "stats_roles_figure",
    "parameters": [*_FILTERS, _BY, _THEME],
    "responses": {200: OpenApiTypes.OBJECT, **_wrong},
}
DATA: dict[str, Any] = {
    "operation_id": "data",
    "responses": {200: DumpListSerializer, 400: _wrong[400]},
}
METRICS: dict[str, Any] = {
    "operation_id": "stats_metrics",
    "parameters": _FILTERS[:1],
    "responses": {200: MetricListSerializer, **_wrong},
}
METRIC: dict[str, Any] = {
    "operation_id": "stats_metric",
    "parameters": [*_FILTERS, _METRIC, _SPLIT],
    "responses": {200: MetricSerializer, **_wrong},
}
METRIC_FIGURE: dict[str, Any] = {
    "operation_id": "stats_metric_figure",
    "parameters": [*_FILTERS, _METRIC, _SPLIT, _THEME],
    "responses": {200: OpenApiTypes.OBJECT, **_wrong},
}
METRIC_CSV: dict[str, Any] = {
    "operation_id": "stats_metric_csv",
    "parameters": [*_FILTERS, _METRIC, _SPLIT],
    "responses": {(200, "text/csv"): OpenApiTypes.STR, **_wrong},
}
SPACES_FIGURE: dict[str, Any] = {
    "operation_id": "stats_spaces_figure",
    "parameters": [*_FILTERS, _LAYER, _SHOW, _PART, _THEME],
    "responses": {200: OpenApiTypes.OBJECT, **_wrong},
}


class GamesBehindSerializer(serializers.Serializer[Any]):
    """A page of the games behind a number."""

    question = serializers.DictField()
    title = serializers.CharField()
    meaning = serializers.CharField(help_text="what it counts")
    n = serializers.IntegerField(help_text="how many games there are")
    are_more = serializers.BooleanField(help_text="there are more than n: nobody counted them")
    page = serializers.IntegerField()
    has_next = serializers.BooleanField()
    games = inline_serializer(
        "StatsGameBehind",
        {
            "id": serializers.CharField(),
            "edition": serializers.CharField(allow_blank=True),
            "mode": serializers.CharField(),
            "month": serializers.CharField(allow_null=True),
            "winner": serializers.CharField(allow_null=True),
            "reason": serializers.CharField(allow_null=True),
            "is_simulated": serializers.BooleanField(),
            "players": serializers.ListField(child=serializers.DictField()),
            "url": serializers.URLField(),
        },
        many=True,
    )


GAMES_BEHIND: dict[str, Any] = {
    "operation_id": "stats_games",
    "parameters": [
        *_FILTERS,
        *_WAY,
        _LAYER,
        _query("space", "a space of the board"),
        _query("end", "of a way: what came of it"),
        _query("metric", "a key of the list of metrics"),
        _query("group", "of a metric: one of its groups"),
        _query("won", "of a rate: the games won or not", ["yes", "no"]),
        _query("page", "from 1, fifty games each"),
    ],
    "responses": {200: GamesBehindSerializer, **_wrong},
}
