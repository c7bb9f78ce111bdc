"""Requests and changes of names are stored under plain words."""

from django.db import migrations, models

EVENTS = {"left_out": "hidden", "came_back": "restored", "parted": "split"}
WISHES = {"leave_out": "hide"}


def rename(apps, pairs):
    """Replace stored words of the log of changes and of requests."""
    for model, field, words in (("NameEvent", "what", EVENTS), ("NameRequest", "wish", WISHES)):
        rows = apps.get_model("replays", model).objects
        for earlier, word in words.items():
            old, new = pairs(earlier, word)
            rows.filter(**{field: old}).update(**{field: new})


def forwards(apps, schema_editor):
    rename(apps, lambda earlier, word: (earlier, word))


def backwards(apps, schema_editor):
    rename(apps, lambda earlier, word: (word, earlier))


class Migration(migrations.Migration):
    dependencies = [("replays", "0018_uploader")]

    operations = [
        migrations.RenameField("person", "left_out_at", "hidden_at"),
        migrations.AlterField(
            "namerequest",
            "wish",
            models.CharField(
                choices=[
                    ("claim", "This name is mine"),
                    ("merge", "Two names belong to one person"),
                    ("hide", "Hide this name on public pages"),
                ],
                max_length=12,
            ),
        ),
        migrations.RunPython(forwards, backwards),
    ]
