"""Quickpick: Island of the Monster Masks (Ares Games), a game for 3 to 8 players.

One player, the mime, acts out a secret monster face. The others race to put a hand on its tile.
"""
