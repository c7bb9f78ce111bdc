"""The steps of a dump's games, from the newest dump if it has them, else computed."""

from pathlib import Path

from django.conf import settings

from analytics.dumps.earlier import EarlierSteps
from analytics.facts.steps import Steps, steps_of
from analytics.reads import archive
from games.registry import KINDS


class StepSource:
    """The steps of the games of a kind."""

    def __init__(self, kind: str) -> None:
        rules = KINDS[kind]
        versions = {"engine": str(rules.rules.version), "facts": rules.counting.version}
        newest = next(iter(archive.open_data()), None)
        self._earlier = None
        if newest is not None:
            folder = Path(settings.DUMPS_DIR) / newest.name
            self._earlier = EarlierSteps(folder, newest.manifest or {}, kind, versions)

    def find(self, game: str, digest: str, canonical: str) -> Steps:
        """Return the steps of a game by its id, the digest of its line in the dump, and its log.
        Games must be requested in the order in which they were stored. Raises EngineFault.
        """
        found = self._earlier.find(game, digest) if self._earlier else None
        return steps_of(canonical) if found is None else Steps(*found)
