"""Add snapshots, and the engine version of each contribution."""

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_kinds(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Copy the kind from the cell; every engine had version 1.0."""
    cells = apps.get_model("analytics", "Cell").objects.filter(pk=models.OuterRef("cell_id"))
    kind = models.Subquery(cells.values("kind")[:1])
    apps.get_model("analytics", "Contribution").objects.update(kind=kind)


class Migration(migrations.Migration):
    """Snapshots, re-analyses, and the versions of contributions."""

    dependencies = [
        ("analytics", "0008_balance"),
        ("replays", "0008_newest_spelling"),
    ]

    operations = [
        migrations.CreateModel(
            name="Reanalysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                (
                    "from_versions",
                    models.JSONField(help_text="[engine, counting rules] of what was counted anew"),
                ),
                ("engine_version", models.CharField(max_length=40)),
                ("facts_version", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("n_games", models.PositiveIntegerField(default=0)),
                (
                    "n_changed",
                    models.PositiveIntegerField(default=0, help_text="games whose facts differ"),
                ),
                ("n_moved", models.PositiveIntegerField(default=0)),
                ("moved", models.JSONField(default=list)),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.SlugField(max_length=60, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "revision",
                    models.PositiveBigIntegerField(
                        help_text="the ledger's, when the sums were taken"
                    ),
                ),
                ("as_of", models.DateTimeField(blank=True, null=True)),
                ("versions", models.JSONField()),
                ("boards", models.JSONField(default=dict)),
                ("manifest", models.JSONField(blank=True, null=True)),
            ],
            options={
                "ordering": ("-made_at", "-id"),
            },
        ),
        migrations.CreateModel(
            name="SnapshotCell",
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
                ("board_digest", models.CharField(max_length=64)),
                (
                    "month",
                    models.CharField(
                        blank=True,
                        help_text="YYYY-MM as the log dates it; empty: unknown",
                        max_length=7,
                    ),
                ),
                ("winner", models.CharField(blank=True, max_length=20)),
                ("reason", models.CharField(blank=True, max_length=20)),
                ("is_finished", models.BooleanField()),
                ("is_simulated", models.BooleanField()),
                ("games", models.PositiveIntegerField()),
                ("sums", models.JSONField()),
            ],
            options={
                "ordering": (
                    "snapshot_id",
                    "kind",
                    "edition",
                    "mode",
                    "board_digest",
                    "month",
                    "winner",
                    "reason",
                    "is_finished",
                    "is_simulated",
                ),
            },
        ),
        migrations.CreateModel(
            name="SnapshotTree",
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
            ],
        ),
        migrations.RemoveIndex(
            model_name="contribution",
            name="contribution_version",
        ),
        migrations.AddField(
            model_name="contribution",
            name="engine_version",
            field=models.CharField(default="1.0", max_length=40),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="contribution",
            name="kind",
            field=models.CharField(default="", max_length=20),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="contribution",
            name="revision",
            field=models.PositiveBigIntegerField(
                default=0, help_text="the ledger's, when this was written"
            ),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="contribution",
            index=models.Index(
                fields=["kind", "facts_version", "engine_version"], name="contribution_versions"
            ),
        ),
        migrations.AddField(
            model_name="reanalysis",
            name="after",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="analytics.snapshot",
            ),
        ),
        migrations.AddField(
            model_name="reanalysis",
            name="before",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="analytics.snapshot",
            ),
        ),
        migrations.AddField(
            model_name="snapshotcell",
            name="snapshot",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cells",
                to="analytics.snapshot",
            ),
        ),
        migrations.AddField(
            model_name="snapshottree",
            name="cell",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="trees",
                to="analytics.snapshotcell",
            ),
        ),
        migrations.AddConstraint(
            model_name="reanalysis",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at__isnull", True)),
                fields=("kind", "engine_version", "facts_version"),
                name="reanalysis_open_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="snapshotcell",
            constraint=models.UniqueConstraint(
                fields=(
                    "snapshot",
                    "kind",
                    "edition",
                    "mode",
                    "board_digest",
                    "month",
                    "winner",
                    "reason",
                    "is_finished",
                    "is_simulated",
                ),
                name="snapshot_key_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="snapshottree",
            constraint=models.UniqueConstraint(
                fields=("cell", "metric", "root", "start"), name="snapshot_tree_once"
            ),
        ),
        migrations.RunPython(name_kinds, migrations.RunPython.noop),
    ]
