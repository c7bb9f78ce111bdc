"""An index of the rooms in which house bots are due, and rooms that record times."""

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
        migrations.AddField(
            "room",
            "is_timed",
            models.BooleanField(default=False, help_text="the time of each step is recorded"),
        ),
    ]
