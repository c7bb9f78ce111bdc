"""The heartbeat."""

from django.db import models


class Heartbeat(models.Model):
    """When a worker last received a heartbeat. An old row means that beat or workers are down."""

    name = models.CharField(max_length=40, primary_key=True)
    received_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.received_at:%Y-%m-%d %H:%M:%S}"
