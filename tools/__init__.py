"""Command-line tools for developers that no running bot needs.

They measure computer players, solve games, draw art, and begin a new game.
"""
