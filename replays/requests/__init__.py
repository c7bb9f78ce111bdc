"""Reading of requests: filters, chosen parts of events, uploaded files."""
