"""One process: the tables it keeps in memory, what is due there, thinking, presence, limits."""
