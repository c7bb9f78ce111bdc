"""Add tables for routes and baselines."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add two tables."""

    dependencies = [("analytics", "0003_count_anew")]

    operations = [
        migrations.CreateModel(
            name="Tree",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("metric", models.CharField(max_length=40)),
                ("root", models.CharField(max_length=40)),
                ("start", models.CharField(max_length=60)),
                ("sums", models.JSONField()),
                (
                    "cell",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trees",
                        to="analytics.cell",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("cell", "metric", "root", "start"), name="tree_place_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Baseline",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("board_digest", models.CharField(max_length=64)),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("mode", models.CharField(max_length=40)),
                ("seed", models.CharField(max_length=40)),
                ("games", models.PositiveIntegerField()),
                ("engine_version", models.CharField(max_length=20)),
                ("facts_version", models.PositiveIntegerField()),
                ("sums", models.JSONField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "board_digest", "edition", "mode"), name="baseline_once"
                    )
                ],
            },
        ),
    ]
