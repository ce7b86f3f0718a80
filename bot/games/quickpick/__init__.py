"""Quickpick: Island of the Monster Masks (Ares Games), a game for 3 to 8 players."""
