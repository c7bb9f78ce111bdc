"""Tags for the templates of all apps."""
