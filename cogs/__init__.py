"""discord.py's cogs: slash commands, the one router of button presses, and gateway events.

They contain no rules of games and no SQL.
"""
