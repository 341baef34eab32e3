"""Rummy famille: all that knows the game. `adapter` has the game as the platform sees it."""
