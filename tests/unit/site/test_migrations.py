"""Migrations describe the models, labels and help texts included."""

import pytest
from django.core.management import call_command
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader

from tests.support.migrated import StepByStep


@pytest.mark.django_db
def test_no_model_has_changed_without_a_migration() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def test_new_sites_and_those_that_upgrade_have_the_same_models() -> None:
    """The migrations that create all tables at once, and those that earlier versions applied."""
    upgraded, new = StepByStep(None), MigrationLoader(None)
    assert len(upgraded.graph.nodes) > len(new.graph.nodes) + 60
    changes = MigrationAutodetector(upgraded.project_state(), new.project_state())
    assert changes.changes(graph=new.graph) == {}
    changes = MigrationAutodetector(new.project_state(), upgraded.project_state())
    assert changes.changes(graph=new.graph) == {}
