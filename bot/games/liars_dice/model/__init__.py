"""The data of a game of Liar's Dice: its state, its moves and its events."""
