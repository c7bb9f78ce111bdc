"""Recording without a connection: what the page downloads, and the console that runs in it."""
