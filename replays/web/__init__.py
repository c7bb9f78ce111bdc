"""The keep's door for people."""
