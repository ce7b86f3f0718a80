"""How a new game begins: with a tiny one that is played at once, under a name of its own."""
