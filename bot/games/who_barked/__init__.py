"""Who Barked?, a game of hidden roles for 5 to 8 players.

Cats raid the kitchen by night, but some of them are dogs in cat suits.
"""
