"""The site's own rows."""

from django.db import models


class Heartbeat(models.Model):
    """One row per clock: when it was last heard. The beat sends, a worker writes, so an old row
    means that one of them is away.
    """

    name = models.CharField(max_length=40, primary_key=True)
    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.heard_at:%Y-%m-%d %H:%M:%S}"
