"""How the API checks tokens."""
