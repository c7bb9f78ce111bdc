"""An index of the rooms in which house bots are due."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rooms", "0005_house")]

    operations = [
        migrations.AddIndex(
            "room",
            models.Index(
                fields=["touched_at"], name="room_due", condition=models.Q(house_due=True)
            ),
        ),
    ]
