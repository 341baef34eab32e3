"""Tables in a terminal."""
