"""`manage.py sweep_games`: count games without a worker."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analytics import services
from analytics.services import CountResult
from games.core.plural import count_noun


class Command(BaseCommand):
    """Count every game that is not counted, and uncount those that are gone."""

    help = "Bring statistics up to date now, without a worker."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep until nothing is left and print what was done. Fails if a stored game can't be
        counted (see the log).
        """
        done, after = CountResult(), 0
        while True:
            swept = services.sweep_games(after)
            done = done.plus(swept.result)
            if swept.after is None:
                break
            after = swept.after
            if self.stderr.isatty():
                self.stderr.write(f"\r{count_noun(done.added, 'game')}", ending="")
        hidden: int | None = 0
        while hidden is not None:
            hidden = services.count_hidden_games(hidden)
        services.fit_results()
        summary = (
            f"{count_noun(done.added, 'game')} counted, {done.changed} counted again, "
            f"{done.removed} removed"
        )
        if done.failed:
            raise CommandError(
                f"{summary}; {count_noun(done.failed, 'stored game')} can't be counted "
                "(see the log)",
                returncode=1,
            )
        self.stdout.write(summary)
