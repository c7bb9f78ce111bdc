"""Delete all sums, whose shape changed; the next sweep counts everything again."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def delete_sums(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Delete every contribution and cell, and increment the ledger."""
    apps.get_model("analytics", "Ledger").objects.update(revision=F("revision") + 1)
    apps.get_model("analytics", "Contribution").objects.all().delete()
    apps.get_model("analytics", "Cell").objects.all().delete()


class Migration(migrations.Migration):
    """The same in both directions."""

    dependencies = [("analytics", "0002_mode")]

    operations = [migrations.RunPython(delete_sums, delete_sums)]
