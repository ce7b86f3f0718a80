"""Liar's Dice: all roll under cups and bid on the dice of all; who is caught loses a die."""
