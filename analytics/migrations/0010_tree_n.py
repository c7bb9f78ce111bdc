"""Store the number of routes from a start, so that a list of starts reads no route."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Fill the number from the sums."""
    for name in ("Tree", "SnapshotTree"):
        trees = apps.get_model("analytics", name).objects
        for tree in trees.iterator(chunk_size=500):
            trees.filter(pk=tree.pk).update(n=tree.sums[tree.start][0])


class Migration(migrations.Migration):
    """Add a number to each tree."""

    dependencies = [("analytics", "0009_snapshots")]

    operations = [
        migrations.AddField("tree", "n", models.PositiveIntegerField(default=0)),
        migrations.AddField("snapshottree", "n", models.PositiveIntegerField(default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
