"""The digest of the play alone, made for the games that are here from their logs."""

from typing import Any

from django.db import migrations, models

from games.registry import read_replay


def fill(apps: Any, schema_editor: Any) -> None:
    """Games stored before: the digest from the canonical log; an unfinished one gets its own."""
    game_model = apps.get_model("replays", "Game")
    for game in game_model.objects.filter(play_digest="").iterator(chunk_size=200):
        played = read_replay(game.canonical)
        game.play_digest = played.record.play_digest if game.is_finished else game.digest
        game.save(update_fields=["play_digest"])


class Migration(migrations.Migration):
    dependencies = [("replays", "0003_sender")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="play_digest",
            field=models.CharField(
                default="",
                help_text="of the play alone, without names, notes and times",
                max_length=64,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["play_digest"], name="game_play"),
        ),
    ]
