"""The tables that held the rows of snapshots go."""

from django.db import migrations


class Migration(migrations.Migration):
    """Their rows have moved."""

    dependencies = [("analytics", "0014_move_snapshot_rows")]

    operations = [
        migrations.DeleteModel(name)
        for name in (
            "SnapshotTree",
            "SnapshotCell",
            "SnapshotPlayerCell",
            "SnapshotStanding",
            "SnapshotFit",
        )
    ]
