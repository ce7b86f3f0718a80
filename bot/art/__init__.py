"""The drawing kit that the games' pictures are made with, and the easel that draws them aside."""
