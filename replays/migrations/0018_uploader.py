"""The key of an upload's uploader has its name."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("replays", "0017_worked_examples")]
    operations: ClassVar = [
        migrations.RenameField("upload", "sender", "uploader"),
        migrations.RenameField("namerequest", "sender", "uploader"),
        migrations.AlterField(
            "upload",
            "uploader",
            models.CharField(
                blank=True,
                default="",
                help_text="key of the uploader; empty: the site",
                max_length=64,
            ),
        ),
    ]
