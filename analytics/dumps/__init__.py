"""Open data as files: their fields, writing them, reading them. No rows, no requests."""
