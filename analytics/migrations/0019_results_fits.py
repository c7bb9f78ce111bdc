"""Balance and ratings are views of one fit per pool. The fits and ratings of the former models go,
also those of snapshots: no current code could repeat them.
"""

import django.db.models.deletion
from django.db import migrations, models


def delete_fits(apps, schema_editor):
    """Delete all fits of balance: their reports have another form on the other side."""
    apps.get_model("analytics", "BalanceFit").objects.all().delete()


SNAPSHOT = models.ForeignKey(
    blank=True,
    db_index=False,
    help_text="null: the live sums",
    null=True,
    on_delete=django.db.models.deletion.CASCADE,
    related_name="+",
    to="analytics.snapshot",
)


def unique_keys(fields, live, stored):
    """Return the constraints of a key among live rows and within each snapshot."""
    return [
        models.UniqueConstraint(
            fields=fields, condition=models.Q(snapshot__isnull=True), name=live
        ),
        models.UniqueConstraint(
            fields=("snapshot", *fields), condition=models.Q(snapshot__isnull=False), name=stored
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [("analytics", "0018_time_key")]

    operations = [
        migrations.DeleteModel("RatingPoint"),
        migrations.DeleteModel("Standing"),
        migrations.DeleteModel("RatingPool"),
        migrations.RunPython(delete_fits, migrations.RunPython.noop),
        migrations.RemoveField("balancefit", "digest"),
        migrations.RemoveField("balancefit", "revision"),
        migrations.RemoveField("balancefit", "fitted_at"),
        migrations.RunPython(migrations.RunPython.noop, delete_fits),
        migrations.CreateModel(
            name="ResultsFit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("is_simulated", models.BooleanField()),
                ("model_version", models.CharField(max_length=20)),
                ("digest", models.CharField(max_length=64)),
                ("is_full", models.BooleanField(default=True)),
                (
                    "revision",
                    models.PositiveBigIntegerField(
                        help_text="the ledger's, when the fit was last found up to date"
                    ),
                ),
                ("fitted_at", models.DateTimeField()),
                ("games", models.PositiveIntegerField()),
                ("variances", models.JSONField()),
                ("snapshot", SNAPSHOT),
            ],
            options={
                "constraints": unique_keys(
                    ("kind", "is_simulated"), "results_fit_once", "results_fit_snapshot_once"
                )
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
                ("kind", models.CharField(max_length=20)),
                ("is_simulated", models.BooleanField()),
                ("handle", models.CharField(max_length=16)),
                ("role", models.CharField(blank=True, max_length=40)),
                ("component", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("rating", models.FloatField()),
                ("low", models.FloatField()),
                ("high", models.FloatField()),
                ("curve", models.JSONField(default=list)),
                ("snapshot", SNAPSHOT.clone()),
            ],
            options={
                "constraints": unique_keys(
                    ("kind", "is_simulated", "handle", "role"),
                    "standing_once",
                    "standing_snapshot_once",
                ),
                "indexes": [
                    models.Index(
                        models.F("snapshot"),
                        models.F("kind"),
                        models.F("is_simulated"),
                        models.F("role"),
                        models.F("component"),
                        models.OrderBy(models.F("low"), descending=True),
                        name="standing_ranked",
                    ),
                    models.Index(fields=["handle"], name="standing_player"),
                ],
            },
        ),
    ]
