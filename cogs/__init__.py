"""Slash commands and the one router of buttons: thin, no rules, no SQL."""
