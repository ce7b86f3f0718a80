"""SQLite, for one process."""
