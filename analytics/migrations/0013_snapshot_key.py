"""Add a key to a snapshot to the tables of sums: null for the live sums.

Stop web and worker processes of earlier releases before this runs: they do not distinguish the rows
of snapshots from live ones.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

_LIVE = models.Q(("snapshot__isnull", True))
_IN_SNAPSHOT = models.Q(("snapshot__isnull", False))
_CELL = ("kind", "edition", "mode", "board_digest", "month", "winner", "reason", "is_finished",
         "is_simulated")  # fmt: skip
_PLAYER = ("handle", "kind", "edition", "mode", "board_digest", "role", "is_simulated")
_KEYS = {
    "cell": (_CELL, "cell_key_once", "cell_snapshot_key_once"),
    "playercell": (_PLAYER, "player_cell_key_once", "player_cell_snap_key_once"),
    "standing": (("pool", "handle", "place"), "standing_once", "standing_snapshot_once"),
    "balancefit": (
        ("kind", "edition", "mode", "board_digest", "is_simulated"),
        "balance_fit_once",
        "balance_fit_snapshot_once",
    ),
}


def _key() -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        "analytics.snapshot",
        on_delete=django.db.models.deletion.CASCADE,
        blank=True,
        null=True,
        related_name="+",
        db_index=False,
        help_text="null: the live sums",
    )


def _operations(model: str) -> list[migrations.operations.base.Operation]:
    fields, live, in_snapshot = _KEYS[model]
    once = models.UniqueConstraint(fields=fields, condition=_LIVE, name=live)
    once_each = models.UniqueConstraint(
        fields=("snapshot", *fields), condition=_IN_SNAPSHOT, name=in_snapshot
    )
    return [
        migrations.AddField(model, "snapshot", _key()),
        migrations.RemoveConstraint(model, live),
        migrations.AddConstraint(model, once),
        migrations.AddConstraint(model, once_each),
    ]


def _live_index(model: str, name: str) -> list[migrations.operations.base.Operation]:
    index = models.Index(fields=["kind", "is_simulated"], condition=_LIVE, name=name)
    return [migrations.RemoveIndex(model, name), migrations.AddIndex(model, index)]


class Migration(migrations.Migration):
    """Keys are unique among live rows and within each snapshot, on both databases."""

    dependencies = [("analytics", "0012_players_kept")]

    operations = [
        *(operation for model in _KEYS for operation in _operations(model)),
        migrations.AddField("tree", "snapshot", _key()),
        migrations.AddIndex(
            "tree", models.Index(fields=["snapshot"], condition=_IN_SNAPSHOT, name="tree_snapshot")
        ),
        *_live_index("cell", "cell_kind_sim"),
        *_live_index("playercell", "player_cell_kind_sim"),
        migrations.RemoveIndex("standing", "standing_ranked"),
        migrations.AddIndex(
            "standing",
            models.Index(
                models.F("snapshot"),
                models.F("pool"),
                models.F("place"),
                models.OrderBy(models.F("low"), descending=True),
                name="standing_ranked",
            ),
        ),
    ]
