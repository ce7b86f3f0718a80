"""Cogs: the slash commands and the one router of buttons. They hold no rules and no SQL."""
