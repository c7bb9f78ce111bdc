"""Add indexes for drill-downs: games of a cell in order, and, on PostgreSQL, games by their value.

No row changes. The index of values is created concurrently.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_DROP = "drop index concurrently if exists contribution_value"
_MAKE = (
    "create index concurrently contribution_value on analytics_contribution"
    " using gin (value jsonb_path_ops)"
)


def make(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the index on PostgreSQL, after dropping an invalid one of an interrupted run."""
    if editor.connection.vendor == "postgresql":
        editor.execute(_DROP)
        editor.execute(_MAKE)


def drop(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the index."""
    if editor.connection.vendor == "postgresql":
        editor.execute(_DROP)


class Migration(migrations.Migration):
    """Add the indexes; the first replaces that of a foreign key."""

    atomic = False  # concurrently
    dependencies = [("analytics", "0010_tree_n")]

    operations = [
        migrations.AddIndex(
            "contribution", models.Index(fields=["cell", "game"], name="contribution_cell")
        ),
        migrations.AlterField(
            "contribution",
            "cell",
            models.ForeignKey(
                db_index=False,
                on_delete=models.deletion.PROTECT,
                related_name="contributions",
                to="analytics.cell",
            ),
        ),
        migrations.AddIndex(
            "ratingpoint",
            models.Index(fields=["pool", "handle", "place", "number"], name="rating_point_number"),
        ),
        migrations.RunPython(make, drop),
    ]
