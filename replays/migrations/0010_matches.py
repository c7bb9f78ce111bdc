"""Which games are of one match. No game stored before says so: none was of a kind with matches."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A key that games of one match share, and which game of it each is."""

    dependencies = [
        ("replays", "0009_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="match_key",
            field=models.CharField(
                blank=True, default="", help_text="the same for games of one match", max_length=64
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="match_game",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="which game of its match", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("match_key", ""), _negated=True),
                fields=["match_key"],
                name="game_match",
            ),
        ),
    ]
