"""Who Barked?, a game of hidden roles for 5 to 8 players: cats raid a kitchen, dogs among them."""
