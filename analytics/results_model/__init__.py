"""The joint model of balance and ratings: results of games in, seat effects, strengths and
predictions out. Pure functions on plain data; docs/adr/0017 explains the choices.
"""
