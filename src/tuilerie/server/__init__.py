"""The server room: tables that never lose a move and never show a hand."""
