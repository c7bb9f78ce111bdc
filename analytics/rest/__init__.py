"""The API's door."""
