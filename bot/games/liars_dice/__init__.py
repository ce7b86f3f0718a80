"""Liar's Dice: players bid on all hidden dice, and challenge bids that they do not believe."""
