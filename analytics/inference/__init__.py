"""Counted games as the model of results reads them, and upload bias: whether uploaders leave out
games that they lost.
"""
