"""Cloaked Cats by Connor Reid (HABA), a deduction game for 2 to 4 players.

All players belong to a cats' ball. Each player guesses which three features the opponents' cats
have.
"""
