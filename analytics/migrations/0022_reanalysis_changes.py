from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("analytics", "0021_names_of_dumps")]

    operations = [
        migrations.RenameField("reanalysis", "moved", "changes"),
        migrations.RenameField("reanalysis", "n_moved", "n_changes"),
    ]
