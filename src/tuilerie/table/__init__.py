"""A table without I/O: its log, its state, what a message does, who sees what, and what is due when."""
