"""The data of a game of Stub: its state, its moves and its events."""
