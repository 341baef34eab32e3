"""What a game's drawings in a terminal are made of: a canvas of characters, boards, pieces as signs.

Nothing of Textual.
"""
