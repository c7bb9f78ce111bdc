"""Pictures of games: what the replay page draws, as SVG, PNG and film that stand alone.

Nothing here knows a game, a row or a request: a picture is made of the board's markup as the page
has it, the page's style sheets, and the plain data of `games.core.scene`.
"""
