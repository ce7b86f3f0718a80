"""Draws the pictures of Catham City, and defines the pieces and colours that they consist of."""
