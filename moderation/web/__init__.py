"""Pages: reporting, and what happens then."""
