"""Solves the rounds between two players with few dice: `python -m tools.solve_liars_dice`."""
