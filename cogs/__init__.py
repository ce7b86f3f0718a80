"""Cogs: the slash commands and the one router of buttons. Thin, no rules, no SQL."""
