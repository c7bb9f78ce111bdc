"""Add the mode, as the kind names it, to the key of cells."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

KEY = ("kind", "edition", "{}", "board_digest", "month", "winner", "reason", "is_finished",
       "is_simulated")  # fmt: skip


def _key(mode: str) -> tuple[str, ...]:
    return tuple(name.format(mode) for name in KEY)


def name_modes(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Set the two modes of Goryō, the only game then."""
    cells = apps.get_model("analytics", "Cell").objects
    cells.filter(advanced=True).update(mode="advanced")
    cells.filter(advanced=False).update(mode="standard")


def unname_modes(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Reverse it."""
    apps.get_model("analytics", "Cell").objects.filter(mode="advanced").update(advanced=True)


class Migration(migrations.Migration):
    """Replace `advanced` by `mode`, in the key too; allow an empty edition."""

    dependencies = [("analytics", "0001_initial")]

    operations = [
        migrations.AlterField("cell", "advanced", models.BooleanField(default=False)),
        migrations.RemoveConstraint("cell", "cell_key_once"),
        migrations.AddField(
            "cell",
            "mode",
            models.CharField(max_length=40, default="standard"),
            preserve_default=False,
        ),
        migrations.RunPython(name_modes, unname_modes),
        migrations.RemoveField("cell", "advanced"),
        migrations.AlterField("cell", "edition", models.CharField(max_length=20, blank=True)),
        migrations.AlterModelOptions("cell", {"ordering": _key("mode")}),
        migrations.AddConstraint(
            "cell", models.UniqueConstraint(fields=_key("mode"), name="cell_key_once")
        ),
    ]
