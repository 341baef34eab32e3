"""The database: its tables, questions to it, the writing thread, backups."""
