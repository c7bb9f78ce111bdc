"""The newest spelling of a name is found without reading all its games."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """An index beside the one by role."""

    dependencies = [("replays", "0007_verification")]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("name_key"), models.F("id").desc(), name="seat_name_newest"
            ),
        ),
    ]
