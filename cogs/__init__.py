"""discord.py's cogs: the slash commands, and the one router of button presses.

They contain no rules of games and no SQL.
"""
