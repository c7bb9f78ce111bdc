"""What the present engine says of games that were accepted before."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Walks and verdicts; a game says which engine refuses it."""

    dependencies = [
        ("replays", "0006_branches_and_notes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Verdict",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="verdict",
                        serialize=False,
                        to="replays.game",
                    ),
                ),
                ("engine_version", models.CharField(max_length=40)),
                (
                    "found_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("differences", models.JSONField(default=list)),
                ("finding", models.JSONField(blank=True, null=True)),
                ("adopted_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("game_id",),
            },
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("release", models.CharField(max_length=64)),
                ("versions", models.JSONField()),
                (
                    "started_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("last_id", models.PositiveBigIntegerField(default=0)),
                ("n_games", models.PositiveIntegerField(default=0)),
                ("n_otherwise", models.PositiveIntegerField(default=0)),
                ("n_refused", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.AddField(
            model_name="game",
            name="refused_by",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AlterField(
            model_name="game",
            name="engine_version",
            field=models.CharField(help_text="that found the result", max_length=40),
        ),
    ]
