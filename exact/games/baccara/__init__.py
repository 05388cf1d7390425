"""What the games of the baccara family share: how cards count, and how their shoe ends.

Not a game: chemin de fer, punto banco and baccara banque have folders of their own.
"""
