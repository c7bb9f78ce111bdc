"""Django app: games that are recorded while they are played (docs/adr/0024)."""
