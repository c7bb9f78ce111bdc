"""Questions and their answers, without database or requests."""
