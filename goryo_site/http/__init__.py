"""HTTP: middleware, error pages, navigation and static files."""
