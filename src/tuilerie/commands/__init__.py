"""What the commands of `cli` do: reading what was typed, calling one room, and printing."""
