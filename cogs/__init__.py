"""discord.py's cogs: the slash commands and the one router of buttons.

They hold no rules of games and no SQL.
"""
