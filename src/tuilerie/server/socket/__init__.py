"""The socket: one connection of one device to one table."""
