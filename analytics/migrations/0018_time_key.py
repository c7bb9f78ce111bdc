"""Games are rated in the order of instants, then of their upload, not of dates as text."""

import json

from django.db import migrations, models


def set_keys(apps, schema_editor):
    """Compute the time keys of counted games, and rate all games again."""
    from analytics.facts.extract import counted_digest, time_key_of

    Contribution = apps.get_model("analytics", "Contribution")
    Game = apps.get_model("replays", "Game")
    last = 0
    while True:
        rows = list(Contribution.objects.filter(pk__gt=last).order_by("pk")[:500])
        if not rows:
            break
        games = Game.objects.filter(pk__in=[row.pk for row in rows])
        values = {pk: rest for pk, *rest in games.values_list("pk", "canonical", "position")}
        for row in rows:
            if row.pk in values:
                canonical, position = values[row.pk]
                log = json.loads(canonical)
                row.time_key = time_key_of(log.get("played_at"), position, counted_digest(log))
        Contribution.objects.bulk_update(rows, ["time_key"], batch_size=200)
        last = rows[-1].pk
    apps.get_model("analytics", "RatingPoint").objects.all().delete()
    apps.get_model("analytics", "Standing").objects.filter(snapshot__isnull=True).delete()
    apps.get_model("analytics", "RatingPool").objects.update(due_time_key="", due_game=0)


def clear_keys(apps, schema_editor):
    """Remove the keys, which are longer than a date: the former code rates all games again."""
    apps.get_model("analytics", "Contribution").objects.update(time_key="")
    apps.get_model("analytics", "RatingPoint").objects.all().delete()
    apps.get_model("analytics", "Standing").objects.update(time_key="")
    apps.get_model("analytics", "RatingPool").objects.update(due_time_key="", due_game=0)


class Migration(migrations.Migration):
    dependencies = [
        ("analytics", "0017_settled"),
        ("replays", "0012_records_and_games"),
    ]

    operations = [
        migrations.RemoveIndex("contribution", "contribution_played"),
        migrations.RemoveIndex("ratingpoint", "rating_point_order"),
        migrations.RemoveConstraint("ratingpoint", "rating_point_once"),
        migrations.RenameField("contribution", "played_at", "time_key"),
        migrations.RenameField("ratingpoint", "played_at", "time_key"),
        migrations.RenameField("standing", "played_at", "time_key"),
        migrations.RenameField("ratingpool", "due_played_at", "due_time_key"),
        *(
            migrations.AlterField(model, field, models.CharField(blank=True, max_length=45, **more))
            for model, field, more in (
                ("contribution", "time_key", {"default": ""}),
                ("ratingpoint", "time_key", {}),
                ("standing", "time_key", {}),
                ("ratingpool", "due_time_key", {"default": ""}),
            )
        ),
        migrations.AddIndex(
            "contribution", models.Index(fields=["time_key", "game"], name="contribution_time")
        ),
        migrations.AddIndex(
            "ratingpoint",
            models.Index(fields=["pool", "time_key", "game_id"], name="rating_point_order"),
        ),
        migrations.AddConstraint(
            "ratingpoint",
            models.UniqueConstraint(
                fields=["pool", "handle", "place", "time_key", "game_id"], name="rating_point_once"
            ),
        ),
        migrations.RunPython(set_keys, clear_keys),
    ]
