"""The server: tables for many people, over HTTP and sockets."""
