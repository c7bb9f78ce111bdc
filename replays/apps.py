"""App configuration."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    name = "replays"
