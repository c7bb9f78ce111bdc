"""Add ratings: pools, points and standings."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Games counted before are rated when they are counted again by the next version."""

    dependencies = [
        ("analytics", "0006_players"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingPool",
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
                ("is_simulated", models.BooleanField()),
                ("due_played_at", models.CharField(blank=True, default="", max_length=40)),
                ("due_game", models.PositiveBigIntegerField(default=0, null=True)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "edition", "mode", "is_simulated"), name="rating_pool_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingPoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(max_length=16)),
                ("place", models.CharField(blank=True, max_length=20)),
                ("played_at", models.CharField(blank=True, max_length=40)),
                ("game_id", models.PositiveBigIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points",
                        to="analytics.ratingpool",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["pool", "played_at", "game_id"], name="rating_point_order")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("pool", "handle", "place", "played_at", "game_id"),
                        name="rating_point_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(max_length=16)),
                ("place", models.CharField(blank=True, max_length=20)),
                ("played_at", models.CharField(blank=True, max_length=40)),
                ("game_id", models.PositiveBigIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("low", models.FloatField()),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="analytics.ratingpool",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("pool"),
                        models.F("place"),
                        models.OrderBy(models.F("low"), descending=True),
                        name="standing_ranked",
                    ),
                    models.Index(fields=["handle"], name="standing_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("pool", "handle", "place"), name="standing_once"
                    )
                ],
            },
        ),
    ]
