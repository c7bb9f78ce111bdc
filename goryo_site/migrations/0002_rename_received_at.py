from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("goryo_site", "0001_heartbeat")]

    operations = [migrations.RenameField("heartbeat", "heard_at", "received_at")]
