"""Cloaked Cats by Connor Reid (HABA), a game for 2 to 4 players."""
