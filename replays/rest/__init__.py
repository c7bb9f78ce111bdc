"""The keep's door for programs."""
