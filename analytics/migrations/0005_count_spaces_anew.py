"""Sums by space have another shape: what was counted is let go, and the next sweep counts anew."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def let_go(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Take every contribution and cell away; the ledger moves on."""
    apps.get_model("analytics", "Ledger").objects.update(revision=F("revision") + 1)
    apps.get_model("analytics", "Contribution").objects.all().delete()
    apps.get_model("analytics", "Cell").objects.all().delete()


class Migration(migrations.Migration):
    """Both ways: sums of one shape are nothing to the other."""

    dependencies = [("analytics", "0004_ways_and_baselines")]

    operations = [migrations.RunPython(let_go, let_go)]
