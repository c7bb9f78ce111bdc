"""Baselines are played in slices: those that are stored have all their games."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models import F, Q


def complete(apps, schema_editor):
    """Let the target of each stored baseline be the games it has."""
    apps.get_model("analytics", "Baseline").objects.update(target=F("games"))


def delete_incomplete(apps, schema_editor):
    """Delete baselines in progress, which the earlier code would take for complete."""
    apps.get_model("analytics", "Baseline").objects.exclude(target=F("games")).delete()


class Migration(migrations.Migration):
    dependencies = [("analytics", "0015_remove_snapshot_tables")]

    operations = [
        migrations.AddField(
            "baseline", "target", models.PositiveIntegerField(default=0), preserve_default=False
        ),
        migrations.RunPython(complete, delete_incomplete),
        migrations.AddField(
            "baseline",
            "continued_at",
            models.DateTimeField(
                default=django.utils.timezone.now, help_text="when `games` last changed"
            ),
        ),
        migrations.AlterField(
            "baseline", "games", models.PositiveIntegerField(help_text="played so far")
        ),
        migrations.AddConstraint(
            "baseline",
            models.CheckConstraint(
                condition=Q(games__lte=F("target")), name="baseline_within_target"
            ),
        ),
    ]
