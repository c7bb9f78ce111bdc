"""The log format: files, JSON and text, for any game."""
