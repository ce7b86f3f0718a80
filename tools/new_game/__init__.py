"""The command that creates a new game: a tiny game that can be played at once."""
