"""Add fits of balance; store habits apart from seats."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Old games are counted again, because the version of the counting rules changes too."""

    dependencies = [
        ("analytics", "0007_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="contribution",
            name="habits",
            field=models.JSONField(default=dict),
        ),
        migrations.CreateModel(
            name="BalanceFit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("mode", models.CharField(max_length=40)),
                ("board_digest", models.CharField(max_length=64)),
                ("is_simulated", models.BooleanField()),
                ("games", models.PositiveIntegerField()),
                ("snapshot", models.CharField(max_length=64)),
                ("revision", models.PositiveBigIntegerField()),
                ("fitted_at", models.DateTimeField()),
                ("report", models.JSONField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "edition", "mode", "board_digest", "is_simulated"),
                        name="balance_fit_once",
                    )
                ],
            },
        ),
    ]
