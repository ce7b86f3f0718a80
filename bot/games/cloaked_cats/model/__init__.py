"""The data of a game of Cloaked Cats: its state, its moves and its events."""
