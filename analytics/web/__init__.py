"""Views of the statistics pages."""
