"""The data of a game of Peek: its state, its moves and its events."""
