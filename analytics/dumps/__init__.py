"""Open data as files: what they hold, writing them, reading them back. No rows, no requests."""
