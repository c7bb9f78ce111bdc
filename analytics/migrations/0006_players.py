"""Store what a game adds for each of its players, and its sums by name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Old games are counted again, because the version of the counting rules changes too."""

    dependencies = [
        ("analytics", "0005_count_spaces_anew"),
        ("replays", "0006_branches_and_notes"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerCell",
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
            ],
            options={
                "ordering": (
                    "handle",
                    "kind",
                    "edition",
                    "mode",
                    "board_digest",
                    "role",
                    "is_simulated",
                ),
            },
        ),
        migrations.AddField(
            model_name="contribution",
            name="played_at",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="contribution",
            name="seats",
            field=models.JSONField(default=list),
        ),
        migrations.AddIndex(
            model_name="contribution",
            index=models.Index(fields=["played_at", "game"], name="contribution_played"),
        ),
        migrations.AddIndex(
            model_name="playercell",
            index=models.Index(fields=["kind", "is_simulated"], name="player_cell_kind_sim"),
        ),
        migrations.AddConstraint(
            model_name="playercell",
            constraint=models.UniqueConstraint(
                fields=(
                    "handle",
                    "kind",
                    "edition",
                    "mode",
                    "board_digest",
                    "role",
                    "is_simulated",
                ),
                name="player_cell_key_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="playercell",
            constraint=models.CheckConstraint(
                condition=models.Q(("games__gt", 0)), name="player_cell_has_games"
            ),
        ),
    ]
