"""Rules, logs and self-description of board games: pure Python, no framework, no chance, no
clock.
"""
