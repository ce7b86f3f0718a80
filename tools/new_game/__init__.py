"""Scaffold for a new game: a tiny game that can be played at once, under a new name."""
