"""Reading of requests into questions and filters."""
