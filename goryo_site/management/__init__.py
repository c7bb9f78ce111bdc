"""The site's commands."""
