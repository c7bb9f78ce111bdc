"""Recording a game on one phone: its screens, what they offer, and drafts.

The site and the page that works without a connection run this code (docs/adr/0029), so there is one
implementation of what can be entered and of what a screen shows.
"""
