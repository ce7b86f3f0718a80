"""Liar's Dice, a bluffing game for 2 to 6 players, in the public domain.

Players roll dice under cups, bid on the dice of all, and challenge bids that they do not believe.
"""
