"""Cloaked Cats by Connor Reid (HABA), 2 to 4 players."""
