"""A metric form that the site does not have."""
