"""Store players, ratings and fits of balance in snapshots; rename the digest of a fit."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("analytics", "0011_lists_behind_numbers"),
    ]

    operations = [
        migrations.RenameField(
            model_name="balancefit",
            old_name="snapshot",
            new_name="digest",
        ),
        migrations.AlterField(
            model_name="balancefit",
            name="revision",
            field=models.PositiveBigIntegerField(
                help_text="the ledger's, when the fit was last found up to date"
            ),
        ),
        migrations.CreateModel(
            name="SnapshotFit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("mode", models.CharField(max_length=40)),
                ("board_digest", models.CharField(max_length=64)),
                ("is_simulated", models.BooleanField()),
                ("games", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "revision",
                    models.PositiveBigIntegerField(
                        help_text="the ledger's, when the fit was last found up to date"
                    ),
                ),
                ("fitted_at", models.DateTimeField()),
                ("report", models.JSONField()),
                (
                    "snapshot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fits",
                        to="analytics.snapshot",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=(
                            "snapshot",
                            "kind",
                            "edition",
                            "mode",
                            "board_digest",
                            "is_simulated",
                        ),
                        name="snapshot_fit_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SnapshotPlayerCell",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(blank=True, max_length=16)),
                ("name_key", models.TextField(blank=True)),
                ("kind", models.CharField(max_length=20)),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("mode", models.CharField(max_length=40)),
                ("board_digest", models.CharField(max_length=64)),
                ("role", models.CharField(max_length=20)),
                ("is_simulated", models.BooleanField()),
                ("games", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("shared", models.PositiveIntegerField()),
                ("lost", models.PositiveIntegerField()),
                ("nobody", models.PositiveIntegerField()),
                ("unfinished", models.PositiveIntegerField()),
                ("sums", models.JSONField()),
                (
                    "snapshot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_cells",
                        to="analytics.snapshot",
                    ),
                ),
            ],
            options={
                "ordering": (
                    "snapshot_id",
                    "handle",
                    "kind",
                    "edition",
                    "mode",
                    "board_digest",
                    "role",
                    "is_simulated",
                ),
                "constraints": [
                    models.UniqueConstraint(
                        fields=(
                            "snapshot",
                            "handle",
                            "kind",
                            "edition",
                            "mode",
                            "board_digest",
                            "role",
                            "is_simulated",
                        ),
                        name="snapshot_player_key_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SnapshotStanding",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(max_length=16)),
                ("place", models.CharField(blank=True, max_length=20)),
                ("number", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("low", models.FloatField()),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept",
                        to="analytics.ratingpool",
                    ),
                ),
                (
                    "snapshot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="analytics.snapshot",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("snapshot", "pool", "handle", "place"),
                        name="snapshot_standing_once",
                    )
                ],
            },
        ),
    ]
