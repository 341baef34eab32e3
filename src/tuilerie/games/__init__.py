"""The games of this package, a folder each.

Nothing outside its folder names a game, but for its line in `engine.registry`.
"""
