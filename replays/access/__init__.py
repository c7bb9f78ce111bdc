"""Who may do what, and how often: keys, senders, limits, throttles."""
