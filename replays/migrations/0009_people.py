"""Who is behind names: put together, claimed, left out; what was asked and done."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import replays.models.identity


class Migration(migrations.Migration):
    """Nothing changes for names of which nothing was said."""

    dependencies = [
        ("replays", "0008_newest_spelling"),
    ]

    operations = [
        migrations.CreateModel(
            name="NameEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("what", models.CharField(max_length=12)),
                ("by", models.CharField(max_length=160)),
                ("handle", models.CharField(help_text="of the person's shown name", max_length=16)),
                ("detail", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=replays.models.identity.new_public_id,
                        editable=False,
                        max_length=12,
                        unique=True,
                    ),
                ),
                ("name_key", models.CharField(max_length=800)),
                ("handle", models.CharField(max_length=16, unique=True)),
                ("claim_key", models.CharField(blank=True, default="", max_length=64)),
                ("left_out_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "verbose_name_plural": "people",
            },
        ),
        migrations.AddField(
            model_name="game",
            name="hidden_seats",
            field=models.PositiveIntegerField(
                default=0,
                help_text="a bit for each position whose name is left out of public pages",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="person",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to="replays.person",
            ),
        ),
        migrations.CreateModel(
            name="PersonName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name_key", models.CharField(max_length=800)),
                ("handle", models.CharField(max_length=16, unique=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="names",
                        to="replays.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NameRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=replays.models.identity.new_public_id,
                        editable=False,
                        max_length=12,
                        unique=True,
                    ),
                ),
                (
                    "wish",
                    models.CharField(
                        choices=[
                            ("claim", "This name is mine"),
                            ("merge", "Two names are one person's"),
                            ("leave_out", "Leave this name out of public pages"),
                        ],
                        max_length=12,
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("name_key", models.CharField(max_length=800)),
                ("other", models.CharField(blank=True, default="", max_length=200)),
                ("message", models.CharField(blank=True, default="", max_length=1000)),
                ("contact", models.CharField(blank=True, default="", max_length=200)),
                ("sender", models.CharField(blank=True, default="", max_length=64)),
                ("edit_key", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Waiting for the house"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("answer", models.CharField(blank=True, default="", max_length=1000)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="requests",
                        to="replays.person",
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "open")),
                        fields=["id"],
                        name="name_request_open",
                    )
                ],
            },
        ),
    ]
