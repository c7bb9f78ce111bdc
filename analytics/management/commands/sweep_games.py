"""`manage.py sweep_games`: count what waits, without a broker."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analytics import services
from analytics.services import Settled
from games.core.plural import count_noun


class Command(BaseCommand):
    """Count every game that is not counted, and take off what is gone."""

    help = "Settle everything statistics have yet to count, here and now, without a worker."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep until nothing is left; say what was done. Fails where a stored game can't be
        counted (see the log).
        """
        done, after = Settled(), 0
        while True:
            swept = services.sweep_games(after)
            done += swept.settled
            if swept.after is None:
                break
            after = swept.after
            if self.stderr.isatty():
                self.stderr.write(f"\r{count_noun(done.added, 'game')}", ending="")
        services.rate_waiting()
        services.fit_balance()
        words = (
            f"{count_noun(done.added, 'game')} counted, {done.changed} counted anew, "
            f"{done.removed} taken off"
        )
        if done.failed:
            raise CommandError(
                f"{words}; {count_noun(done.failed, 'stored game')} can't be counted, see the log",
                returncode=1,
            )
        self.stdout.write(words)
