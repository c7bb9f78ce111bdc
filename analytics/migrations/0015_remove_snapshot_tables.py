"""Remove the tables that had the rows of snapshots."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Their rows have moved."""

    dependencies = [("analytics", "0014_move_snapshot_rows")]

    operations = [
        migrations.AlterField(
            "reanalysis",
            "from_versions",
            models.JSONField(help_text="[engine, counting rules] before"),
        ),
        *(
            migrations.DeleteModel(name)
            for name in (
                "SnapshotTree",
                "SnapshotCell",
                "SnapshotPlayerCell",
                "SnapshotStanding",
                "SnapshotFit",
            )
        ),
    ]
