"""`manage.py recount` and `manage.py sweep_games`."""
