"""The data of a game of Who Barked?: its state, its moves and its events."""
