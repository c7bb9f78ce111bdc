"""A game's mode in the kind's own word, where there was a yes or no about an advanced mode."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_modes(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Goryō's two modes: it was the only game."""
    games = apps.get_model("replays", "Game").objects
    games.filter(advanced=True).update(mode="advanced")
    games.filter(advanced=False).update(mode="standard")


def unname_modes(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The way back."""
    apps.get_model("replays", "Game").objects.filter(mode="advanced").update(advanced=True)


class Migration(migrations.Migration):
    """`advanced` → `mode`; an edition may be empty."""

    dependencies = [("replays", "0004_play_digest")]

    operations = [
        migrations.AddField(
            "game",
            "mode",
            models.CharField(max_length=40, help_text="a mode of the kind", default="standard"),
            preserve_default=False,
        ),
        migrations.RunPython(name_modes, unname_modes),
        migrations.RemoveIndex("game", "game_ruleset"),
        migrations.RemoveField("game", "advanced"),
        migrations.AlterField(
            "game",
            "edition",
            models.CharField(max_length=20, blank=True, help_text="empty: the only one"),
        ),
        migrations.AddIndex(
            "game", models.Index(fields=["kind", "edition", "mode"], name="game_ruleset")
        ),
    ]
