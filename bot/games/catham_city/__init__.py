"""Catham City (HUCH!), 2 to 6 players."""
