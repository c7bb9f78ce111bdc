"""What the OpenAPI page says of the statistics: parameters, answers, shapes."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from analytics.insight.definitions import DIMENSION_TITLES, LAYERS


def _query(name: str, text: str, enum: list[str] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, enum=enum)


class RateSerializer(serializers.Serializer[Any]):
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


class RoleRateSerializer(RateSerializer):
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


class AnswerSerializer(serializers.Serializer[Any]):
    """What every answer carries."""

    question = serializers.DictField()
    definition = serializers.CharField()
    inclusion = serializers.CharField(help_text="which games count")
    as_of = serializers.DateTimeField(
        allow_null=True, help_text="when a number last changed; null: never"
    )
    versions = inline_serializer(
        "StatsVersions", {"engine": serializers.CharField(), "facts": serializers.IntegerField()}
    )


class RolesSerializer(AnswerSerializer):
    """Win rates."""

    overall = ClusterSerializer()
    clusters = ClusterSerializer(many=True)


class SpaceSerializer(serializers.Serializer[Any]):
    """One space."""

    space = serializers.CharField()
    object = serializers.CharField()
    times = serializers.IntegerField()
    games = serializers.IntegerField(help_text="in which it happened at least once")
    share = RateSerializer()
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
    n = serializers.IntegerField(help_text="games with at least one discovered round")
    rounds = serializers.IntegerField(help_text="discovered rounds")
    total = serializers.IntegerField(help_text="sum of times")
    spaces = SpaceSerializer(many=True)


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


_FILTERS = [
    OpenApiParameter(
        "kind", OpenApiTypes.STR, OpenApiParameter.PATH, description="which board game"
    ),
    _query("edition", "2019, 2021, 2024"),
    _query("mode", "a mode of the kind: standard, advanced, …"),
    _query("board", "a board's digest, or its id where one board only has it"),
    _query("winner", "a role, or none"),
    _query("reason", "way of winning"),
    _query("month", "YYYY-MM, or unknown"),
    _query("from", "first month, YYYY-MM"),
    _query("to", "last month, YYYY-MM, included"),
    _query("simulated", "played by programs; default no", ["no", "yes", "all"]),
]
_BY = _query("by", "split the win rates", list(DIMENSION_TITLES))
_LAYER = _query("layer", "what is counted; default route", list(LAYERS))
_THEME = _query("theme", "colours; default light", ["light", "dark"])
_wrong = {400: OpenApiResponse(StatsErrorSerializer), 404: OpenApiResponse(StatsErrorSerializer)}

ROLES: dict[str, Any] = {
    "operation_id": "stats_roles",
    "parameters": [*_FILTERS, _BY],
    "responses": {200: RolesSerializer, **_wrong},
}
SPACES: dict[str, Any] = {
    "operation_id": "stats_spaces",
    "parameters": [*_FILTERS, _LAYER],
    "responses": {200: SpacesSerializer, **_wrong},
}
ROLES_FIGURE: dict[str, Any] = {
    "operation_id": "stats_roles_figure",
    "parameters": [*_FILTERS, _BY, _THEME],
    "responses": {200: OpenApiTypes.OBJECT, **_wrong},
}
SPACES_FIGURE: dict[str, Any] = {
    "operation_id": "stats_spaces_figure",
    "parameters": [*_FILTERS, _LAYER, _THEME],
    "responses": {200: OpenApiTypes.OBJECT, **_wrong},
}
