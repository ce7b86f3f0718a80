"""Catham City (HUCH!), a card game about winning a cats' election, for 2 to 6 players."""
