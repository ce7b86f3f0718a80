"""`python -m bot.art.build`: makes the rasters of every game's drawings anew."""
