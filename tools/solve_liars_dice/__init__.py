"""Solves rounds of Liar's Dice between two players with few dice.

The command is `python -m tools.solve_liars_dice`.
"""
