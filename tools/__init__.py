"""What no running bot needs: measuring computer players, solving, drawing, beginning a game."""
