"""Solves the rounds between two players with few dice: `python -m bot.measuring.liars_dice`."""
