"""`python -m tools.build_art`: makes the rasters of every game's drawings anew."""
