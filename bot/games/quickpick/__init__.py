"""Quickpick: Island of the Monster Masks (Ares Games), 3 to 8 players."""
