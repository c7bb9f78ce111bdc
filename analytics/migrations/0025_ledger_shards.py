"""Split the ledger by board game and month, and compress sums faster on PostgreSQL.

Stop workers of earlier versions first: they lock only the main row of the ledger.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_SEQUENCE = """
select setval(pg_get_serial_sequence('analytics_ledger', 'id'), greatest(max(id), 1))
from analytics_ledger
"""
_HAS_LZ4 = "select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression'"


def prepare(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Set the sequence of primary keys after the main row, which has had the first one; compress
    sums, which are rewritten often, with LZ4 where the server has it.
    """
    if editor.connection.vendor != "postgresql":
        return
    with editor.connection.cursor() as cursor:
        cursor.execute(_SEQUENCE)
        cursor.execute(_HAS_LZ4)
        row = cursor.fetchone()
        if row and row[0]:
            for table in ("cell", "tree", "playercell"):
                cursor.execute(f"alter table analytics_{table} alter sums set compression lz4")


def unite(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Unite all rows in the one of earlier versions, with a higher revision."""
    ledger = apps.get_model("analytics", "Ledger")
    rows = ledger.objects.aggregate(
        revision=models.Sum("revision"),
        changed_at=models.Max("changed_at"),
        settled=models.Max("settled"),
    )
    ledger.objects.all().delete()
    if rows["revision"] is not None:
        ledger.objects.create(pk=1, **rows)


class Migration(migrations.Migration):
    """Add the key of the rows."""

    dependencies = [("analytics", "0024_set_fits")]

    operations = [
        migrations.RemoveConstraint("ledger", "ledger_is_one_row"),
        migrations.AddField(
            "ledger", "kind", models.CharField(blank=True, default="", max_length=20)
        ),
        migrations.AddField(
            "ledger", "month", models.CharField(blank=True, default="", max_length=7)
        ),
        migrations.AddConstraint(
            "ledger", models.UniqueConstraint(fields=["kind", "month"], name="ledger_shard_once")
        ),
        migrations.RunPython(prepare, unite),
    ]
