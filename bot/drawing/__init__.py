"""The drawing kit that the games' pictures are made with."""
