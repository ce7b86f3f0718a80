"""Draws the pictures of Liar's Dice."""
