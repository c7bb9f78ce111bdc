"""A module a command: `manage.py <name>`."""
