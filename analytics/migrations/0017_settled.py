"""The ledger records up to which game all are counted. The next sweep sets it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analytics", "0016_baseline_slices")]

    operations = [
        migrations.AddField("ledger", "settled", models.PositiveBigIntegerField(default=0)),
    ]
